// What page and worker tell each other.
import type { Bridge, Progress } from "./bridge";

/** Calls of the bridge that the page may make. */
export type Call = Exclude<keyof Bridge, "takeSaid">;

export type Request =
  { kind: "load"; wasm: WebAssembly.Module } | { kind: "call"; number: number; name: Call; with: unknown[] };

export type Reply =
  | { kind: "ready" }
  | { kind: "progress"; now: Progress }
  | { kind: "done"; number: number; result: unknown; said: string[] }
  /** A refusal is the program's own sentence; anything else is a crash. */
  | { kind: "failed"; number: number; sentence: string; refusal: boolean; said: string[] };
