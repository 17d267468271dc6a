// What a node is, in sentences.
import { clarityOf, shareInDoubt } from "./clarity";
import { clipped, integer, percent, short } from "./dom";
import type { State } from "./state";

const columnsNamed = 3;
/** Differences below this many standard deviations are not worth a name. */
const leastDifference = 0.3;

/** Names from the data are isolated, so that right-to-left text does not turn the sentence around. */
const isolated = (name: string) => `\u2068${clipped(name, 40)}\u2069`;

export function listed(parts: string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/** "1 row", "5,620 rows"; weights may sum to a number that is not whole. */
export const rowsOf = (rows: number) =>
  rows === 1 ? "1 row" : `${Number.isInteger(rows) ? integer(rows) : short(rows, 5)} rows`;

/** The title of a node inside a sentence. */
function phrase(state: State, node: number): string {
  const title = state.title(node);
  return /^(Cluster|Part of cluster|Clusters) [\d–]+$/.test(title)
    ? title.charAt(0).toLowerCase() + title.slice(1)
    : isolated(title);
}

export interface SideDifference {
  column: number;
  /** Mean of the last side less that of the first, in standard deviations of all rows. */
  difference: number;
}

/** Columns of the profile by how far apart the means of a node's first and last side lie. */
export function sideDifferences(state: State, node: number): SideDifference[] {
  const { report } = state;
  const { children } = report.nodes[node];
  const { profile } = report.head;
  const [columns, deviation, means] = [profile.columns, profile.deviation, profile.means].map((ref) =>
    report.array(ref),
  );
  const mean = (child: number, j: number) => means[child * columns.length + j];
  const [first, last] = [children[0], children[children.length - 1]];
  return Array.from(columns, (column, j) => ({
    column,
    difference: deviation[j] > 0 ? (mean(last, j) - mean(first, j)) / deviation[j] : 0,
  })).sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

function clarityWords(state: State, node: number, what: string): string {
  const clarity = clarityOf(state, node);
  if (!clarity) return "";
  const value = ` (${clarity.value.toFixed(2)} on a scale from 0 to 1)`;
  const next =
    clarity.nearest === undefined || clarity.word === "clear"
      ? ""
      : clarity.word === "weak"
        ? `: it touches cluster ${clarity.nearest}`
        : `: it may be one with cluster ${clarity.nearest}`;
  return ` ${what} ${clarity.word}${value}${next}.`;
}

const shareOfLinks = (cut: number) =>
  cut === 0 ? "none of the links" : cut < 0.0005 ? "hardly any link" : `${percent(cut)} of the links`;

function splitSentences(state: State, node: number): string[] {
  const { report } = state;
  const { rows, children, split } = report.nodes[node];
  const sides = children.map((child) => `${phrase(state, child)} (${rowsOf(report.nodes[child].rows)})`);
  const cut =
    split!.cut === null ? "" : ` It cuts ${shareOfLinks(split!.cut)} between neighbouring rows.`;
  const what = node === 0 ? `All ${rowsOf(rows)}` : `These ${rowsOf(rows)}, ${percent(rows / report.total)} of all,`;
  const apart = sideDifferences(state, node)
    .filter(({ difference }) => Math.abs(difference) >= leastDifference)
    .slice(0, columnsNamed);
  const higherIn = (child: number, sign: number) => {
    const names = apart.filter(({ difference }) => difference * sign > 0);
    if (!names.length) return "";
    return `${listed(names.map(({ column }) => isolated(report.columnName(column))))} (higher in ${phrase(state, child)})`;
  };
  const told = [higherIn(children[0], -1), higherIn(children[children.length - 1], 1)].filter((text) => text);
  return [
    `${what} fall into ${listed(sides)}.${clarityWords(state, node, "The split is")}${cut}`,
    told.length ? `The sides differ most in ${told.join(", and in ")}.` : "",
  ];
}

function clusterSentences(state: State, node: number): string[] {
  const { report } = state;
  const { rows, reason } = report.nodes[node];
  const inDoubt = shareInDoubt(state, node);
  const features = report.features(node).filter(({ difference }) => Math.abs(difference) >= leastDifference);
  const names = (high: boolean) =>
    listed(
      features
        .filter(({ difference }) => difference > 0 === high)
        .slice(0, columnsNamed)
        .map(({ column }) => isolated(report.columnName(column))),
    );
  const told = [
    [names(true), "high"],
    [names(false), "low"],
  ].filter(([list]) => list);
  return [
    `${rowsOf(rows)}, ${percent(rows / report.total)} of all.` + clarityWords(state, node, "The cluster is"),
    inDoubt ? `${percent(inDoubt)} of its rows may belong to another cluster.` : "",
    told.length
      ? `Beside all other rows it is ${told.map(([list, word]) => `${word} in ${list}`).join(", and ")}.`
      : "",
    reason ? `It was not split further: ${reason}.` : "",
  ];
}

/** What an opened node begins with. */
export function nodeSentences(state: State, node: number): string[] {
  const all = state.isSplit(node) ? splitSentences(state, node) : clusterSentences(state, node);
  return all.filter((sentence) => sentence);
}
