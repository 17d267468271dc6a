// Rows as tables that can be saved: those chosen in a picture, and those that may belong elsewhere.
import { h, integer, named, percent, short } from "./dom";
import { csvCell, download, fileName } from "./export";
import { clusterColour } from "./palette";
import type { Plane } from "./plane";
import type { Scatter } from "./scatter";
import { leadingColumns } from "./scatter";
import type { State } from "./state";

const rowsListed = 200;
const valuesListed = 6;

interface RowTable {
  label: string;
  names: string[];
  count: number;
  cells: (i: number) => string[];
  /** How a cell is shown, where that is more than its text. */
  shown?: (i: number, column: number) => HTMLElement | null;
}

function saved(table: RowTable): void {
  const lines = [table.names, ...Array.from({ length: table.count }, (_, i) => table.cells(i))];
  const text = lines.map((cells) => cells.map(csvCell).join(",")).join("\n") + "\n";
  download(`${fileName(table.label)}.csv`, new Blob([text], { type: "text/csv" }));
}

const saveButton = (table: RowTable) =>
  h("button", { type: "button", onclick: () => saved(table) }, "Save as CSV");

function tableElement(table: RowTable): HTMLElement {
  const row = (_: unknown, i: number) =>
    h("tr", {}, ...table.cells(i).map((cell, j) => h("td", {}, table.shown?.(i, j) ?? named(cell))));
  return h(
    "div",
    { class: "scroller rows", tabindex: 0, role: "region", "aria-label": table.label },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...table.names.map((name) => h("th", { scope: "col" }, named(name))))),
      h("tbody", {}, ...Array.from({ length: Math.min(table.count, rowsListed) }, row)),
    ),
  );
}

/** Lists chosen points with the values of the columns that matter most in the plane. */
export function listChosen(
  state: State,
  place: HTMLElement,
  plane: Plane,
  scatter: Scatter,
  points: number[],
): void {
  const { report } = state;
  if (!points.length) return place.replaceChildren();
  const columns = leadingColumns(state, plane.node, valuesListed);
  const table: RowTable = {
    label: "Chosen rows",
    names: [
      "row",
      "cluster",
      ...(report.sampleTruth ? ["class"] : []),
      ...columns.map((c) => report.columnName(c)),
    ],
    count: points.length,
    cells: (i) => {
      const at = plane.points.sampled[points[i]];
      return [
        String(scatter.rowNumber(points[i])),
        state.clusterName(state.clustering.ofLeaf[plane.points.leaf[points[i]]]),
        ...(report.sampleTruth ? [report.classes[report.sampleTruth[at]]] : []),
        ...columns.map((c) => short(report.values(c)![at], 4)),
      ];
    },
  };
  place.replaceChildren(
    h(
      "header",
      { class: "panel-head" },
      h("h3", {}, points.length === 1 ? "1 row chosen" : `${integer(points.length)} rows chosen`),
      h(
        "span",
        { class: "panel-tools" },
        saveButton(table),
        h("button", { type: "button", onclick: () => scatter.select([]) }, "Clear"),
      ),
    ),
    tableElement(table),
    points.length > rowsListed
      ? h("p", { class: "hint" }, `The first ${rowsListed} are listed; the CSV has all.`)
      : "",
  );
}

/** Rows that may belong elsewhere, the least sure first, then rows far from all others. Rows between clusters that a
 * cut or a pruning made one are no longer doubtful. */
function doubtfulTable(state: State): RowTable {
  const { report } = state;
  const { sureFrom, farFrom, ...doubtful } = report.head.doubtful!;
  const [rows, first, second, probability, outlier] = [
    doubtful.rows,
    doubtful.first,
    doubtful.second,
    doubtful.probability,
    doubtful.outlier,
  ].map((ref) => report.array(ref));
  const truths = doubtful.truth ? report.array(doubtful.truth) : null;
  const cluster = (labels: ArrayLike<number>, i: number) => state.clustering.ofLeaf[labels[i]];
  const between = (i: number) => probability[i] < sureFrom && cluster(first, i) !== cluster(second, i);
  const kept = Array.from(rows.keys()).filter((i) => between(i) || outlier[i] >= farFrom);
  const swatch = (number: number) =>
    h(
      "span",
      { class: "of-cluster" },
      h("span", { class: "swatch", style: `background:${clusterColour(state, number)}` }, number),
      state.names.has(state.clustering.nodes[number]) && named(state.clusterName(number)),
    );
  return {
    label: "Doubtful rows",
    names: ["row", "its cluster", "or cluster", "probability", "outlier", ...(truths ? ["class"] : [])],
    count: kept.length,
    cells: (i) => [
      String(rows[kept[i]] + 1),
      state.clusterName(cluster(first, kept[i])),
      between(kept[i]) ? state.clusterName(cluster(second, kept[i])) : "",
      probability[kept[i]].toFixed(2),
      outlier[kept[i]].toFixed(2),
      ...(truths ? [report.classes[truths[kept[i]]]] : []),
    ],
    shown: (i, column) =>
      column === 1
        ? swatch(cluster(first, kept[i]))
        : column === 2 && between(kept[i])
          ? swatch(cluster(second, kept[i]))
          : null,
  };
}

/** How many rows are doubtful, and what the columns of their table mean. */
function doubtfulHint(state: State): string {
  const { judged, unsure, far, sureFrom, farFrom } = state.report.head.doubtful!;
  const asked = judged < state.report.head.rows ? `the ${integer(judged)} rows drawn` : `${integer(judged)} rows`;
  const between = `${integer(unsure)} of ${asked} (${percent(unsure / judged)}) may belong to another cluster: the probability of their own is below ${sureFrom}.`;
  const away = far
    ? ` ${integer(far)} lie far from all others (outlier ${farFrom} or more).`
    : " None lies far from all others.";
  const listed = state.report.array(state.report.head.doubtful!.rows).length;
  return between + away + (listed < unsure ? ` The ${integer(listed)} least sure are listed.` : "");
}

/** Nothing when the report does not know how sure its rows are. */
export function doubtfulPanel(state: State): HTMLElement | null {
  if (!state.report.head.doubtful) return null;
  const place = h("div", {});
  const tools = h("div", { class: "panel-tools" });
  const draw = () => {
    const table = doubtfulTable(state);
    tools.replaceChildren(...(table.count ? [saveButton(table)] : []));
    place.replaceChildren(
      table.count ? tableElement(table) : h("p", {}, "No row is doubtful in the clusters shown."),
    );
  };
  draw();
  state.onChange((change) => (change === "clustering" || change === "names" || change === "theme") && draw());
  return h(
    "section",
    { class: "panel doubtful-rows", "aria-labelledby": "doubtful-title" },
    h(
      "header",
      { class: "panel-head" },
      h("div", {}, h("h2", { id: "doubtful-title" }, "Doubtful rows"), h("p", { class: "hint" }, doubtfulHint(state))),
      tools,
    ),
    place,
  );
}
