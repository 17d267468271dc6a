// How clear clusters and splits are, in a word and a number.
import { h } from "./dom";
import type { Clarity } from "./format";
import type { State } from "./state";

/** Of a split that stands, or of a leaf that is a cluster; nothing where nothing is known. */
export function clarityOf(state: State, node: number): Clarity | null {
  const { split, clarity } = state.report.nodes[node];
  if (!split) return clarity ?? null;
  return (state.isSplit(node) && split.clarity) || null;
}

/** "clear 0.93" as a coloured label; the word is always there, so colour is never the only sign. */
export function clarityLabel(clarity: Clarity | null, withValue: boolean): HTMLElement | null {
  if (!clarity) return null;
  const value = withValue ? ` ${clarity.value.toFixed(2)}` : "";
  return h("span", { class: `clarity ${clarity.word}` }, clarity.word + value);
}
