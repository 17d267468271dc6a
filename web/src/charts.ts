// The smaller charts of a node: densities along its axes, loadings, and how the search went.
import { extent, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { clipped, short, signed } from "./dom";
import type { Picture } from "./export";
import type { Painter, Point } from "./painter";
import { category, clusterColours, diverging, nodeColour, themeOf } from "./palette";
import type { Plane } from "./plane";
import type { Numbers } from "./report";
import type { State } from "./state";

/** Densities of the rows along an axis: one for each side of the split, or for each cluster when those are coloured. */
export function densityPicture(
  state: State,
  plane: Plane,
  axis: 0 | 1,
  length: number,
  depth: number,
): Picture {
  const places = 160;
  const byCluster = state.colourBy === "cluster" || !state.isSplit(plane.node);
  const sides = plane.sides();
  const groupOf = (i: number) => (byCluster ? state.clustering.ofLeaf[plane.points.leaf[i]] : sides[i]);
  const groups = [...new Set(Array.from({ length: plane.points.count }, (_, i) => groupOf(i)))].sort(
    (a, b) => a - b,
  );
  const colours = byCluster
    ? clusterColours(state)
    : state.report.nodes[plane.node].children.map((child) => nodeColour(state, child));
  return {
    title: `Density along axis ${plane.axes[axis] + 1}, node ${plane.node}`,
    size: () => (axis === 0 ? { width: length, height: depth } : { width: depth, height: length }),
    draw: (painter) => {
      const all = plane.along(axis, places, () => true);
      const top = max(all) || 1;
      const outline = (values: Float64Array): Point[] =>
        Array.from(values, (v, i) => {
          const along = ((i + 0.5) / places) * length,
            up = (v / top) * (depth - 4);
          return axis === 0 ? [along, depth - up] : [up, length - along];
        });
      const closed = (line: Point[]): Point[] =>
        axis === 0 ? [[0, depth], ...line, [length, depth]] : [[0, length], ...line, [0, 0]];
      for (const group of groups) {
        const line = outline(plane.along(axis, places, (i) => groupOf(i) === group));
        painter.path(closed(line), { fill: colours[group], opacity: 0.5 });
      }
      painter.path(outline(all), { stroke: themeOf(state).soft, width: 1.2 });
    },
  };
}

/** A row of the chart below: a column of the table, and a value for each series. */
export interface Bars {
  column: number;
  values: number[];
  /** Where a thin mark stands in each series. */
  marks?: number[];
}

/** Loadings of the first axes, in the order of the file: the columns that matter most in the plane first. */
export function loadingsOf(state: State, node: number, axes: number[], withStart: boolean): Bars[] {
  const { report } = state;
  const split = report.split(node)!;
  const columns = report.array(split.loadings.columns);
  const [found, start] = [report.array(split.loadings.found), report.array(split.loadings.start)];
  const at = (from: Numbers, i: number) => axes.map((axis) => from[i * split.dimensions + axis] / 32767);
  return Array.from(columns, (column, i) => ({
    column,
    values: at(found, i),
    marks: withStart ? at(start, i) : undefined,
  }));
}

/** Signed bars, one beside another for each series: blue is below zero, red above. */
export function barsPicture(
  state: State,
  title: string,
  series: string[],
  rows: Bars[],
  note: string,
  narrow: boolean,
): Picture {
  const [row, right, top] = [20, 44, 22];
  const [left, letters] = narrow ? [82, 10] : [128, 17];
  const width = narrow ? 360 : series.length > 1 ? 560 : 440;
  const each = (width - left) / series.length;
  const [low, high] = extent([0, ...rows.flatMap((r) => [...r.values, ...(r.marks ?? [])])]) as [number, number];
  const bottom = top + rows.length * row;
  const barsOf = (painter: Painter, k: number) => {
    const theme = themeOf(state);
    const x0 = left + k * each;
    const x = scaleLinear([low, high > low ? high : 1], [x0 + 10, x0 + each - right]);
    const upright = (at: number, from: number, to: number): Point[] => [
      [at, from],
      [at, to],
    ];
    painter.text((x.range()[0] + x.range()[1]) / 2, 13, series[k], {
      size: 12,
      anchor: "middle",
      weight: 650,
      colour: theme.text,
    });
    painter.path(upright(x(0), top, bottom), { stroke: theme.line });
    rows.forEach(({ column, values, marks }, i) => {
      const [y, value] = [top + i * row, values[k]];
      const started = marks ? ` (the search started at ${marks[k].toFixed(2)})` : "";
      painter.rect(Math.min(x(0), x(value)), y + 3, Math.abs(x(value) - x(0)), row - 6, {
        fill: diverging(state, value < 0 ? -0.8 : 0.8),
        radius: 2,
      });
      if (marks)
        painter.path(upright(x(marks[k]), y + 2, y + row - 3), { stroke: theme.text, width: 1.4, opacity: 0.7 });
      painter.text(x0 + each - 4, y + 14, signed(value), { size: 11, anchor: "end", colour: theme.soft });
      painter.rect(x0, y, each, row, {
        fill: theme.text,
        opacity: 0,
        tip: `${state.report.columnName(column)}, ${series[k]}: ${signed(value, 3)}${started}`,
      });
    });
  };
  return {
    title,
    size: () => ({ width, height: bottom + (note ? 22 : 4) }),
    draw: (painter) => {
      const theme = themeOf(state);
      rows.forEach(({ column }, i) =>
        painter.text(left - 4, top + i * row + 14, clipped(state.report.columnName(column), letters), {
          size: 12,
          anchor: "end",
          colour: theme.text,
        }),
      );
      series.forEach((_, k) => barsOf(painter, k));
      if (note) painter.text(left + 10, bottom + 16, note, { size: 11, colour: theme.soft });
    },
  };
}

export function axes(
  painter: Painter,
  colour: { line: string; soft: string },
  x: ReturnType<typeof scaleLinear<number, number>>,
  y: ReturnType<typeof scaleLinear<number, number>>,
  labels: { x: string; y: string },
): void {
  const [x0, x1] = x.range(),
    [y0] = y.range();
  for (const tick of y.ticks(4)) {
    painter.path(
      [
        [x0, y(tick)],
        [x1, y(tick)],
      ],
      { stroke: colour.line },
    );
    painter.text(x0 - 6, y(tick) + 4, short(tick), { size: 11, anchor: "end", colour: colour.soft });
  }
  for (const tick of x.ticks(6).filter(Number.isInteger))
    painter.text(x(tick), y0 + 16, String(tick), { size: 11, anchor: "middle", colour: colour.soft });
  painter.text((x0 + x1) / 2, y0 + 32, labels.x, { size: 11.5, anchor: "middle", colour: colour.soft });
  painter.text(2, 12, labels.y, { size: 11.5, colour: colour.soft });
}

/** Places in the trace, one list for each minimisation: a new one begins at step 0 or with another beta. */
function triesOf(beta: Numbers, step: Numbers): number[][] {
  const tries: number[][] = [];
  for (let i = 0; i < beta.length; ++i)
    if (i === 0 || step[i] === 0 || beta[i] !== beta[i - 1]) tries.push([i]);
    else tries[tries.length - 1].push(i);
  return tries;
}

/** The objective after every accepted step, one line for each size of Delta that was tried. */
export function tracePicture(state: State, node: number): Picture {
  const [width, height] = [460, 230];
  const { report } = state;
  const { trace, lambda2, beta: finalBeta } = report.split(node)!;
  const [beta, value, step] = [report.array(trace.beta), report.array(trace.value), report.array(trace.step)];
  return {
    title: `Search in node ${node}`,
    size: () => ({ width, height }),
    draw: (painter) => {
      const theme = themeOf(state);
      const [low = 0, high = 1] = extent([...value, lambda2 ?? 0]);
      const x = scaleLinear([0, Math.max(1, value.length - 1)], [52, width - 14]);
      const y = scaleLinear([Math.min(low, 0), high], [height - 44, 38]);
      axes(painter, { line: theme.grid, soft: theme.soft }, x, y, {
        x: "accepted steps, all tries",
        y: "objective",
      });
      const tries = triesOf(beta, step);
      tries.forEach((steps, i) => {
        const size = beta[steps[0]];
        const last = Math.abs(size - (finalBeta ?? 0)) < 1e-6;
        const colour = last ? category(theme, 0) : theme.frame;
        painter.path(
          steps.map((at): Point => [x(at), y(value[at])]),
          { stroke: colour, width: last ? 2.4 : 1.4 },
        );
        steps.forEach((at) =>
          painter.circle(x(at), y(value[at]), last ? 2.6 : 1.8, {
            fill: colour,
            tip: `step ${step[at]}, β = ${short(size)}: objective ${short(value[at], 4)}`,
          }),
        );
        if (tries.length <= 8 || last || i === 0)
          painter.text(x(steps[0]), y(value[steps[0]]) - 7, `β ${short(size)}`, {
            size: 11,
            colour: theme.soft,
            anchor: steps[0] === 0 ? "start" : "middle",
            halo: theme.halo,
          });
      });
    },
  };
}
