// Bundles the page into one HTML text with a marker where a report's data go.
//   node build.mjs OUT.html          the page itself
//   node build.mjs --cpp OUT.cpp     the page as C++ that the library compiles in
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

async function bundled(entry) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    format: "iife",
    target: ["chrome100", "firefox100", "safari15.4"],
    legalComments: "none",
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

async function page() {
  const [template, script, style] = await Promise.all([
    readFile(join(here, "src", "page.html"), "utf8"),
    bundled("main.ts"),
    bundled("style.css"),
  ]);
  return template.replace("/*style*/", () => style).replace("/*script*/", () => script);
}

function as_cpp(text) {
  const bytes = [...Buffer.from(text, "utf8")].map((byte) => (byte < 128 ? byte : byte - 256));
  const lines = [];
  for (let i = 0; i < bytes.length; i += 40) lines.push(bytes.slice(i, i + 40).join(","));
  return (
    `#include "report/page.hpp"\nstatic constexpr char text[] = {\n${lines.join(",\n")}};\n` +
    `std::string_view scpp::report_page() { return {text, sizeof text}; }\n`
  );
}

const cpp = process.argv[2] === "--cpp";
const out = process.argv[cpp ? 3 : 2];
if (!out) throw new Error("usage: node build.mjs [--cpp] OUT");
await mkdir(dirname(out), { recursive: true });
const text = await page();
await writeFile(out, cpp ? as_cpp(text) : text);
