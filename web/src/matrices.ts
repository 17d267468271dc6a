// Two tables in colour: the means of the clusters, and clusters against known classes.
import { max, sum } from "d3-array";
import { clipped, h, integer, percent, short, signed } from "./dom";
import type { Picture } from "./export";
import { saveButtons, svgElement } from "./export";
import { clusterColour, diverging, themeOf } from "./palette";
import type { State } from "./state";

/** Deviations from the mean at which the colours end. */
const strongest = 2;
const most = { rows: 60, namedColumns: 48, classes: 60 };

interface Grid {
  left: number;
  top: number;
  cellWidth: number;
  cellHeight: number;
}

/** Room for the turned names above a table, 14 letters at most. */
const headHeight = (names: string[]) =>
  18 + 5.4 * Math.min(14, Math.max(...names.map((name) => [...name].length)));

function rowHead(state: State, painter: Parameters<Picture["draw"]>[0], grid: Grid, cluster: number): void {
  const theme = themeOf(state);
  const y = grid.top + cluster * grid.cellHeight;
  painter.rect(grid.left - 22, y + 2, 16, grid.cellHeight - 4, {
    fill: clusterColour(state, cluster),
    radius: 3,
  });
  painter.text(grid.left - 27, y + grid.cellHeight / 2 + 4, clipped(state.clusterName(cluster), 15), {
    size: 12,
    anchor: "end",
    colour: theme.text,
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
    .slice(0, most.rows)
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

export function heatPicture(state: State, sorted: boolean): Picture {
  const { report } = state;
  const { columns, table } = deviations(state);
  const order = sorted ? byCluster(table, columns.length) : columns.map((_, j) => j);
  const withNames = columns.length <= most.namedColumns;
  const grid: Grid = {
    left: 138,
    top: withNames ? headHeight(columns.map((c) => report.columnName(c))) : 12,
    cellWidth: Math.max(10, Math.min(34, 940 / columns.length)),
    cellHeight: 24,
  };
  const size = {
    width: grid.left + columns.length * grid.cellWidth + 44,
    height: grid.top + table.length * grid.cellHeight + 44,
  };
  return {
    title: "Means of the clusters",
    size: () => size,
    draw: (painter) => {
      const theme = themeOf(state);
      if (withNames)
        order.forEach((j, place) =>
          painter.text(
            grid.left + (place + 0.5) * grid.cellWidth + 3,
            grid.top - 6,
            clipped(report.columnName(columns[j]), 14),
            { size: 11, colour: theme.soft, turn: -55 },
          ),
        );
      table.forEach((row, i) => {
        rowHead(state, painter, grid, i);
        order.forEach((j, place) =>
          painter.rect(
            grid.left + place * grid.cellWidth,
            grid.top + i * grid.cellHeight,
            grid.cellWidth - 1,
            grid.cellHeight - 2,
            {
              fill: diverging(state, row[j] / strongest),
              radius: 2,
              tip: `${report.columnName(columns[j])} in ${state.clusterName(i)}: ${signed(row[j])} standard deviations from the mean`,
            },
          ),
        );
      });
      const y = grid.top + table.length * grid.cellHeight + 14;
      for (let k = 0; k < 60; ++k)
        painter.rect(grid.left + k * 2.5, y, 2.6, 9, { fill: diverging(state, k / 29.5 - 1) });
      painter.text(grid.left, y + 24, `−${strongest} sd`, { size: 11, colour: theme.soft });
      painter.text(grid.left + 75, y + 24, "mean", { size: 11, anchor: "middle", colour: theme.soft });
      painter.text(grid.left + 150, y + 24, `+${strongest} sd`, {
        size: 11,
        anchor: "end",
        colour: theme.soft,
      });
    },
  };
}

export function confusionPicture(state: State): Picture {
  const { report } = state;
  const counts = state.counts().slice(0, most.rows);
  const classes = report.classes.slice(0, most.classes);
  const grid: Grid = {
    left: 138,
    top: headHeight(classes),
    cellWidth: Math.max(30, Math.min(58, 700 / classes.length)),
    cellHeight: 26,
  };
  return {
    title: "Clusters against known classes",
    size: () => ({
      width: grid.left + classes.length * grid.cellWidth + 60,
      height: grid.top + counts.length * grid.cellHeight + 12,
    }),
    draw: (painter) => {
      const theme = themeOf(state);
      classes.forEach((name, j) =>
        painter.text(grid.left + (j + 0.5) * grid.cellWidth + 3, grid.top - 6, clipped(name, 14), {
          size: 12,
          colour: theme.soft,
          turn: -55,
        }),
      );
      counts.forEach((row, i) => {
        rowHead(state, painter, grid, i);
        const total = sum(row) || 1;
        const best = max(row);
        classes.forEach((name, j) => {
          const [x, y] = [grid.left + j * grid.cellWidth, grid.top + i * grid.cellHeight];
          const share = row[j] / total;
          painter.rect(x, y, grid.cellWidth - 2, grid.cellHeight - 2, {
            fill: row[j] ? theme.categories[0] : theme.grid,
            opacity: row[j] ? 0.12 + 0.88 * share : 0.6,
            radius: 3,
            tip: `${integer(row[j])} rows of ${name} in ${state.clusterName(i)} (${percent(share)} of the cluster)`,
          });
          if (row[j])
            painter.text(
              x + grid.cellWidth / 2 - 1,
              y + grid.cellHeight / 2 + 4,
              row[j] < 1e5 ? String(row[j]) : short(row[j]),
              {
                size: 11.5,
                anchor: "middle",
                weight: row[j] === best ? 700 : 400,
                colour: share > 0.55 ? theme.panel : theme.text,
              },
            );
        });
      });
    },
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

function panel(
  id: string,
  title: string,
  hint: string,
  state: State,
  picture: () => Picture,
  extra: HTMLElement | null,
  spoken: () => HTMLElement | null,
): HTMLElement {
  const place = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": title });
  const draw = () => {
    const drawn = picture();
    const chart = svgElement(drawn, title);
    chart.style.minWidth = `${Math.min(drawn.size().width, 620)}px`;
    place.replaceChildren(chart, spoken() ?? "");
  };
  draw();
  state.onChange((change) => (change === "clustering" || change === "names" || change === "theme") && draw());
  extra?.addEventListener("change", draw);
  return h(
    "section",
    { class: "panel", "aria-labelledby": id },
    h(
      "header",
      { class: "panel-head" },
      h("div", {}, h("h2", { id }, title), h("p", { class: "hint" }, hint)),
      h("div", { class: "panel-tools" }, extra, saveButtons(picture, state)),
    ),
    place,
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
  const hint =
    count < state.report.head.columnCount
      ? `The ${count} of ${integer(state.report.head.columnCount)} columns that set clusters apart most.`
      : "How far each cluster's mean lies from the mean of all rows.";
  return panel(
    "heat-title",
    "Means of the clusters",
    hint,
    state,
    () => heatPicture(state, choice.selectedIndex === 0),
    choice,
    () => null,
  );
}

export function confusionPanel(state: State): HTMLElement {
  const spoken = () =>
    tableOf(
      "Rows of each class in each cluster",
      ["Cluster", ...state.report.classes.slice(0, most.classes)],
      state
        .counts()
        .slice(0, most.rows)
        .map((row, i) => [state.clusterName(i), ...row.slice(0, most.classes).map(String)]),
    );
  return panel(
    "confusion-title",
    "Clusters against known classes",
    "Rows of each class in each cluster. Dark: most of the cluster.",
    state,
    () => confusionPicture(state),
    null,
    spoken,
  );
}
