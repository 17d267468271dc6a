// A scatter plot of one plane: points, the border of the split, the frame of T_Delta, numbers on the clusters.
import { median } from "d3-array";
import { colouring } from "./colours";
import type { Box } from "./density";
import type { Painter, Point } from "./painter";
import { themeOf } from "./palette";
import type { Plane } from "./plane";
import type { State } from "./state";

export interface PlaneStyle {
  size: number;
  /** 0: where the search started, 1: what it found. */
  t?: number;
  radius?: number;
  most?: number;
  labels?: boolean;
  boundary?: boolean;
  frame?: boolean;
}

/** Numbers need room: at most one cluster for so many pixels of the picture's side. */
const labelRoom = 11;

export const toPixels = (box: Box, size: number) => ({
  x: (v: number) => ((v - box.x0) / (box.x1 - box.x0)) * size,
  y: (v: number) => size - ((v - box.y0) / (box.y1 - box.y0)) * size,
});

/** What each point of a plane is labelled with: its cluster, or the clusters on its side where sides are coloured. */
function labelsOf(state: State, plane: Plane): (i: number) => string {
  const { leaf } = plane.points;
  if (state.colourBy !== "split" || !state.isSplit(plane.node))
    return (i) => String(state.clustering.ofLeaf[leaf[i]]);
  const ranges = state.report.nodes[plane.node].children.map((child) => state.clusterRange(child));
  const sides = plane.sides();
  return (i) => ranges[sides[i]];
}

/** The middle of the points of `node` that share a label. */
function middles(
  state: State,
  plane: Plane,
  node: number,
  x: Float32Array,
  y: Float32Array,
): Map<string, Point> {
  const own = new Set(state.report.below[node]);
  const labelOf = labelsOf(state, plane);
  const members = new Map<string, number[]>();
  plane.points.leaf.forEach((leaf, i) => {
    if (!own.has(leaf)) return;
    const label = labelOf(i);
    const list = members.get(label);
    if (list) list.push(i);
    else members.set(label, [i]);
  });
  const result = new Map<string, Point>();
  members.forEach((list, label) =>
    result.set(label, [median(list, (i) => x[i]) ?? 0, median(list, (i) => y[i]) ?? 0]),
  );
  return result;
}

/** Pushes labels apart that would cover each other; long ones need more room. */
function spreadOut(labels: { x: number; y: number; text: string }[], letters: number): void {
  for (let round = 0; round < 12; ++round)
    labels.forEach((a, i) =>
      labels.slice(i + 1).forEach((b) => {
        const [dx, dy] = [b.x - a.x || 0.1, b.y - a.y];
        const gap = Math.hypot(dx, dy);
        const distance = letters * Math.max(1.25, 0.35 * (a.text.length + b.text.length));
        if (gap >= distance) return;
        const push = (distance - gap) / 2 / gap;
        a.x -= dx * push;
        a.y -= dy * push;
        b.x += dx * push;
        b.y += dy * push;
      }),
    );
}

/** Half the width of Delta along the two axes shown. */
function deltaReach(state: State, plane: Plane): number[] {
  const { beta, spread } = state.report.split(plane.node)!;
  return plane.axes.map((axis) => (beta ?? 0) * (spread[axis] ?? 0));
}

/** Whether a side of the frame crosses the picture of the plane found. */
export function frameIsVisible(state: State, plane: Plane): boolean {
  const [across, up] = deltaReach(state, plane);
  const { x0, x1, y0, y1 } = plane.box;
  const within = (v: number, low: number, high: number) => v > low && v < high;
  return (
    [-across, across].some((v) => within(v, x0, x1)) ||
    (!plane.flat && [-up, up].some((v) => within(v, y0, y1)))
  );
}

function paintFrame(painter: Painter, state: State, plane: Plane, pixels: ReturnType<typeof toPixels>): void {
  const reach = deltaReach(state, plane);
  const [x0, x1] = [pixels.x(-reach[0]), pixels.x(reach[0])];
  const style = { stroke: themeOf(state).frame, dash: "5 4", width: 1.2 };
  if (plane.flat) {
    for (const x of [x0, x1])
      painter.path(
        [
          [x, 0],
          [x, 1e4],
        ],
        style,
      );
    return;
  }
  const [y0, y1] = [pixels.y(reach[1]), pixels.y(-reach[1])];
  painter.rect(x0, y0, x1 - x0, y1 - y0, style);
}

export function paintPlane(
  painter: Painter,
  state: State,
  plane: Plane,
  node: number,
  style: PlaneStyle,
): void {
  const { size, t = 1, radius = 2, most = Infinity } = style;
  const theme = themeOf(state);
  const { x, y, box } = plane.at(t);
  const pixels = toPixels(box, size);
  const { palette, index } = colouring(state, plane, node);
  const grey = palette.length - 1;
  const px = Float32Array.from(x, pixels.x),
    py = Float32Array.from(y, pixels.y);
  const few = plane.order.subarray(0, most);
  const dots = { x: px, y: py, colour: index, palette, radius };
  painter.dots({ ...dots, order: few.filter((i) => index[i] === grey), opacity: 0.45 });
  painter.dots({
    ...dots,
    order: few.filter((i) => index[i] !== grey),
    opacity: few.length > 1500 ? 0.72 : 0.85,
  });
  if (style.boundary && t === 1 && state.report.nodes[plane.node].children.length > 1)
    for (const [from, to] of plane.boundary())
      painter.path(
        [from, to].map(([a, b]): Point => [pixels.x(a), pixels.y(b)]),
        { stroke: theme.text, width: 1.6, opacity: 0.8 },
      );
  if (style.frame && t === 1) paintFrame(painter, state, plane, pixels);
  if (!style.labels) return;
  const letters = Math.max(11.5, size / 27);
  const labels = [...middles(state, plane, node, x, y)].map(([text, [a, b]]) => ({
    text,
    x: pixels.x(a),
    y: pixels.y(b),
  }));
  if (labels.length > size / labelRoom) return;
  spreadOut(labels, letters);
  for (const label of labels)
    painter.text(label.x, label.y + letters * 0.36, label.text, {
      size: letters,
      weight: 700,
      anchor: "middle",
      colour: theme.text,
      halo: theme.halo,
    });
}
