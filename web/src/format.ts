// The report's data as docs/report-format.md describes them.

/** [type, offset in bytes, count] of an array in the data block. */
export type ArrayRef = ["f32" | "u8" | "u16" | "u32" | "i16", number, number];

export interface StepsRef {
  low: number;
  high: number;
  steps: ArrayRef;
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
  rows: number;
  order: number;
  reason: string;
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
  columnCount: number;
  columns: string[];
  digest: string;
  seconds: number | null;
  options: Option[];
  warnings: string[];
  doubtfulBelow: number;
  leaves: number[];
  nodes: NodeHead[];
  sample: {
    limit: number;
    first: number[];
    rows: ArrayRef;
    truth?: ArrayRef;
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
  truth?: { classes: string[]; confusion: ArrayRef };
}
