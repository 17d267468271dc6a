// Where the nodes of the tree stand, and the tree as one picture.
import { hierarchy, tree } from "d3-hierarchy";
import { clipped, integer, short } from "./dom";
import type { Picture } from "./export";
import { paintPlane } from "./paint_plane";
import type { Painter, Point } from "./painter";
import { category, clusterColour, themeOf } from "./palette";
import { Plane } from "./plane";
import type { Report } from "./report";
import type { State } from "./state";

export const card = { size: 148, caption: 25, gapX: 16, gapY: 46 };

export interface Placed {
  node: number;
  x: number;
  y: number;
  depth: number;
  parent: Placed | null;
  open: boolean;
}
export interface Layout {
  placed: Placed[];
  width: number;
  height: number;
}

/** Children drawn below a node: none below a cluster or a collapsed node. */
export const shownChildren = (state: State, node: number): number[] =>
  state.isCluster(node) || state.collapsed.has(node) ? [] : state.report.nodes[node].children;

export function layoutTree(state: State): Layout {
  const root = tree<{ node: number }>()
    .nodeSize([card.size + card.gapX, card.size + card.caption + card.gapY])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.12))(
    hierarchy({ node: 0 }, ({ node }) => shownChildren(state, node).map((child) => ({ node: child }))),
  );
  const left = Math.min(...root.descendants().map((d) => d.x)) - card.size / 2 - 12;
  const byNode = new Map<number, Placed>();
  const placed = root.descendants().map((d) => {
    const at: Placed = {
      node: d.data.node,
      x: d.x - left,
      y: d.y + 12,
      depth: d.depth,
      open: Boolean(d.children),
      parent: d.parent ? byNode.get(d.parent.data.node)! : null,
    };
    byNode.set(at.node, at);
    return at;
  });
  return {
    placed,
    width: Math.max(...placed.map((p) => p.x)) + card.size / 2 + 12,
    height: Math.max(...placed.map((p) => p.y)) + card.size + card.caption + 12,
  };
}

const planes = new WeakMap<Report, Map<number, Plane>>();

/** The plane that a node is drawn in, made once. None when the tree is a single leaf. */
export function planeFor(report: Report, node: number): Plane | null {
  const owner = report.planeOf(node);
  if (owner < 0) return null;
  let known = planes.get(report);
  if (!known) planes.set(report, (known = new Map()));
  let plane = known.get(owner);
  if (!plane) known.set(owner, (plane = new Plane(report, owner)));
  return plane;
}

export function paintThumb(painter: Painter, state: State, node: number, size: number): void {
  const plane = planeFor(state.report, node);
  if (!plane) return;
  const count = state.report.points(node).count;
  paintPlane(painter, state, plane, node, {
    size,
    most: 1600,
    radius: count > 700 ? size / 120 : size / 88,
    labels: state.colourBy === "cluster" && !state.isCluster(node),
  });
}

/** Colour of the frame of a node and of the branch to it. */
export function nodeColour(state: State, node: number): string {
  const cluster = state.clustering.nodes.indexOf(node);
  if (cluster >= 0) return clusterColour(state, cluster);
  if (state.colourBy === "split" && state.report.nodes[node].parent >= 0)
    return category(
      themeOf(state),
      state.report.nodes[state.report.nodes[node].parent].children.indexOf(node),
    );
  return themeOf(state).frame;
}

export const branchWidth = (state: State, node: number) =>
  1.5 + 10 * Math.sqrt(state.report.nodes[node].rows / state.report.head.rows);

/** From the fork below the parent to the top of the child. */
export function branch(child: Placed): Point[] {
  const [x0, y0] = [child.parent!.x, child.parent!.y + card.size + card.caption];
  const [x1, y1] = [child.x, child.y];
  const middle = (y0 + y1) / 2;
  return Array.from({ length: 25 }, (_, i) => {
    const t = i / 24,
      u = 1 - t;
    const mix = (a: number, b: number, c: number, d: number) =>
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    return [mix(x0, x0, x1, x1), mix(y0, middle, middle, y1)] as Point;
  });
}

export function nodeTitle(state: State, node: number): string {
  const cluster = state.clustering.nodes.indexOf(node);
  return cluster >= 0 ? state.clusterName(cluster) : node === 0 ? "All rows" : `Node ${node}`;
}

export function treePicture(state: State): Picture {
  return {
    title: `Tree of ${state.report.head.title}`,
    size: () => {
      const { width, height } = layoutTree(state);
      return { width, height };
    },
    draw: (painter) => {
      const theme = themeOf(state);
      const { placed } = layoutTree(state);
      for (const at of placed)
        if (at.parent)
          painter.path(branch(at), {
            stroke: nodeColour(state, at.node),
            width: branchWidth(state, at.node),
            opacity: 0.55,
          });
      for (const at of placed) {
        const [x, y] = [at.x - card.size / 2, at.y];
        const cluster = state.isCluster(at.node);
        painter.rect(x, y, card.size, card.size, {
          fill: theme.panel,
          stroke: nodeColour(state, at.node),
          width: cluster ? 3 : 1.2,
          radius: 10,
        });
        painter.inside(x, y, card.size, card.size, (inner) => paintThumb(inner, state, at.node, card.size));
        painter.text(x + 4, y + card.size + 17, clipped(nodeTitle(state, at.node), 13), {
          size: 13,
          weight: 700,
          colour: theme.text,
          halo: theme.halo,
        });
        painter.text(x + card.size - 4, y + card.size + 17, integer(state.report.nodes[at.node].rows), {
          size: 12,
          anchor: "end",
          colour: theme.soft,
          halo: theme.halo,
        });
        if (at.open)
          painter.text(
            at.x,
            y + card.size + card.caption + 14,
            `λ₂ ${short(state.report.split(at.node)!.lambda2)}`,
            { size: 12, anchor: "middle", colour: theme.text, halo: theme.halo },
          );
      }
    },
  };
}
