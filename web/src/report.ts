// The data of a report, decoded on demand.
import type { ArrayRef, Head, NodeHead, SplitHead, StepsRef } from "./format";

export type Numbers = Float32Array | Uint8Array | Uint16Array | Uint32Array | Int16Array;

const missingStep = 65535;
const lastStep = 65534;
const types = {
  f32: Float32Array,
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i16: Int16Array,
} as const;

/** The drawn rows of one node. `sampled[i]` is the place of point i among all drawn rows. */
export interface Points {
  count: number;
  sampled: Uint32Array;
  leaf: Uint16Array;
  /** Rows that a point stands for: its share of its leaf's size, by weight among the drawn ones. */
  weight: Float32Array;
  found: Float32Array[];
  start: Float32Array[];
}

export interface Feature {
  column: number;
  difference: number;
}

export class Report {
  readonly nodes: NodeHead[];
  readonly leaves: number[];
  /** Labels of the leaves below each node. */
  readonly below: number[][];
  readonly labels: Numbers;
  readonly sampleRows: Numbers;
  readonly sampleTruth: Numbers | null;
  readonly sampleWeights: Numbers | null;
  /** Probability of each drawn row's cluster. */
  readonly probability: Float32Array | null;
  /** Rows of the table, counted by their weights. */
  readonly total: number;
  readonly confusion: Numbers | null;
  readonly classes: string[];
  /** Names that came with the report, by node. */
  readonly names = new Map<number, string>();
  private readonly bytes: ArrayBuffer;
  private readonly pointsOf = new Map<number, Points>();
  private readonly valuesOf = new Map<number, Float32Array>();
  private readonly valueRefs: Map<number, StepsRef>;

  constructor(
    readonly head: Head,
    bytes: ArrayBuffer,
  ) {
    this.bytes = bytes;
    this.nodes = head.nodes;
    this.leaves = head.leaves;
    this.below = head.nodes.map(() => []);
    head.leaves.forEach((leaf, label) => {
      for (let node = leaf; node >= 0; node = head.nodes[node].parent) this.below[node].push(label);
    });
    head.names?.forEach((name, label) => name && this.names.set(head.leaves[label], name));
    this.valueRefs = new Map(head.sample.values.map((entry) => [entry.column, entry]));
    this.labels = this.array(head.labels);
    this.sampleRows = this.array(head.sample.rows);
    this.sampleTruth = head.sample.truth ? this.array(head.sample.truth) : null;
    this.sampleWeights = head.sample.weights ? this.array(head.sample.weights) : null;
    this.probability = head.sample.probability ? this.unpacked(head.sample.probability) : null;
    this.total = head.weight ?? head.rows;
    this.classes = head.truth?.classes ?? [];
    this.confusion = head.truth ? this.array(head.truth.confusion) : null;
  }

  array([type, offset, count]: ArrayRef): Numbers {
    return new types[type](this.bytes, offset, count);
  }

  private unpacked({ low, high, steps }: StepsRef): Float32Array {
    const from = this.array(steps);
    const to = new Float32Array(from.length);
    const scale = (high - low) / lastStep;
    for (let i = 0; i < from.length; ++i) to[i] = from[i] === missingStep ? NaN : low + from[i] * scale;
    return to;
  }

  columnName(column: number): string {
    const name = this.head.columns[column];
    return name === undefined || name === "" ? `column ${column + 1}` : name;
  }

  split(node: number): SplitHead | undefined {
    return this.nodes[node].split;
  }

  /** The node in whose plane a node is drawn: its own, or for a leaf its parent's. */
  planeOf(node: number): number {
    return this.nodes[node].split ? node : this.nodes[node].parent;
  }

  /** The points of a split node; for a leaf those of its parent that belong to it. */
  points(node: number): Points {
    let points = this.pointsOf.get(node);
    if (!points) this.pointsOf.set(node, (points = this.makePoints(node)));
    return points;
  }

  private makePoints(node: number): Points {
    const split = this.nodes[node].split;
    if (!split) return this.leafPoints(node);
    const { first } = this.head.sample;
    const count = split.taken.reduce((sum, taken) => sum + taken, 0);
    const sampled = new Uint32Array(count);
    const leaf = new Uint16Array(count);
    const weight = new Float32Array(count);
    let at = 0;
    this.below[node].forEach((label, i) => {
      const own = (j: number) => (this.sampleWeights ? this.sampleWeights[first[label] + j] : 1);
      let drawn = 0;
      for (let j = 0; j < split.taken[i]; ++j) drawn += own(j);
      const share = drawn > 0 ? this.nodes[this.leaves[label]].rows / drawn : 0;
      for (let j = 0; j < split.taken[i]; ++j, ++at) {
        sampled[at] = first[label] + j;
        leaf[at] = label;
        weight[at] = share * own(j);
      }
    });
    return {
      count,
      sampled,
      leaf,
      weight,
      found: split.points.map((axis) => this.unpacked(axis)),
      start: split.start.map((axis) => this.unpacked(axis)),
    };
  }

  private leafPoints(node: number): Points {
    const parent = this.nodes[node].parent;
    const empty = {
      count: 0,
      sampled: new Uint32Array(),
      leaf: new Uint16Array(),
      weight: new Float32Array(),
    };
    if (parent < 0) return { ...empty, found: [], start: [] };
    const all = this.points(parent);
    const label = this.leaves.indexOf(node);
    const from = all.leaf.indexOf(label);
    const to = from < 0 ? 0 : all.leaf.lastIndexOf(label) + 1;
    const begin = Math.max(0, from);
    return {
      count: to - begin,
      sampled: all.sampled.slice(begin, to),
      leaf: all.leaf.slice(begin, to),
      weight: all.weight.slice(begin, to),
      found: all.found.map((axis) => axis.slice(begin, to)),
      start: all.start.map((axis) => axis.slice(begin, to)),
    };
  }

  /** Values of a column for all drawn rows, if the file has them. */
  values(column: number): Float32Array | null {
    const known = this.valuesOf.get(column);
    if (known) return known;
    const ref = this.valueRefs.get(column);
    if (!ref) return null;
    const values = this.unpacked(ref);
    this.valuesOf.set(column, values);
    return values;
  }

  /** The columns that set a node apart from all other rows, strongest first. */
  features(node: number): Feature[] {
    const { featuresPerNode: count, featureColumns, featureDifferences } = this.head.profile;
    const columns = this.array(featureColumns);
    const differences = this.array(featureDifferences);
    return Array.from({ length: count }, (_, i) => ({
      column: columns[node * count + i],
      difference: differences[node * count + i],
    })).filter((feature) => feature.difference !== 0);
  }
}

export function readReport(from: Document = document): Report {
  const text = (id: string) => from.getElementById(id)?.textContent ?? "";
  const head = JSON.parse(text("scpp-head")) as Head;
  if (head.format !== "scpp-report" || head.version !== 1)
    throw new Error(
      `This page reads version 1 of scpp-report, but the data are ${head.format} version ${head.version}.`,
    );
  const binary = atob(text("scpp-data").trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return new Report(head, bytes.buffer);
}
