// What the tests of the page's logic share: its modules, without a browser, and reports to read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeBlobs } from "./blobs.mjs";
import { at, run } from "./fixture.mjs";

const web = process.env.SCPP_WEB ?? join(dirname(fileURLToPath(import.meta.url)), "../../web");
const modules = ["colours", "density", "palette", "plane", "report", "rotation", "scores", "state", "tree_layout", "words"];
const { outputFiles } = createRequire(join(web, "package.json"))("esbuild").buildSync({
  stdin: { contents: modules.map((name) => `export * from "./src/${name}";`).join("\n"), resolveDir: web },
  bundle: true,
  write: false,
  format: "esm",
});
export const page = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);

/** What the reader's system asks for. */
export const system = { dark: false };
globalThis.matchMedia = () => ({ matches: system.dark });

writeBlobs(at("blobs.csv"), 4);
run("fit", at("blobs.csv"), "kind", 5, at("blobs.html"), at("blobs.model"));
run("fit", at("blobs.csv"), "kind", 5, at("weighted.html"), at("weighted.model"), 3);

/** The part of a report's file between a tag's ends. */
const part = (html, id) => new RegExp(`id="?${id}"?[^>]*>([^<]*)<`).exec(html)[1];
export const read = (name, change = (head) => head) => {
  const html = readFileSync(at(name), "utf8");
  const texts = { "scpp-head": JSON.stringify(change(JSON.parse(part(html, "scpp-head")))), "scpp-data": part(html, "scpp-data") };
  return page.readReport({ getElementById: (id) => ({ textContent: texts[id] }) });
};
export const fresh = (name = "blobs.html", change) => new page.State(read(name, change));
const table = readFileSync(at("blobs.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
const names = table[0];
export const column = (name) => table.slice(1).map((row) => Number(row[names.indexOf(name)]));
export const sum = (values) => Array.from(values).reduce((all, value) => all + value, 0);
export const near = (x, y, tolerance, what = "") => assert.ok(Math.abs(x - y) <= tolerance, `${what}: ${x} is not ${y}`);
