// What the tests of the page share: reports made by report_tool, opened in Chromium, and looks at their pixels.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { withReport } from "./browser.mjs";

const tool = process.env.SCPP_REPORT_TOOL;
assert.ok(tool, "SCPP_REPORT_TOOL names the report_tool program");
const folder = mkdtempSync(join(tmpdir(), "scpp-report-"));
after(() => rmSync(folder, { recursive: true, force: true }));

export const at = (name) => join(folder, name);
export const run = (...words) =>
  execFileSync(tool, words.map(String), { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });

/** Opens a report and judges it at the end: no console error, no request. */
export const opened = (name, use, options = {}) =>
  withReport(at(name), options, async (page, seen) => {
    await use(page, seen);
    assert.deepEqual(seen.problems, [], "no console error");
    assert.deepEqual(seen.strange(), [], "no network request");
  });

export const desk = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The head of the report that is open. */
export const headOf = (page) =>
  page.evaluate(() => JSON.parse(document.getElementById("scpp-head").textContent));

/** [x, y, red, green, blue] of the pixels of a canvas that are neither transparent nor grey; read from a copy, to leave
 * the page's own alone. */
export const colouredPlaces = (locator) =>
  locator.evaluate((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const places = [];
    for (let i = 0; i < data.length; i += 4) {
      const channels = [data[i], data[i + 1], data[i + 2]];
      if (data[i + 3] > 60 && Math.max(...channels) - Math.min(...channels) > 40)
        places.push([(i / 4) % canvas.width, Math.floor(i / 4 / canvas.width), ...channels]);
    }
    return places;
  });
export const colouredPixels = async (locator) => (await colouredPlaces(locator)).length;

/** By how many pixels the page is wider than the screen. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
