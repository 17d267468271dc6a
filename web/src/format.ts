// The report's data as docs/report-format.md describes them.

/** [type, offset in bytes, count] of an array in the data block. */
export type ArrayRef = ["f32" | "u8" | "u16" | "u32" | "i16", number, number];

export interface StepsRef {
  low: number;
  high: number;
  steps: ArrayRef;
}

/** How clear a cluster or a split is: a number in [0, 1] and a word for it. */
export interface Clarity {
  value: number;
  word: "clear" | "weak" | "doubtful";
  /** Of a cluster: the one that it holds apart from least. */
  nearest?: number;
}

export interface SplitHead {
  dimensions: number;
  allDimensions: number;
  sigma: number;
  beta: number;
  lambda2: number;
  lambda3: number | null;
  cut: number | null;
  cloudCut: number | null;
  cloudLeast: number | null;
  stability: number | null;
  clarity?: Clarity;
  spread: number[];
  microclusters: number;
  evaluations: number;
  stop: string;
  stopSentence: string;
  bounds: { atProjection: number | null; uniform: number | null };
  gram: number[];
  cross: number[];
  points: StepsRef[];
  start: StepsRef[];
  loadings: { columns: ArrayRef; found: ArrayRef; start: ArrayRef };
  trace: { beta: ArrayRef; value: ArrayRef; step: ArrayRef };
  taken: number[];
}

export interface NodeHead {
  parent: number;
  children: number[];
  /** Counted by their weights. */
  rows: number;
  order: number;
  reason: string;
  /** Of a leaf: the cluster's. */
  clarity?: Clarity;
  split?: SplitHead;
}

export interface Option {
  name: string;
  value: string;
  sentence: string;
  default: boolean;
}

export interface Head {
  format: string;
  version: number;
  program: string;
  title: string;
  rows: number;
  /** Sum of the rows' weights; null: all are 1. */
  weight: number | null;
  columnCount: number;
  columns: string[];
  digest: string;
  seconds: number | null;
  options: Option[];
  warnings: string[];
  /** What the fit says of itself, in a sentence. */
  verdict?: string;
  /** What is said instead when the tree is cut to at most 2, 3, ... clusters; splits in the order in which they were made. */
  cuts?: { verdict: string; clusters: Clarity[]; splits: Clarity[] }[];
  /** Values of clarity from which on a thing is called weak, and clear. */
  clarityLimits?: { weak: number; clear: number };
  leaves: number[];
  nodes: NodeHead[];
  sample: {
    limit: number;
    first: number[];
    rows: ArrayRef;
    truth?: ArrayRef;
    weights?: ArrayRef;
    /** How probable it is that a drawn row belongs to its cluster. */
    probability?: StepsRef;
    values: (StepsRef & { column: number })[];
  };
  profile: {
    featuresPerNode: number;
    featureColumns: ArrayRef;
    featureDifferences: ArrayRef;
    columns: ArrayRef;
    mean: ArrayRef;
    deviation: ArrayRef;
    means: ArrayRef;
    quantileLevels: number[];
    quantiles: ArrayRef;
    squaredDistances: ArrayRef;
  };
  labels: ArrayRef;
  /** Rows that may belong elsewhere, the least sure first, and then rows far from all others. */
  /** Of the clusters, "" where none was given. */
  names?: string[];
  doubtful?: {
    /** Rows that were asked, and how many of them are less probable than `sureFrom`, and further off than `farFrom`. */
    judged: number;
    unsure: number;
    far: number;
    sureFrom: number;
    farFrom: number;
    /** Row numbers from 0, their labels, and the labels that come second. */
    rows: ArrayRef;
    first: ArrayRef;
    second: ArrayRef;
    probability: ArrayRef;
    outlier: ArrayRef;
    truth?: ArrayRef;
  };
  truth?: { classes: string[]; confusion: ArrayRef };
}
