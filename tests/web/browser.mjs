// A real Chromium that sees no network: every request and every console error of a page is kept for the test to judge.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), "../../web/package.json"));
const { chromium } = require("playwright-core");
export const axeSource = require("axe-core").source;

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Opens a report file and waits until it can be used; `use` gets the page and what went wrong so far. */
export async function withReport(file, options, use) {
  const profile = mkdtempSync(join(tmpdir(), "scpp-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.SCPP_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: flags,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    reducedMotion: "no-preference",
    ...options,
  });
  try {
    const page = await context.newPage();
    const problems = [];
    const requests = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => {
      problems.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => requests.push(request.url()));
    const address = pathToFileURL(file).href;
    await page.goto(address, { waitUntil: "load" });
    await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 20_000 });
    await use(page, {
      problems,
      strange: () => requests.filter((url) => url !== address && !/^(data|blob):/.test(url)),
    });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Findings of axe-core that a reader would stumble over. */
export async function seriousFindings(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(" | ")}`,
    );
}

export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const stream = await download.createReadStream();
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
