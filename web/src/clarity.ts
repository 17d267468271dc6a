// How clear clusters and splits are, in a word and a number.
import { h } from "./dom";
import type { Clarity } from "./format";
import type { State } from "./state";

/** The verdict of the tree as it is cut; nothing for a tree that is whole, pruned or not known. */
function cutOf(state: State) {
  const whole = state.clustering.nodes.length === state.report.leaves.length;
  if (whole || state.effectivePrunings().length) return null;
  return state.report.head.cuts?.[state.clusters - 2] ?? null;
}

/** What is said of the clusters shown; nothing where nothing is known of them. */
export function verdictOf(state: State): string | null {
  const whole = state.clustering.nodes.length === state.report.leaves.length;
  return (whole ? state.report.head.verdict : cutOf(state)?.verdict) ?? null;
}

/** Of a split that stands, or of a cluster, whose `nearest` is a cluster shown; nothing where nothing is known. */
export function clarityOf(state: State, node: number): Clarity | null {
  const { split, clarity, order } = state.report.nodes[node];
  const cut = cutOf(state);
  const cluster = state.clustering.nodes.indexOf(node);
  if (cut) return (cluster < 0 ? cut.splits[order] : cut.clusters[cluster]) ?? null;
  if (split) return (state.isSplit(node) && split.clarity) || null;
  if (!clarity) return null;
  const { nearest } = clarity;
  return { ...clarity, nearest: nearest === undefined ? undefined : state.clustering.ofLeaf[nearest] };
}

/** Share of a cluster's rows that may belong to another one, by those that are drawn; not known of clusters that were
 * made one. */
export function shareInDoubt(state: State, node: number): number | null {
  const { probability, head, below, sampleWeights } = state.report;
  if (!probability || !head.doubtful || below[node].length > 1) return null;
  const [label] = below[node];
  let [all, unsure] = [0, 0];
  for (let i = head.sample.first[label]; i < head.sample.first[label + 1]; ++i) {
    const weight = sampleWeights ? sampleWeights[i] : 1;
    all += weight;
    if (probability[i] < head.doubtful.sureFrom) unsure += weight;
  }
  return all > 0 ? unsure / all : null;
}

/** What the words mean. */
export const meaningOfWords = (state: State) =>
  "Clear: hardly a row lies between it and the next cluster. Weak: they touch. Doubtful: they may be one. " +
  `Rows in doubt: those for which the probability of their cluster is below ${state.report.head.doubtful?.sureFrom}.`;

/** "clear 0.93" as a coloured label; the word is always there, so colour is never the only sign. */
export function clarityLabel(clarity: Clarity | null, withValue: boolean): HTMLElement | null {
  if (!clarity) return null;
  const value = withValue ? ` ${clarity.value.toFixed(2)}` : "";
  return h("span", { class: `clarity ${clarity.word}` }, clarity.word + value);
}
