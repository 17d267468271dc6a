// How sure the splits are: one line for each, in the order in which they were made.
import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { clarityOf } from "./clarity";
import { chartPanel } from "./chart_panel";
import { clipped, percent, short } from "./dom";
import type { Picture } from "./export";
import type { Clarity, SplitHead } from "./format";
import type { Painter, Point } from "./painter";
import { category, themeOf } from "./palette";
import type { State } from "./state";

interface Step {
  node: number;
  split: SplitHead;
  clarity: Clarity | null;
}

/** The splits that stand, the first one first. */
function steps(state: State): Step[] {
  const { nodes } = state.report;
  return nodes
    .map(({ split }, node) => ({ node, split: split!, clarity: clarityOf(state, node) }))
    .filter(({ node, split }) => split && state.isSplit(node))
    .sort((a, b) => nodes[a.node].order - nodes[b.node].order);
}

/** One kind of mark in the chart. */
interface Series {
  text: string;
  colour: string;
  value: (step: Step) => number | null | undefined;
  diamond?: boolean;
}

interface Chart {
  axis: string;
  most: number;
  series: Series[];
  /** What one even cloud would get: from and to, where that was asked. */
  cloud: (split: SplitHead) => [number, number] | null;
  ticks: (x: number) => string;
}

/** By clarity where it is known; else by the share of neighbour links that are cut. */
function chartOf(state: State, all: Step[]): Chart {
  const theme = themeOf(state);
  if (all.some(({ clarity }) => clarity))
    return {
      axis: "how clear: 0 not at all, 1 fully",
      most: 1,
      series: [
        { text: "clarity", colour: category(theme, 0), value: ({ clarity }) => clarity?.value },
        {
          text: "stability: how far other candidates agree",
          colour: category(theme, 1),
          value: ({ split }) => split.stability,
          diamond: true,
        },
      ],
      cloud: () => null,
      ticks: (x) => String(x),
    };
  return {
    axis: "share of neighbour links cut: the fewer, the clearer",
    most: 1.08 * (max(all, ({ split: s }) => Math.max(s.cut ?? 0, s.cloudCut ?? 0)) || 0.1),
    series: [{ text: "this split", colour: category(theme, 0), value: ({ split }) => split.cut }],
    cloud: ({ cloudCut, cloudLeast }) =>
      cloudCut === null || cloudLeast === null ? null : [cloudLeast, cloudCut],
    ticks: percent,
  };
}

const [rowHeight, zoneHeight, legendHeight] = [26, 24, 22];

function mark(painter: Painter, x: number, y: number, { colour, diamond }: Series, tip?: string): void {
  if (!diamond) return painter.circle(x, y, 6, { fill: colour, tip });
  const r = 6.5;
  const corners: Point[] = [
    [x - r, y],
    [x, y - r],
    [x + r, y],
    [x, y + r],
  ];
  painter.path(corners, { fill: colour, tip });
}

/** What the marks mean, one below another. */
function legendOf(state: State, chart: Chart, all: Step[]): { text: string; draw: Draw }[] {
  const theme = themeOf(state);
  const entries = chart.series
    .filter(({ value }) => all.some((step) => typeof value(step) === "number"))
    .map((series) => ({
      text: series.text,
      draw: (painter: Painter, x: number, y: number) => mark(painter, x, y, series),
    }));
  if (all.some(({ split }) => chart.cloud(split)))
    entries.push({
      text: "what one even cloud would get",
      draw: (painter, x, y) =>
        painter.rect(x - 8, y - 6, 16, 12, { fill: theme.frame, opacity: 0.6, radius: 3 }),
    });
  return entries;
}
type Draw = (painter: Painter, x: number, y: number) => void;

/** Where the words clear, weak and doubtful begin and end. */
function drawZones(painter: Painter, state: State, x: (v: number) => number, top: number, bottom: number): void {
  const limits = state.report.head.clarityLimits;
  if (!limits) return;
  const theme = themeOf(state);
  const zones = [0, limits.weak, limits.clear, 1];
  ["doubtful", "weak", "clear"].forEach((word, i) => {
    const [from, to] = [x(zones[i]), x(zones[i + 1])];
    if (i % 2) painter.rect(from, top - 4, to - from, bottom - top + 4, { fill: theme.grid, opacity: 0.7 });
    painter.text((from + to) / 2, top - 9, word, { size: 11.5, anchor: "middle", colour: theme.soft });
  });
}

function surenessPicture(state: State, narrow: boolean): Picture {
  const all = steps(state);
  const chart = chartOf(state, all);
  const legend = legendOf(state, chart, all);
  const [width, left] = narrow ? [330, 86] : [640, 120];
  const top = legend.length * legendHeight + zoneHeight;
  const bottom = top + all.length * rowHeight;
  const x = scaleLinear([0, chart.most], [left, width - 20]);
  const drawStep = (painter: Painter, step: Step, y: number) => {
    const { node, split } = step;
    const theme = themeOf(state);
    const sides = state.report.nodes[node].children.map((child) => state.clusterRange(child)).join(" | ");
    painter.text(left - 12, y + 4, clipped(sides, narrow ? 12 : 17), {
      size: 12.5,
      anchor: "end",
      weight: 650,
      colour: theme.text,
    });
    const cloud = chart.cloud(split);
    if (cloud)
      painter.rect(x(cloud[0]), y - 7, x(cloud[1]) - x(cloud[0]), 14, {
        fill: theme.frame,
        opacity: 0.6,
        radius: 3,
        tip: `one even cloud would get ${short(cloud[1])}, seldom below ${short(cloud[0])}`,
      });
    for (const series of chart.series) {
      const value = series.value(step);
      if (typeof value === "number")
        mark(painter, x(value), y, series, `${sides}: ${series.text} ${short(value)}`);
    }
  };
  return {
    title: "How sure the splits are",
    size: () => ({ width, height: bottom + 44 }),
    draw: (painter) => {
      const theme = themeOf(state);
      legend.forEach(({ text, draw }, i) => {
        draw(painter, 14, 12 + i * legendHeight);
        painter.text(28, 16 + i * legendHeight, text, { size: 12, colour: theme.text });
      });
      if (chart.most === 1) drawZones(painter, state, x, top, bottom);
      for (const tick of x.ticks(narrow ? 3 : 5)) {
        painter.path(
          [
            [x(tick), top],
            [x(tick), bottom],
          ],
          { stroke: theme.line },
        );
        painter.text(x(tick), bottom + 16, chart.ticks(tick), {
          size: 11,
          anchor: "middle",
          colour: theme.soft,
        });
      }
      painter.text(width - 6, bottom + 36, chart.axis, { size: 12, anchor: "end", colour: theme.text });
      all.forEach((step, i) => drawStep(painter, step, top + (i + 0.5) * rowHeight));
    },
  };
}

/** Nothing when no split was judged, as in a fit of the paper's plain method. */
export function surenessPanel(state: State): HTMLElement | null {
  if (!steps(state).some(({ split, clarity }) => clarity || split.cut !== null)) return null;
  const label = () => {
    const all = steps(state);
    const told = all.map(
      ({ node, split, clarity }) => `${state.title(node)} ${short(clarity?.value ?? split.cut ?? NaN)}`,
    );
    return `${chartOf(state, all).axis}: ${told.join(", ")}`;
  };
  return chartPanel(state, {
    id: "sureness",
    title: "How sure the splits are",
    hint: "One line for each split, the first one on top: the clusters on its one side | on its other side.",
    label,
    picture: (narrow) => surenessPicture(state, narrow),
  });
}
