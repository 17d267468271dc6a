// Pictures for the documentation: node screenshots.mjs DATA_FOLDER PICTURES_FOLDER (called by scripts/screenshots).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withReport } from "./browser.mjs";

const [data, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "scpp-pictures-"));

const scpp = (...words) => execFileSync(process.env.SCPP_PROGRAM, [...words, "--quiet"]);

function report(name, file, clusters) {
  const html = join(folder, `${name}.html`);
  scpp("fit", file, "--clusters", String(clusters), "--truth", "label", "--report", html);
  return html;
}

async function shoot(html, name, options, prepare = async () => {}) {
  await withReport(html, options, async (page) => {
    await prepare(page);
    await page.mouse.move(2, 2);
    await page.waitForTimeout(600); // transitions end
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  });
}

const openNode = (node) => async (page) => page.locator(`[data-node='${node}']`).click();
const toTree = async (page) => page.locator(".toolbar").evaluate((bar) => scrollTo(0, bar.offsetTop));
const desk = { viewport: { width: 1280, height: 1180 }, colorScheme: "light" };

try {
  const optidigits = report("optidigits", join(data, "optidigits.csv"), 10);
  await shoot(optidigits, "optidigits", { viewport: { width: 1280, height: 1700 }, colorScheme: "light" });
  await shoot(optidigits, "optidigits-node", { ...desk, colorScheme: "dark" }, openNode(3));
  const phoneme = report("phoneme", join(data, "phoneme.csv.gz"), 5);
  await shoot(phoneme, "phoneme", desk);
  await shoot(phoneme, "phoneme-node", desk, openNode(0));
  scpp("demo", "--folder", join(folder, "demo"));
  const demo = join(folder, "demo", "report.html");
  await shoot(demo, "demo", { ...desk, colorScheme: "dark" });
  await shoot(
    demo,
    "demo-narrow",
    { viewport: { width: 360, height: 760 }, deviceScaleFactor: 2, colorScheme: "light" },
    toTree,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
