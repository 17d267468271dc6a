// Bundles the report's page into one HTML text with a marker where its data go, and the browser's app into one that is complete.
//   node build.mjs OUT.html                       the page of a report
//   node build.mjs --cpp OUT.cpp                  the same as C++ that the library compiles in
//   node build.mjs --app PROGRAM OUT.html         the app; PROGRAM.js and PROGRAM.wasm are emscripten's
//   node build.mjs --bridge PROGRAM OUT.mjs       the app's bridge to C++ alone, for node
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));

async function bundled(entry, more = {}) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    format: "iife",
    target: ["chrome100", "firefox100", "safari15.4"],
    legalComments: "none",
    logLevel: "warning",
    loader: { ".csv": "text" },
    ...more,
  });
  return result.outputFiles[0].text.trim();
}

async function page() {
  const [template, script, style] = await Promise.all([
    readFile(join(here, "src", "page.html"), "utf8"),
    bundled("src/main.ts"),
    bundled("src/style.css"),
  ]);
  return template.replace("/*style*/", () => style).replace("/*script*/", () => script);
}

/** Emscripten's loader asks for modules of node that it never uses in a browser. */
const withProgram = (program) => ({
  alias: { "scpp-program": resolve(`${program}.js`) },
  external: ["fs", "path", "crypto"],
});

async function app(program) {
  const [template, script, style, worker, wasm] = await Promise.all([
    readFile(join(here, "app", "page.html"), "utf8"),
    bundled("app/app.ts"),
    bundled("app/style.css"),
    bundled("app/worker.ts", withProgram(program)),
    readFile(`${program}.wasm`),
  ]);
  const parts = { style, script, worker, wasm: gzipSync(wasm, { level: 9 }).toString("base64") };
  return template.replace(/\/\*(\w+)\*\//g, (_, part) => parts[part].replace(/<\/script/g, "<\\/script"));
}

const bridge = (program) =>
  bundled("app/bridge_in_node.ts", {
    ...withProgram(program),
    format: "esm",
    platform: "node",
    minify: false,
  });

function as_cpp(text) {
  const bytes = [...Buffer.from(text, "utf8")].map((byte) => (byte < 128 ? byte : byte - 256));
  const lines = [];
  for (let i = 0; i < bytes.length; i += 40) lines.push(bytes.slice(i, i + 40).join(","));
  return (
    `#include "report/page.hpp"\nstatic constexpr char text[] = {\n${lines.join(",\n")}};\n` +
    `std::string_view scpp::report_page() { return {text, sizeof text}; }\n`
  );
}

const [kind, ...rest] = process.argv[2]?.startsWith("--")
  ? process.argv.slice(2)
  : ["--html", process.argv[2]];
const made = { "--html": page, "--cpp": async () => as_cpp(await page()), "--app": app, "--bridge": bridge }[
  kind
];
const out = rest.at(-1);
if (!made || !out)
  throw new Error("usage: node build.mjs [--cpp] OUT | --app PROGRAM OUT | --bridge PROGRAM OUT");
await mkdir(dirname(out), { recursive: true });
await writeFile(out, await made(rest[0]));
