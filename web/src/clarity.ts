// How clear clusters and splits are, in a word and a number.
import { h } from "./dom";
import type { Clarity, SplitHead } from "./format";
import type { State } from "./state";

/** Below the head's limit the other candidates cut elsewhere more often than not. */
const isUnstable = (state: State, { stability }: SplitHead): boolean =>
  stability !== null && stability < state.report.head.doubtfulBelow;

/** Of a split that stands, or of a leaf that is a cluster; nothing where nothing is known. */
export function clarityOf(state: State, node: number): Partial<Clarity> | null {
  const { split, clarity } = state.report.nodes[node];
  if (!split) return clarity ?? null;
  if (!state.isSplit(node)) return null;
  return split.clarity ?? (isUnstable(state, split) ? { word: "doubtful" } : null);
}

/** "clear 0.93" as a coloured label; the word is always there, so colour is never the only sign. */
export function clarityLabel(clarity: Partial<Clarity> | null, withValue: boolean): HTMLElement | null {
  if (!clarity?.word) return null;
  const value = withValue && clarity.value !== undefined ? ` ${clarity.value.toFixed(2)}` : "";
  return h("span", { class: `clarity ${clarity.word}` }, clarity.word + value);
}
