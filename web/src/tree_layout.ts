// Where the nodes of the tree stand, and the tree as one picture.
import { clipped, integer } from "./dom";
import type { Picture } from "./export";
import { paintPlane } from "./paint_plane";
import type { Painter, Point } from "./painter";
import { nodeColour, themeOf } from "./palette";
import { Plane } from "./plane";
import type { Report } from "./report";
import type { State } from "./state";

/** Pixels of a card beside its picture: the line above it, and the room to the next card along and across the tree. */
export const card = { caption: 22, along: 32, across: 12, smallest: 64, largest: 150 };
const margin = 8;
const listed = { size: 76, row: 88, indent: 11 };

/** The tree grows downwards, to the right, or is a list for narrow screens. */
export type Direction = "down" | "right" | "list";

export interface Placed {
  node: number;
  /** Left upper corner of the card. */
  x: number;
  y: number;
  width: number;
  depth: number;
  parent: Placed | null;
  open: boolean;
}
export interface Layout {
  direction: Direction;
  /** Side of the pictures. */
  size: number;
  placed: Placed[];
  width: number;
  height: number;
}

/** Children drawn below a node: none below a cluster or a collapsed node. */
export const shownChildren = (state: State, node: number): number[] =>
  state.isCluster(node) || state.collapsed.has(node) ? [] : state.report.nodes[node].children;

interface Spot {
  node: number;
  /** Place across the tree, in cards, relative to the parent's. */
  slot: number;
  children: Spot[];
  /** First and last slot on each level from here down, relative to this node. */
  low: number[];
  high: number[];
}

/** Packs subtrees as close as their outlines allow; where one child alone goes on, it stands straight behind its parent. */
function arranged(state: State, node: number): Spot {
  const children = shownChildren(state, node).map((child) => arranged(state, child));
  const [low, high]: number[][] = [[], []];
  for (const child of children) {
    child.slot = Math.max(0, ...child.low.map((left, depth) => (high[depth] ?? -Infinity) + 1 - left));
    child.low.forEach((left, depth) => {
      low[depth] ??= child.slot + left;
      high[depth] = child.slot + child.high[depth];
    });
  }
  const going = children.filter((child) => child.children.length > 0);
  const ends = going.length === 1 ? going : children;
  const middle = ends.length ? (ends[0].slot + ends[ends.length - 1].slot) / 2 : 0;
  for (const child of children) child.slot -= middle;
  const shifted = (line: number[]) => [0, ...line.map((slot) => slot - middle)];
  return { node, slot: 0, children, low: shifted(low), high: shifted(high) };
}

/** The largest pictures with which the tree fits into the room, growing downwards or to the right. */
function bestShape(spot: Spot, room: { width: number; height: number }): { size: number; direction: Direction } {
  const slots = Math.max(...spot.high) - Math.min(...spot.low) + 1;
  const levels = spot.low.length;
  const within = (width: number, count: number, extra: number) => (width - 2 * margin) / count - extra;
  const down = Math.min(
    within(room.width, slots, card.across),
    within(room.height + card.along, levels, card.caption + card.along),
  );
  const right = Math.min(
    within(room.width + card.along, levels, card.along),
    within(room.height, slots, card.caption + card.across),
  );
  return { size: Math.floor(Math.max(down, right)), direction: right > down ? "right" : "down" };
}

function placedSpots(root: Spot, { size, direction }: { size: number; direction: Direction }): Layout {
  const first = Math.min(...root.low);
  const placed: Placed[] = [];
  const visit = (spot: Spot, slot: number, depth: number, parent: Placed | null): void => {
    const across = slot - first;
    const [x, y] =
      direction === "down"
        ? [across * (size + card.across), depth * (size + card.caption + card.along)]
        : [depth * (size + card.along), across * (size + card.caption + card.across)];
    const open = spot.children.length > 0;
    const at = { node: spot.node, x: x + margin, y: y + margin, width: size, depth, parent, open };
    placed.push(at);
    for (const child of spot.children) visit(child, slot + child.slot, depth + 1, at);
  };
  visit(root, 0, 0, null);
  const right = Math.max(...placed.map(({ x }) => x + size)) + margin;
  const bottom = Math.max(...placed.map(({ y }) => y + size + card.caption)) + margin;
  return { direction, size, placed, width: right, height: bottom };
}

