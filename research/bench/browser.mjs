// A fit in Chromium beside the native program with one thread, in turns of one run: least and median of each, and their ratio.
//   SCPP_PROGRAM=.../scpp SCPP_APP=build/app node research/bench/browser.mjs DATA.csv K [TURNS]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { downloaded, withReport } from "../../tests/web/browser.mjs";

const [data, clusters, turns = "5"] = process.argv.slice(2);
const { SCPP_PROGRAM, SCPP_APP } = process.env;
const folder = mkdtempSync(join(tmpdir(), "scpp-bench-"));

function native() {
  const summary = join(folder, "summary.json");
  const words = [
    "fit",
    data,
    "-k",
    clusters,
    "--text",
    "drop",
    "--drop",
    "auto",
    "--threads",
    "1",
    "--quiet",
    "--summary",
    summary,
  ];
  if (spawnSync(SCPP_PROGRAM, words, { stdio: "inherit" }).status !== 0) throw new Error("scpp fit failed");
  return JSON.parse(readFileSync(summary, "utf8")).seconds.fit;
}

async function inPage(page) {
  await page.locator("#file").setInputFiles(data);
  await page.locator("#more").fill("--text drop --drop auto");
  await page.locator("#more").press("Tab");
  await page.locator(".facts-line", { hasText: "rows" }).waitFor();
  await page.locator("#auto").uncheck();
  await page.locator("#clusters").fill(clusters);
  await page.locator("#fit").click();
  await page.locator(".explorer #k").waitFor({ timeout: 600_000 });
  await page.locator(".app-menu summary").click();
  const { bytes } = await downloaded(page, () => page.locator("#app-report").click());
  await page.locator("#again").click();
  return Number(/"seconds":([\d.e-]+)/.exec(bytes.toString())[1]);
}

const seconds = { native: [], page: [] };
await withReport(resolve(SCPP_APP, "app.html"), {}, async (page) => {
  for (let turn = 0; turn < Number(turns); ++turn) {
    seconds.native.push(native());
    seconds.page.push(await inPage(page));
  }
});
rmSync(folder, { recursive: true, force: true });
const sorted = (all) => [...all].sort((a, b) => a - b);
const least = (all) => sorted(all)[0];
const median = (all) => sorted(all)[Math.floor(all.length / 2)];
for (const [who, all] of Object.entries(seconds))
  console.log(`${who}: least ${least(all).toFixed(2)} s, median ${median(all).toFixed(2)} s`);
console.log(
  `ratio: least ${(least(seconds.page) / least(seconds.native)).toFixed(2)}, median ${(median(seconds.page) / median(seconds.native)).toFixed(2)}`,
);
