// Agreement with known classes, from counts[cluster][class]: the definitions of include/scpp/scores.hpp.
import { sum } from "d3-array";

export interface Scores {
  purity: number;
  nmi: number;
  ari: number;
}

const pairs = (n: number) => (n * (n - 1)) / 2;
const entropy = (counts: number[], total: number) =>
  -sum(counts, (n) => (n > 0 ? (n / total) * Math.log(n / total) : 0));

export function score(counts: number[][]): Scores {
  const rows = counts.map((row) => sum(row));
  const columns = (counts[0] ?? []).map((_, j) => sum(counts, (row) => row[j]));
  const total = sum(rows);
  const purity = sum(counts, (row) => Math.max(...row)) / total;
  const clusterEntropy = entropy(rows, total);
  const classEntropy = entropy(columns, total);
  const mutual = clusterEntropy + classEntropy - entropy(counts.flat(), total);
  const nmi =
    clusterEntropy > 0 && classEntropy > 0
      ? mutual / Math.sqrt(clusterEntropy * classEntropy)
      : Number(clusterEntropy === classEntropy);
  const together = sum(counts.flat(), pairs);
  const expected = (sum(rows, pairs) * sum(columns, pairs)) / pairs(total);
  const most = (sum(rows, pairs) + sum(columns, pairs)) / 2;
  return {
    purity,
    nmi: Math.max(0, nmi),
    ari: most === expected ? 1 : (together - expected) / (most - expected),
  };
}