function placedList(root: Spot, width: number): Layout {
  const placed: Placed[] = [];
  const visit = (spot: Spot, depth: number, parent: Placed | null): void => {
    const x = depth * listed.indent;
    const open = spot.children.length > 0;
    const at = { node: spot.node, x, y: placed.length * listed.row, width: width - x, depth, parent, open };
    placed.push(at);
    for (const child of spot.children) visit(child, depth + 1, at);
  };
  visit(root, 0, null);
  return { direction: "list", size: listed.size, placed, width, height: placed.length * listed.row };
}

/** `zoom` makes the pictures larger or smaller than what fits best. */
export function layoutTree(
  state: State,
  room: { width: number; height: number },
  narrow: boolean,
  zoom = 1,
): Layout {
  const root = arranged(state, 0);
  if (narrow) return placedList(root, room.width);
  const { size, direction } = bestShape(root, room);
  const fitting = Math.max(card.smallest, Math.min(card.largest, size));
  return placedSpots(root, { size: Math.round(fitting * zoom), direction });
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
    labels: !state.isCluster(node),
  });
}

/** Colour of the frame of a node and of the branch to it. */
export function frameColour(state: State, node: number): string {
  const own = state.isCluster(node) || (state.colourBy === "split" && node !== 0);
  return own ? nodeColour(state, node) : themeOf(state).frame;
}

export const branchWidth = (state: State, node: number) =>
  1.5 + 8 * Math.sqrt(state.report.nodes[node].rows / state.report.total);

/** From the picture of the parent to the card of the child. */
export function branch({ direction, size }: Layout, child: Placed): Point[] {
  const parent = child.parent!;
  const picture = (at: Placed) => at.y + (direction === "list" ? 0 : card.caption);
  if (direction === "list") {
    const [x, y] = [parent.x + 5, child.y + size / 2];
    return [
      [x, parent.y + size],
      [x, y],
      [child.x, y],
    ];
  }
  const down = direction === "down";
  const [x0, y0] = down
    ? [parent.x + size / 2, picture(parent) + size]
    : [parent.x + size, picture(parent) + size / 2];
  const [x1, y1] = down ? [child.x + size / 2, child.y] : [child.x, picture(child) + size / 2];
  const [bendX, bendY] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return Array.from({ length: 25 }, (_, i) => {
    const t = i / 24,
      u = 1 - t;
    const mix = (a: number, b: number, c: number, d: number) =>
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    return down
      ? ([mix(x0, x0, x1, x1), mix(y0, bendY, bendY, y1)] as Point)
      : ([mix(x0, bendX, bendX, x1), mix(y0, y0, y1, y1)] as Point);
  });
}

/** What stands above a picture: the number or name of a cluster, the numbers of the clusters in a group. */
export const cardTitle = (state: State, node: number) =>
  state.isCluster(node) ? state.title(node) : node === 0 ? "All" : state.clusterRange(node);

export function treePicture(state: State): Picture {
  const layout = () => {
    const root = arranged(state, 0);
    const { direction } = bestShape(root, { width: 1300, height: 700 });
    return placedSpots(root, { size: card.largest, direction });
  };
  return {
    title: `Tree of ${state.report.head.title}`,
    size: layout,
    draw: (painter) => {
      const theme = themeOf(state);
      const all = layout();
      const { placed, size } = all;
      for (const at of placed)
        if (at.parent)
          painter.path(branch(all, at), {
            stroke: frameColour(state, at.node),
            width: branchWidth(state, at.node),
            opacity: 0.55,
          });
      for (const { x, y, node } of placed) {
        const top = y + card.caption;
        painter.rect(x, top, size, size, {
          fill: theme.panel,
          stroke: frameColour(state, node),
          width: state.isCluster(node) ? 3 : 1.2,
          radius: 10,
        });
        painter.inside(x, top, size, size, (inner) => paintThumb(inner, state, node, size));
        const letters = { size: 13, halo: theme.halo };
        painter.text(x + 3, y + 16, clipped(cardTitle(state, node), 13), {
          ...letters,
          weight: 700,
          colour: theme.text,
        });
        painter.text(x + size - 3, y + 16, integer(state.report.nodes[node].rows), {
          ...letters,
          anchor: "end",
          colour: theme.soft,
        });
      }
    },
  };
}
