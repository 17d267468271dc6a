// One plane as it is drawn: its points, how data become pixels, and the way from start to end.
import { quantileSorted } from "d3-array";
import type { Box } from "./density";
import { curve, levelLine, surface } from "./density";
import type { Point } from "./painter";
import type { Points, Report } from "./report";
import { Rotation } from "./rotation";

type Matrix = [number, number, number, number];

/** Points beyond these shares of the rows do not stretch the picture. */
const shownShare = 0.996;

/** The square that holds nearly all points, with room around it. */
function boxAround(x: ArrayLike<number>, y: ArrayLike<number>): Box {
  const range = (values: ArrayLike<number>) => {
    const sorted = Array.from(Float32Array.from(values).sort());
    const rest = (1 - shownShare) / 2;
    return [quantileSorted(sorted, rest) ?? -1, quantileSorted(sorted, 1 - rest) ?? 1];
  };
  const [[x0, x1], [y0, y1]] = [range(x), range(y)];
  const half = (Math.max(x1 - x0, y1 - y0, 1e-9) / 2) * 1.12;
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return { x0: cx - half, x1: cx + half, y0: cy - half, y1: cy + half };
}

/** For one-dimensional projections: a height for each point that does not change from one drawing to the next. */
function scattered(points: Points, x: Float32Array): Float32Array {
  const spread = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / Math.max(1, x.length));
  return Float32Array.from(
    { length: points.count },
    (_, i) => spread * (((points.sampled[i] * 0.618034) % 1) - 0.5),
  );
}

export class Plane {
  readonly points: Points;
  readonly flat: boolean;
  readonly found: [Float32Array, Float32Array];
  readonly start: [Float32Array, Float32Array];
  readonly box: Box;
  readonly startBox: Box;
  readonly order: Uint32Array;
  private readonly rotation: Rotation;

  /** `axes`: which two of the node's directions are shown. */
  constructor(
    private readonly report: Report,
    readonly node: number,
    readonly axes: [number, number] = [0, 1],
  ) {
    this.points = report.points(node);
    const split = report.split(node)!;
    const [i, j] = axes;
    const l = split.dimensions;
    this.flat = l === 1;
    const second = (from: Float32Array[]) => from[j] ?? scattered(this.points, from[0]);
    this.found = [this.points.found[i], second(this.points.found)];
    this.start = [this.points.start[i], second(this.points.start)];
    const block = (m: number[]): Matrix =>
      this.flat ? [m[0], 0, 0, 1] : [m[i * l + i], m[i * l + j], m[j * l + i], m[j * l + j]];
    this.rotation = new Rotation(block(split.gram), block(split.cross));
    this.box = boxAround(...this.found);
    this.startBox = boxAround(...this.start);
    this.order = Uint32Array.from({ length: this.points.count }, (_, k) => k).sort(
      (a, b) => ((a * 0.618034) % 1) - ((b * 0.618034) % 1),
    );
  }

  /** Coordinates and box on the way from start (0) to end (1). */
  at(t: number): { x: Float32Array; y: Float32Array; box: Box } {
    if (t === 1) return { x: this.found[0], y: this.found[1], box: this.box };
    if (t === 0) return { x: this.start[0], y: this.start[1], box: this.startBox };
    const { a, b } = this.rotation.at(t);
    const [x0, y0] = this.start,
      [x1, y1] = this.found;
    const x = new Float32Array(this.points.count),
      y = new Float32Array(this.points.count);
    for (let i = 0; i < x.length; ++i) {
      x[i] = x0[i] * a[0] + y0[i] * a[2] + x1[i] * b[0] + y1[i] * b[2];
      y[i] = x0[i] * a[1] + y0[i] * a[3] + x1[i] * b[1] + y1[i] * b[3];
    }
    const mix = (from: number, to: number) => from + t * (to - from);
    const [from, to] = [this.startBox, this.box];
    return {
      x,
      y,
      box: {
        x0: mix(from.x0, to.x0),
        x1: mix(from.x1, to.x1),
        y0: mix(from.y0, to.y0),
        y1: mix(from.y1, to.y1),
      },
    };
  }

  /** Which child of the node each point goes to. */
  sides(): Uint8Array {
    const { children } = this.report.nodes[this.node];
    const sideOf = new Map<number, number>();
    children.forEach((child, side) => this.report.below[child].forEach((label) => sideOf.set(label, side)));
    return Uint8Array.from(this.points.leaf, (label) => sideOf.get(label)!);
  }

  private bandwidth(box: Box): number {
    return (box.x1 - box.x0) / 36;
  }

  densityAtPoints(): Float64Array {
    return surface(...this.found, this.points.weight, this.box, this.bandwidth(this.box));
  }

  /** The border between the children: where the smoothed rows of one side outweigh those of the others. */
  boundary(): [Point, Point][] {
    const sides = this.sides();
    const count = this.report.nodes[this.node].children.length;
    const layers = Array.from({ length: count }, (_, side) =>
      surface(
        ...this.found,
        this.points.weight,
        this.box,
        this.bandwidth(this.box),
        (i) => sides[i] === side,
      ),
    );
    const lines: [Point, Point][] = [];
    for (let side = 0; side < (count === 2 ? 1 : count); ++side) {
      const others = layers
        .filter((_, i) => i !== side)
        .reduce((most, layer) => most.map((v, i) => Math.max(v, layer[i])));
      lines.push(...levelLine(layers[side], others, this.box));
    }
    return lines;
  }

  /** Densities along an axis (0 across, 1 up) of the rows that `keep` chooses, at `places` places. */
  along(axis: 0 | 1, places: number, keep: (i: number) => boolean): Float64Array {
    const [low, high] = axis === 0 ? [this.box.x0, this.box.x1] : [this.box.y0, this.box.y1];
    return curve(this.found[axis], this.points.weight, low, high, places, (high - low) / 60, keep);
  }
}
