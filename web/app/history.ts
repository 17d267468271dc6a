// What was done to a clustering, so that every step of it can be undone and done again.
import type { Report } from "../src/report";
import type { State } from "../src/state";

/** A fitted tree. */
export interface Version {
  model: Uint8Array;
  report: Report;
}

/** A version with what was done to it in the page; names and notes belong to nodes. */
export interface Moment {
  version: Version;
  clusters: number;
  pruned: number[];
  names: [number, string][];
  notes: [number, string][];
}

export const untouched = (version: Version): Moment => ({
  version,
  clusters: version.report.leaves.length,
  pruned: [],
  names: [],
  notes: [],
});

export const momentOf = (version: Version, state: State, notes: ReadonlyMap<number, string>): Moment => ({
  version,
  clusters: state.clusters,
  pruned: [...state.pruned],
  names: [...state.names],
  notes: [...notes],
});

/** Brings a state to a moment of its own version. */
export function apply(moment: Moment, state: State): void {
  state.pruned = new Set(moment.pruned);
  state.names = new Map(moment.names);
  state.cut(moment.clusters);
}

const longest = 60; // moments; of a large table each version takes some megabytes

export class History {
  private past: Moment[] = [];
  private future: Moment[] = [];
  private what = "";
  private when = 0;

  constructor(public now: Moment) {}

  /** The same thing done again at once, such as moving a slider, is one step. */
  add(moment: Moment, what: string): void {
    const soon = what === this.what && performance.now() - this.when < 600;
    if (!soon) this.past = [...this.past.slice(1 - longest), this.now];
    this.what = what;
    this.when = performance.now();
    this.now = moment;
    this.future = [];
  }
  undo(): Moment | null {
    const before = this.past.pop();
    if (!before) return null;
    this.future.push(this.now);
    this.what = "";
    return (this.now = before);
  }
  redo(): Moment | null {
    const after = this.future.pop();
    if (!after) return null;
    this.past.push(this.now);
    this.what = "";
    return (this.now = after);
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }
}

// ---- names and notes that outlive their tree

interface Kept {
  names: [number, string][];
  notes: [number, string][];
}

/** After a cluster was cut in two: the others keep their words, the first part those of the whole. */
export function keptAfterSplit(before: Moment, shown: number[], cluster: number, after: Report): Kept {
  const moved = (words: [number, string][]) =>
    words.flatMap(([node, word]): [number, string][] => {
      const from = shown.indexOf(node);
      return from < 0 ? [] : [[after.leaves[from + (from > cluster ? 1 : 0)], word]];
    });
  return { names: moved(before.names), notes: moved(before.notes) };
}

/** After a new fit: a cluster inherits the words of the one with which it shares more than half of all rows of both. */
export function keptAfterFit(before: Moment, shown: State, after: Report): Kept {
  const old = shown.clustering.nodes;
  const pairs = new Map<number, number>();
  const sizes = [new Map<number, number>(), new Map<number, number>()];
  const count = (map: Map<number, number>, key: number) => map.set(key, (map.get(key) ?? 0) + 1);
  for (let row = 0; row < after.labels.length; ++row) {
    const from = shown.clustering.ofLeaf[shown.report.labels[row]];
    const to = after.labels[row];
    count(pairs, from * after.leaves.length + to);
    count(sizes[0], from);
    count(sizes[1], to);
  }
  const heir = new Map<number, number>();
  for (const [pair, rows] of pairs) {
    const from = Math.floor(pair / after.leaves.length);
    const to = pair % after.leaves.length;
    if (rows > (sizes[0].get(from)! + sizes[1].get(to)! - rows) / 2) heir.set(old[from], after.leaves[to]);
  }
  const moved = (words: [number, string][]) =>
    words.flatMap(([node, word]): [number, string][] => (heir.has(node) ? [[heir.get(node)!, word]] : []));
  return { names: moved(before.names), notes: moved(before.notes) };
}
