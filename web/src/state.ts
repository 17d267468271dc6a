// What the reader has chosen, and the clustering that follows from it.
import type { Report } from "./report";

export type ColourBy = "split" | "cluster" | "truth" | "density" | "sureness" | "column";
export type ThemeName = "light" | "dark";

/** The clusters shown: the leaves of the tree after cutting and pruning, as `scpp apply-edits` will make them. */
export interface Clustering {
  /** Nodes that are clusters, in the order of their labels. */
  nodes: number[];
  /** Cluster of each leaf of the whole tree. */
  ofLeaf: Uint16Array;
  /** Nodes that are still there. */
  alive: Set<number>;
}

/** Splits by age; the first `count` leave at most `clusters` leaves. */
export function splitsKept(report: Report, clusters: number): Set<number> {
  const splits = report.nodes
    .map((_, node) => node)
    .filter((node) => report.nodes[node].children.length > 0)
    .sort((a, b) => report.nodes[a].order - report.nodes[b].order);
  const kept = new Set<number>();
  let leaves = 1;
  for (const node of splits) {
    leaves += report.nodes[node].children.length - 1;
    if (leaves > clusters) break;
    kept.add(node);
  }
  return kept;
}

function clusteringOf(report: Report, clusters: number, pruned: ReadonlySet<number>): Clustering {
  const kept = splitsKept(report, clusters);
  const nodes: number[] = [];
  const alive = new Set<number>();
  const ofLeaf = new Uint16Array(report.leaves.length);
  const open = [0]; // a loop, since a chain of splits may be longer than the stack is deep
  while (open.length > 0) {
    const node = open.pop()!;
    alive.add(node);
    if (kept.has(node) && !pruned.has(node)) {
      open.push(...[...report.nodes[node].children].reverse());
      continue;
    }
    for (const label of report.below[node]) ofLeaf[label] = nodes.length;
    nodes.push(node);
  }
  return { nodes, ofLeaf, alive };
}

export type Change = "clustering" | "names" | "colour" | "theme" | "highlight" | "collapse";

export class State {
  clusters: number;
  pruned = new Set<number>();
  collapsed = new Set<number>();
  names: Map<number, string>;
  colourBy: ColourBy = "split";
  colourColumn = 0;
  theme: ThemeName;
  highlight: number | null = null;
  clustering: Clustering;
  private listeners: ((change: Change) => void)[] = [];

  constructor(readonly report: Report) {
    this.clusters = report.leaves.length;
    this.names = new Map(report.names);
    this.clustering = clusteringOf(report, this.clusters, this.pruned);
    this.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    this.colourColumn = report.features(0)[0]?.column ?? report.head.sample.values[0]?.column ?? 0;
  }

  onChange(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }
  private changed(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  private regroup(): void {
    this.clustering = clusteringOf(this.report, this.clusters, this.pruned);
    this.highlight = null;
    this.changed("clustering");
  }
  cut(clusters: number): void {
    this.clusters = clusters;
    this.regroup();
  }
  togglePrune(node: number): void {
    if (!this.report.nodes[node].children.length) return;
    if (!this.pruned.delete(node)) this.pruned.add(node);
    this.regroup();
  }
  undoEdits(): void {
    this.pruned.clear();
    this.names = new Map(this.report.names);
    this.cut(this.report.leaves.length);
  }
  toggleCollapse(node: number): void {
    if (!this.collapsed.delete(node)) this.collapsed.add(node);
    this.changed("collapse");
  }
  rename(node: number, name: string): void {
    const trimmed = name.trim();
    if (trimmed) this.names.set(node, trimmed);
    else this.names.delete(node);
    this.changed("names");
  }
  colour(by: ColourBy, column = this.colourColumn): void {
    this.colourBy = by;
    this.colourColumn = column;
    this.changed("colour");
  }
  setTheme(theme: ThemeName): void {
    this.theme = theme;
    this.changed("theme");
  }
  setHighlight(cluster: number | null): void {
    if (cluster === this.highlight) return;
    this.highlight = cluster;
    this.changed("highlight");
  }

  /** Prunings that change the tree shown: those of nodes which the cut and the other prunings leave standing. */
  effectivePrunings(): number[] {
    const kept = splitsKept(this.report, this.clusters);
    return [...this.pruned]
      .filter((node) => kept.has(node) && this.clustering.alive.has(node))
      .sort((a, b) => a - b);
  }
  isCluster(node: number): boolean {
    return this.clustering.nodes.includes(node);
  }
  /** Whether a node's split is still there after cutting and pruning. */
  isSplit(node: number): boolean {
    return this.clustering.alive.has(node) && !this.isCluster(node);
  }
  edited(): boolean {
    const given = this.report.names;
    const renamed =
      given.size !== this.names.size || [...given].some(([node, name]) => this.names.get(node) !== name);
    return this.pruned.size > 0 || renamed || this.clusters !== this.report.leaves.length;
  }
  clusterName(cluster: number): string {
    return this.names.get(this.clustering.nodes[cluster]) ?? `Cluster ${cluster}`;
  }
  /** The numbers of the clusters below a node; they follow one another. "" below a cluster. */
  clusterRange(node: number): string {
    const { below } = this.report;
    if (!this.clustering.alive.has(node)) return "";
    const first = this.clustering.ofLeaf[below[node][0]];
    const last = this.clustering.ofLeaf[below[node][below[node].length - 1]];
    return first === last ? String(first) : `${first}–${last}`;
  }
  /** What a node is called: the cluster's name, or the clusters that it holds. */
  title(node: number): string {
    const cluster = this.clustering.nodes.indexOf(node);
    if (cluster >= 0) return this.clusterName(cluster);
    if (node === 0) return "All rows";
    const range = this.clusterRange(node);
    return range ? `Clusters ${range}` : `Part of cluster ${this.clustering.ofLeaf[this.report.below[node][0]]}`;
  }
  /** Rows of each class in each cluster shown. */
  counts(): number[][] {
    const { confusion, classes } = this.report;
    const table = this.clustering.nodes.map(() => new Array<number>(classes.length).fill(0));
    if (confusion)
      this.clustering.ofLeaf.forEach((cluster, leaf) => {
        for (let c = 0; c < classes.length; ++c) table[cluster][c] += confusion[leaf * classes.length + c];
      });
    return table;
  }
}
