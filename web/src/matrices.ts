// Two tables in colour: the means of the clusters, and clusters against known classes.
import { max, sum } from "d3-array";
import { chartPanel } from "./chart_panel";
import { clipped, h, integer, percent, short, signed } from "./dom";
import type { Picture } from "./export";
import type { Painter } from "./painter";
import { clusterColour, diverging, lettersOn, themeOf } from "./palette";
import type { State } from "./state";

/** Deviations from the mean at which the colours end. */
const strongest = 2;
const most = { clusters: 60, classes: 60 };

interface Cell {
  fill: string;
  opacity?: number;
  tip: string;
  text?: string;
  bold?: boolean;
  colour?: string;
}

/** A table in colour: names beside its rows and above its columns, both sides titled. */
interface Matrix {
  rows: string[];
  columns: string[];
  /** Clusters that the rows, or the columns, stand for: they get a patch of their colour. */
  clusters: "rows" | "columns";
  titles: { rows: string; columns: string };
  cell: (row: number, column: number) => Cell;
  cellWidth: number;
  cellHeight: number;
}

const letters = 14;

/** Room for names of at most 14 letters. */
const nameWidth = (names: string[], each: number) =>
  each * Math.min(letters, Math.max(...names.map((name) => [...name].length)));

/** Short names stand upright above their columns; others are turned. */
const fitsAcross = ({ columns, cellWidth }: Matrix) => nameWidth(columns, 7.2) <= cellWidth - 4;

function gridOf(matrix: Matrix): { left: number; top: number; width: number; height: number } {
  const left = 32 + Math.max(nameWidth(matrix.rows, 7.2), 7 * (matrix.titles.rows.length + 2));
  const top = 44 + (fitsAcross(matrix) ? 0 : nameWidth(matrix.columns, 6.3));
  return {
    left,
    top,
    width: left + matrix.columns.length * matrix.cellWidth + 12,
    height: top + matrix.rows.length * matrix.cellHeight + 8,
  };
}

function drawMatrix(painter: Painter, state: State, matrix: Matrix): void {
  const theme = themeOf(state);
  const { left, top } = gridOf(matrix);
  const { cellWidth, cellHeight } = matrix;
  const middle = (j: number) => left + (j + 0.5) * cellWidth;
  painter.text(left, 14, `${matrix.titles.columns} →`, { size: 12, weight: 650, colour: theme.text });
  painter.text(left - 26, top - 8, `${matrix.titles.rows} ↓`, { size: 12, anchor: "end", weight: 650, colour: theme.text });
  const patch = (x: number, y: number, width: number, height: number, cluster: number) =>
    painter.rect(x, y, width, height, { fill: clusterColour(state, cluster), radius: 3 });
  matrix.columns.forEach((name, j) => {
    const clusters = matrix.clusters === "columns";
    if (clusters) patch(middle(j) - cellWidth / 2 + 1, top - 16, cellWidth - 3, 12, j);
    const above = top - (clusters ? 22 : 8);
    const style = { size: Math.min(11.5, cellWidth), colour: theme.text };
    if (fitsAcross(matrix)) painter.text(middle(j), above, name, { ...style, anchor: "middle" });
    else painter.text(middle(j) + 4, above, clipped(name, letters), { ...style, turn: -90 });
  });
  matrix.rows.forEach((name, i) => {
    const y = top + i * cellHeight;
    if (matrix.clusters === "rows") patch(left - 22, y + 2, 16, cellHeight - 4, i);
    painter.text(left - 27, y + cellHeight / 2 + 4, clipped(name, letters), { size: 12, anchor: "end", colour: theme.text });
    matrix.columns.forEach((_, j) => {
      const cell = matrix.cell(i, j);
      const { fill, opacity, tip } = cell;
      painter.rect(left + j * cellWidth, y, cellWidth - 1, cellHeight - 2, { fill, opacity, radius: 2, tip });
      if (cell.text)
        painter.text(middle(j) - 0.5, y + cellHeight / 2 + 4, cell.text, {
          size: Math.min(11.5, cellWidth / 2.2),
          anchor: "middle",
          weight: cell.bold ? 700 : 400,
          colour: cell.colour ?? theme.text,
        });
    });
  });
}

/** Scaled means: clusters x columns. */
function deviations(state: State): { columns: number[]; table: number[][] } {
  const { report } = state;
  const { profile } = report.head;
  const [mean, deviation, means] = [
    report.array(profile.mean),
    report.array(profile.deviation),
    report.array(profile.means),
  ];
  const columns = Array.from(report.array(profile.columns));
  const table = state.clustering.nodes
    .slice(0, most.clusters)
    .map((node) =>
      columns.map((_, j) =>
        deviation[j] > 0 ? (means[node * columns.length + j] - mean[j]) / deviation[j] : 0,
      ),
    );
  return { columns, table };
}

/** Columns in the order of the cluster in which they stand out most, so that blocks appear along the diagonal. */
function byCluster(table: number[][], count: number): number[] {
  const peak = Array.from({ length: count }, (_, j) =>
    table.reduce((best, row, i) => (row[j] > table[best][j] ? i : best), 0),
  );
  return Array.from({ length: count }, (_, j) => j).sort(
    (a, b) => peak[a] - peak[b] || table[peak[b]][b] - table[peak[a]][a],
  );
}

