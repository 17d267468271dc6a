// How sure the splits are: what the neighbour graph and the other candidates say of each.
import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { axes } from "./charts";
import { h, short } from "./dom";
import { type Picture, saveButtons, svgElement } from "./export";
import type { SplitHead } from "./format";
import type { Point } from "./painter";
import { category, themeOf } from "./palette";
import type { State } from "./state";

/** Below the head's limit the other candidates cut elsewhere more often than not. */
export const isDoubtful = (state: State, { stability }: SplitHead): boolean =>
  stability !== null && stability < state.report.head.doubtfulBelow;

interface Step {
  clusters: number;
  node: number;
  split: SplitHead;
}

/** The splits in the order in which they were made; split i makes i + 2 clusters. */
function steps(state: State): Step[] {
  const { nodes } = state.report.head;
  return nodes
    .map((node, i) => ({ order: node.order, node: i, split: node.split }))
    .filter((step): step is { order: number; node: number; split: SplitHead } => step.split !== undefined)
    .sort((a, b) => a.order - b.order)
    .map(({ node, split }, i) => ({ clusters: i + 2, node, split }));
}

function cutPicture(state: State, all: Step[]): Picture {
  const [width, height] = [Math.min(760, 120 + 46 * all.length), 260];
  return {
    title: "How sure the splits are",
    size: () => ({ width, height }),
    draw: (painter) => {
      const theme = themeOf(state);
      const tops = all.map(({ split: s }) => Math.max(s.cut ?? 0, s.cloudCut ?? 0));
      const x = scaleLinear([1.5, all.length + 1.5], [52, width - 14]);
      const y = scaleLinear([0, Math.max(1, max(tops) ?? 1)], [height - 44, 24]);
      axes(painter, { line: theme.grid, soft: theme.soft }, x, y, { x: "clusters", y: "normalised cut" });
      const line = (value: (s: SplitHead) => number | null, colour: string, name: string) => {
        const known = all.filter(({ split }) => value(split) !== null);
        painter.path(known.map(({ clusters, split }): Point => [x(clusters), y(value(split)!)]), { stroke: colour, width: 2 });
        for (const { clusters, node, split } of known)
          painter.circle(x(clusters), y(value(split)!), 4, {
            fill: colour,
            tip: `${clusters} clusters (node ${node}): ${name} ${short(value(split)!, 4)}`,
          });
      };
      for (const { clusters, split } of all) {
        if (split.cloudCut === null || split.cloudLeast === null) continue;
        painter.rect(x(clusters) - 9, y(split.cloudCut), 18, y(split.cloudLeast) - y(split.cloudCut), {
          fill: theme.frame,
          opacity: 0.6,
          radius: 3,
          tip: `one cloud would be cut ${short(split.cloudCut, 4)}, seldom below ${short(split.cloudLeast, 4)}`,
        });
      }
      line((s) => s.stability, category(theme, 1), "stability");
      line((s) => s.cut, category(theme, 0), "cut");
    },
  };
}

/** Nothing when no split was judged, as in a fit of the paper's plain method. */
export function surenessPanel(state: State): HTMLElement | "" {
  const all = steps(state);
  if (!all.some(({ split }) => split.cut !== null || split.stability !== null)) return "";
  const place = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Cut and stability of the splits" });
  const picture = () => cutPicture(state, all);
  const draw = () => place.replaceChildren(svgElement(picture(), "Cut and stability against the number of clusters"));
  draw();
  state.onChange((change) => change === "theme" && draw());
  const doubtful = all.filter(({ split }) => isDoubtful(state, split)).length;
  return h(
    "section",
    { class: "panel", id: "sureness" },
    h("header", { class: "panel-head" }, h("h2", {}, "How sure the splits are"), saveButtons(picture, state)),
    place,
    h(
      "p",
      { class: "hint" },
      "First colour: share of the neighbour graph that a split cuts (0: it cuts no neighbours apart). " +
        "Second colour: stability, the agreement of other candidates and refits with the split (1: all cut alike). " +
        "Grey: what one even cloud would be cut, where that was asked." +
        (doubtful ? ` Splits that others do not agree on: ${doubtful}.` : ""),
    ),
  );
}
