// Pictures of pages of the built site, on a desk and a phone, light and dark, and what axe-core finds on them:
//   node docs/site/look.mjs HTML_FOLDER PICTURES_FOLDER [page ...]
// Ends with 1 when axe finds something serious, when a page is wider than its window or has an error, or when a page asks for anything outside its folder.
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), "../../web/package.json"));
const { chromium } = require("playwright-core");
const axe = require("axe-core").source;

const [html, pictures, ...named] = process.argv.slice(2);
const pages = named.length ? named : ["index", "guide", "reading", "gallery", "reference/python", "reference/commands/fit"];
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"]; // prettier-ignore
const windows = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

async function look(page, name, label) {
  const faults = [];
  page.on("request", (request) => !request.url().startsWith("file:") && faults.push(`asks for ${request.url()}`));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(pathToFileURL(join(resolve(html), `${name}.html`)).href);
  await page.screenshot({ path: join(pictures, `${name.replaceAll("/", "-")}-${label}.png`) });
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  if (wide > window) faults.push(`is ${wide} px wide in a window of ${window}`);
  page.removeAllListeners("console"); // axe itself asks for the styles, which a page from a disk may not
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  for (const { id, impact, nodes } of violations)
    if (["serious", "critical"].includes(impact)) faults.push(`${impact}: ${id} (${nodes.length}), ${nodes[0].html.slice(0, 120)}`);
  return faults.map((fault) => `${name}, ${label}: ${fault}`);
}

const profile = mkdtempSync(join(tmpdir(), "scpp-chromium-"));
const found = [];
mkdirSync(pictures, { recursive: true });
try {
  for (const [size, viewport] of Object.entries(windows))
    for (const colorScheme of ["light", "dark"]) {
      const executablePath = process.env.SCPP_CHROMIUM ?? "/usr/bin/chromium";
      const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: flags, viewport, colorScheme });
      for (const name of pages) {
        const page = await context.newPage();
        found.push(...(await look(page, name, `${size}-${colorScheme}`)));
        await page.close();
      }
      await context.close();
    }
} finally {
  rmSync(profile, { recursive: true, force: true });
}
console.log(found.join("\n") || `${pages.length} pages in 4 ways: nothing serious`);
process.exit(found.length ? 1 : 0);