/** `upright`: columns of the table go down and clusters across, for narrow screens. */
export function heatPicture(state: State, sorted: boolean, upright: boolean): Picture {
  const { report } = state;
  const { columns, table } = deviations(state);
  const order = sorted ? byCluster(table, columns.length) : columns.map((_, j) => j);
  const features = order.map((j) => report.columnName(columns[j]));
  const clusters = table.map((_, i) => state.clusterName(i));
  const cellOf = (i: number, place: number): Cell => {
    const value = table[i][order[place]];
    return {
      fill: diverging(state, value / strongest),
      tip: `${features[place]} in ${clusters[i]}: ${signed(value)} standard deviations from the mean of all rows`,
    };
  };
  const titles = { features: "column", clusters: "cluster" };
  const matrix: Matrix = upright
    ? {
        rows: features,
        columns: clusters,
        clusters: "columns",
        titles: { rows: titles.features, columns: titles.clusters },
        cell: (i, j) => cellOf(j, i),
        cellWidth: Math.max(14, Math.min(34, 210 / clusters.length)),
        cellHeight: 18,
      }
    : {
        rows: clusters,
        columns: features,
        clusters: "rows",
        titles: { rows: titles.clusters, columns: titles.features },
        cell: cellOf,
        cellWidth: Math.max(13, Math.min(34, 1060 / columns.length)),
        cellHeight: 24,
      };
  const { left, width, height } = gridOf(matrix);
  const key = Math.max(8, Math.min(left, width - 170));
  return {
    title: "Means of the clusters",
    size: () => ({ width: Math.max(width, 190), height: height + 40 }),
    draw: (painter) => {
      const soft = { size: 11, colour: themeOf(state).soft };
      drawMatrix(painter, state, matrix);
      for (let k = 0; k < 60; ++k)
        painter.rect(key + k * 2.5, height + 4, 2.6, 9, { fill: diverging(state, k / 29.5 - 1) });
      painter.text(key, height + 28, `−${strongest} sd low`, soft);
      painter.text(key + 75, height + 28, "mean", { ...soft, anchor: "middle" });
      painter.text(key + 150, height + 28, `high +${strongest} sd`, { ...soft, anchor: "end" });
    },
  };
}

export function confusionPicture(state: State, narrow: boolean): Picture {
  const { report } = state;
  const theme = themeOf(state);
  const counts = state.counts().slice(0, most.clusters);
  const classes = report.classes.slice(0, most.classes);
  const totals = counts.map((row) => sum(row) || 1);
  const bests = counts.map((row) => max(row));
  const [least, room] = narrow ? [22, 230] : [34, 700];
  const matrix: Matrix = {
    rows: counts.map((_, i) => state.clusterName(i)),
    columns: classes,
    clusters: "rows",
    titles: { rows: "cluster", columns: "known class" },
    cell: (i, j) => {
      const count = counts[i][j];
      const share = count / totals[i];
      const [fill, opacity] = count ? [theme.categories[0], 0.12 + 0.88 * share] : [theme.grid, 0.6];
      return {
        fill,
        opacity,
        tip: `${short(count, 6)} rows of ${classes[j]} in ${state.clusterName(i)} (${percent(share)} of the cluster)`,
        text: count ? short(count, count < 1e5 ? 5 : 3) : "",
        bold: count === bests[i],
        colour: lettersOn(theme, fill, opacity),
      };
    },
    cellWidth: Math.max(least, Math.min(58, room / classes.length)),
    cellHeight: 26,
  };
  return {
    title: "Clusters against known classes",
    size: () => gridOf(matrix),
    draw: (painter) => drawMatrix(painter, state, matrix),
  };
}

function tableOf(caption: string, head: string[], rows: string[][]): HTMLElement {
  return h(
    "div",
    { class: "sr-only" },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, cell)))),
      h(
        "tbody",
        {},
        ...rows.map(([first, ...rest]) =>
          h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((cell) => h("td", {}, cell))),
        ),
      ),
    ),
  );
}

export function heatPanel(state: State): HTMLElement {
  const choice = h(
    "select",
    { "aria-label": "Order of the columns" },
    h("option", {}, "columns by cluster"),
    h("option", {}, "columns as in the table"),
  );
  const count = state.report.array(state.report.head.profile.columns).length;
  const all = state.report.head.columnCount;
  const which = count < all ? ` Shown are the ${count} of ${integer(all)} columns that set clusters apart most.` : "";
  return chartPanel(state, {
    id: "heat",
    title: "Means of the clusters",
    label: () => "Means of the clusters in every column shown",
    hint: `How far each cluster's mean lies below (blue) or above (red) the mean of all rows.${which}`,
    picture: (narrow) => heatPicture(state, choice.selectedIndex === 0, narrow),
    choice,
  });
}

export function confusionPanel(state: State): HTMLElement {
  const spoken = () =>
    tableOf(
      "Rows of each class in each cluster",
      ["Cluster", ...state.report.classes.slice(0, most.classes)],
      state
        .counts()
        .slice(0, most.clusters)
        .map((row, i) => [state.clusterName(i), ...row.slice(0, most.classes).map(String)]),
    );
  return chartPanel(state, {
    id: "confusion",
    title: "Clusters against known classes",
    label: () => "Rows of each class in each cluster",
    hint: "Rows of each class in each cluster. The stronger the blue, the larger the share of the cluster; its most frequent class is bold.",
    picture: (narrow) => confusionPicture(state, narrow),
    spoken,
  });
}
