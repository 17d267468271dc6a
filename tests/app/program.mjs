// The native program and the bridge to the same code in WebAssembly, side by side. scripts/app names both.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { SCPP_PROGRAM, SCPP_APP } = process.env;
assert.ok(
  SCPP_PROGRAM && SCPP_APP,
  "SCPP_PROGRAM names the command line, SCPP_APP the folder of the app's build",
);
export const appPage = resolve(SCPP_APP, "app.html");

const { Bridge, load, Refusal } = await import(resolve(SCPP_APP, "bridge.mjs"));
const wasm = await WebAssembly.compile(readFileSync(resolve(SCPP_APP, "apps/scpp_browser.wasm")));
export { Refusal };
export const newBridge = async (progress = () => {}) => Bridge.load(await load(), wasm, progress);

export const folder = mkdtempSync(join(tmpdir(), "scpp-app-"));
export const at = (name) => join(folder, name);
export const cleanUp = () => rmSync(folder, { recursive: true, force: true });

/** Runs the command line in the folder; what it says to standard error comes line by line. */
export function scpp(...words) {
  const done = spawnSync(SCPP_PROGRAM, words, {
    cwd: folder,
    maxBuffer: 1 << 28,
    env: { LC_ALL: "C.UTF-8" },
  });
  return {
    code: done.status,
    out: done.stdout.toString(),
    said: done.stderr.toString().trim().split("\n").filter(Boolean),
  };
}

/** The same by the bridge: what it says, the refusal as the command line prints it, and labels if there are any. */
export function byBridge(bridge, name, ...words) {
  bridge.writeFile(name, readFileSync(at(name)));
  bridge.takeSaid();
  try {
    bridge.read([name, ...words]);
    bridge.fit();
    const labels = new TextDecoder().decode(bridge.labels("", false));
    return { said: bridge.takeSaid(), labels };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return { said: [...bridge.takeSaid(), `scpp: ${problem.message}`], labels: "" };
  }
}
