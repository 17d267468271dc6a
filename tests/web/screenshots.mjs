// Pictures for the documentation: node screenshots.mjs DATA_FOLDER PICTURES_FOLDER [ALL_FOLDER] (called by scripts/screenshots).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withReport } from "./browser.mjs";

const [data, pictures, everything] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "scpp-pictures-"));

const scpp = (...words) => execFileSync(process.env.SCPP_PROGRAM, [...words, "--quiet"]);

function report(name, file, clusters, truth = "label") {
  const html = join(folder, `${name}.html`);
  scpp("fit", file, "--clusters", String(clusters), "--truth", truth, "--report", html);
  return html;
}

/** The table of docs/guide.md. */
function wineTable() {
  const path = join(folder, "wine.csv");
  const code = `from sklearn.datasets import load_wine
wine = load_wine(as_frame=True)
wine.data.assign(cultivar=wine.target.map(lambda number: "abc"[number])).to_csv(${JSON.stringify(path)}, index=False)`;
  execFileSync("/usr/bin/python3", ["-c", code]);
  return path;
}

/** The page from its top to the end of an element. */
async function aboveEnd(page, { upTo, viewport }) {
  const bottom = await page.locator(upTo).evaluate((e) => e.getBoundingClientRect().bottom + scrollY);
  return { x: 0, y: 0, width: viewport.width, height: Math.ceil(bottom + 20) };
}

async function shoot(html, path, options, prepare = async () => {}) {
  await withReport(html, options, async (page) => {
    await prepare(page);
    await page.mouse.move(2, 2);
    await page.waitForTimeout(600); // transitions end
    const clip = options.upTo && (await aboveEnd(page, options));
    await page.screenshot({ path: `${path}.png`, fullPage: Boolean(options.fullPage || clip), clip });
  });
}

const openNode = (node) => async (page) => page.locator(`[data-node='${node}']`).click();
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: "light" };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: "light" };
/** Head, clusters and tree. */
const first = { viewport: { width: 1280, height: 900 }, colorScheme: "light", upTo: ".panel.tree" };
const inDocs = (name) => join(pictures, name);

/** Whole pages and an opened node, on a desk and a phone, light and dark. */
async function shootAll(html, name) {
  mkdirSync(everything, { recursive: true });
  for (const [size, options] of Object.entries({ desk, phone }))
    for (const colorScheme of ["light", "dark"]) {
      const path = join(everything, `${name}-${size}-${colorScheme}`);
      await shoot(html, path, { ...options, colorScheme, fullPage: true });
      await shoot(html, `${path}-node`, { ...options, colorScheme }, openNode(0));
    }
}

try {
  const optidigits = report("optidigits", join(data, "optidigits.csv"), 10);
  const phoneme = report("phoneme", join(data, "phoneme.csv.gz"), 5);
  scpp("demo", "--folder", join(folder, "demo"));
  const demo = join(folder, "demo", "report.html");
  await shoot(report("wine", wineTable(), 3, "cultivar"), inDocs("guide-report"), first);
  await shoot(optidigits, inDocs("optidigits"), first);
  await shoot(optidigits, inDocs("optidigits-node"), { ...desk, colorScheme: "dark" }, openNode(5));
  await shoot(phoneme, inDocs("phoneme"), first);
  await shoot(phoneme, inDocs("phoneme-node"), desk, openNode(0));
  await shoot(demo, inDocs("demo"), { ...first, colorScheme: "dark" });
  await shoot(demo, inDocs("demo-narrow"), { ...phone, deviceScaleFactor: 2 });
  if (everything) {
    const wide = join(folder, "wide.csv");
    const shape = ["--rows", "2000", "--clusters", "8", "--columns", "200", "--noise-columns", "150"];
    scpp("generate", "gaussians", ...shape, "--output", wide, "--class-column", "class");
    await shootAll(optidigits, "optidigits");
    await shootAll(phoneme, "phoneme");
    await shootAll(report("wide", wide, 8, "class"), "wide");
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
