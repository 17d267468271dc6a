// Runs the program beside the page, one call at a time.
import load from "scpp-program";
import { Bridge, Refusal } from "./bridge";
import type { Reply, Request } from "./protocol";

const page = self as unknown as {
  postMessage(reply: Reply, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<Request>) => void;
};
const between = 80; // milliseconds from one word of progress to the next
let bridge: Bridge;
let told = 0;

function answer({ number, name, with: given }: Extract<Request, { kind: "call" }>): void {
  try {
    const result = (bridge[name] as (...all: unknown[]) => unknown).apply(bridge, given);
    const moved = result instanceof Uint8Array ? [result.buffer] : [];
    page.postMessage({ kind: "done", number, result, said: bridge.takeSaid() }, moved);
  } catch (problem) {
    const refusal = problem instanceof Refusal;
    const sentence = problem instanceof Error ? problem.message : String(problem);
    page.postMessage({ kind: "failed", number, sentence, refusal, said: bridge.takeSaid() });
  }
}

page.onmessage = async ({ data: request }) => {
  if (request.kind === "call") return answer(request);
  bridge = await Bridge.load(load, request.wasm, (now) => {
    if (performance.now() - told < between) return;
    told = performance.now();
    page.postMessage({ kind: "progress", now });
  });
  page.postMessage({ kind: "ready" });
};
