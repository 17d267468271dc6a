// How sure the splits are: one line for each, in the order in which they were made.
import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { chartPanel } from "./chart_panel";
import { clarityOf } from "./clarity";
import { clipped, percent, short } from "./dom";
import type { Picture } from "./export";
import type { Painter } from "./painter";
import { category, themeOf } from "./palette";
import type { State } from "./state";

interface Step {
  node: number;
  clarity: number | undefined;
  cut: number | null;
}

/** The splits that stand, the first one first. */
function steps(state: State): Step[] {
  const { nodes } = state.report;
  return nodes
    .map(({ split }, node) => ({ node, clarity: clarityOf(state, node)?.value, cut: split?.cut ?? null }))
    .filter(({ node }) => state.isSplit(node))
    .sort((a, b) => nodes[a.node].order - nodes[b.node].order);
}

/** What the marks say. */
interface Scale {
  mark: string;
  axis: string;
  most: number;
  value: (step: Step) => number | null | undefined;
  tick: (x: number) => string;
  zones: boolean;
}

/** By clarity where it is known; else by the share of neighbour links that are cut. */
function scaleOf(all: Step[]): Scale {
  if (all.some(({ clarity }) => clarity !== undefined))
    return {
      mark: "clarity of the split",
      axis: "how clear: 0 not at all, 1 fully",
      most: 1,
      value: ({ clarity }) => clarity,
      tick: String,
      zones: true,
    };
  return {
    mark: "cut of the split",
    axis: "share of neighbour links cut: the fewer, the clearer",
    most: 1.08 * (max(all, ({ cut }) => cut ?? 0) || 0.1),
    value: ({ cut }) => cut,
    tick: percent,
    zones: false,
  };
}

const [rowHeight, top] = [26, 46];

/** Where the words clear, weak and doubtful begin and end. */
function drawZones(painter: Painter, state: State, x: (v: number) => number, bottom: number): void {
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
  const scale = scaleOf(all);
  const [width, left] = narrow ? [330, 86] : [640, 120];
  const bottom = top + all.length * rowHeight;
  const x = scaleLinear([0, scale.most], [left, width - 20]);
  const drawStep = (painter: Painter, step: Step, y: number) => {
    const theme = themeOf(state);
    const { children } = state.report.nodes[step.node];
    const sides = children.map((child) => state.clusterRange(child)).join(" | ");
    const style = { size: 12.5, anchor: "end", weight: 650, colour: theme.text } as const;
    painter.text(left - 12, y + 4, clipped(sides, narrow ? 12 : 17), style);
    const value = scale.value(step);
    if (typeof value === "number")
      painter.circle(x(value), y, 6, {
        fill: category(theme, 0),
        tip: `${sides}: ${scale.mark} ${short(value)}`,
      });
  };
  return {
    title: "How sure the splits are",
    size: () => ({ width, height: bottom + 44 }),
    draw: (painter) => {
      const theme = themeOf(state);
      painter.circle(14, 12, 6, { fill: category(theme, 0) });
      painter.text(28, 16, scale.mark, { size: 12, colour: theme.text });
      if (scale.zones) drawZones(painter, state, x, bottom);
      for (const tick of x.ticks(narrow ? 3 : 5)) {
        painter.path(
          [
            [x(tick), top],
            [x(tick), bottom],
          ],
          { stroke: theme.line },
        );
        const style = { size: 11, anchor: "middle", colour: theme.soft } as const;
        painter.text(x(tick), bottom + 16, scale.tick(tick), style);
      }
      painter.text(width - 6, bottom + 36, scale.axis, { size: 12, anchor: "end", colour: theme.text });
      all.forEach((step, i) => drawStep(painter, step, top + (i + 0.5) * rowHeight));
    },
  };
}

/** Nothing when no split was judged, as in a fit of the paper's plain method by an earlier version. */
export function surenessPanel(state: State): HTMLElement | null {
  if (!steps(state).some((step) => step.clarity !== undefined || step.cut !== null)) return null;
  const label = () => {
    const all = steps(state);
    const scale = scaleOf(all);
    const told = all.map((step) => `${state.title(step.node)} ${short(scale.value(step) ?? NaN)}`);
    return `${scale.axis}: ${told.join(", ")}`;
  };
  return chartPanel(state, {
    id: "sureness",
    title: "How sure the splits are",
    hint: "One line for each split, the first one on top: the clusters on its one side | on its other side.",
    label,
    picture: (narrow) => surenessPicture(state, narrow),
  });
}
