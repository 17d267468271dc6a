// Smooth densities of weighted points, on a line and on a square grid, and the line where one side gives way to another.
import type { Point } from "./painter";

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

function gaussian(length: number, bandwidth: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => Math.exp(-0.5 * (i / bandwidth) ** 2));
}

/** Density at `cells` places between low and high; `keep` chooses points. */
export function curve(
  x: ArrayLike<number>,
  weight: ArrayLike<number>,
  low: number,
  high: number,
  cells: number,
  bandwidth: number,
  keep: (i: number) => boolean = () => true,
): Float64Array {
  const bins = new Float64Array(cells);
  for (let i = 0; i < x.length; ++i) {
    const at = Math.floor(((x[i] - low) / (high - low)) * cells);
    if (keep(i) && at >= 0 && at < cells) bins[at] += weight[i];
  }
  return blurred(
    bins,
    gaussian(cells, Math.max(0.5, (bandwidth / (high - low)) * cells)),
    1,
    cells,
    1,
    cells,
  );
}

/** Convolves `lines` lines of `count` cells. */
function blurred(
  from: Float64Array,
  kernel: Float64Array,
  lines: number,
  count: number,
  step: number,
  lineStep: number,
): Float64Array {
  const to = new Float64Array(from.length);
  for (let line = 0; line < lines; ++line)
    for (let i = 0; i < count; ++i) {
      const value = from[line * lineStep + i * step];
      if (value === 0) continue;
      for (let j = 0; j < count; ++j) to[line * lineStep + j * step] += value * kernel[Math.abs(i - j)];
    }
  return to;
}

const cells = 72;

/** Weighted density on a grid of cells x cells over the box; points outside count at the border. */
export function surface(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weight: ArrayLike<number>,
  box: Box,
  bandwidth: number,
  keep: (i: number) => boolean = () => true,
): Float64Array {
  const bins = new Float64Array(cells * cells);
  for (let i = 0; i < x.length; ++i) if (keep(i)) bins[cellOf(x[i], y[i], box)] += weight[i];
  const kernel = gaussian(cells, Math.max(1, (bandwidth / (box.x1 - box.x0)) * cells));
  return blurred(blurred(bins, kernel, cells, cells, 1, cells), kernel, cells, cells, cells, 1);
}

export function cellOf(x: number, y: number, box: Box): number {
  const clamp = (t: number) => Math.max(0, Math.min(cells - 1, Math.floor(t * cells)));
  return clamp((y - box.y0) / (box.y1 - box.y0)) * cells + clamp((x - box.x0) / (box.x1 - box.x0));
}

/** Pieces of the line where `first` equals `second`, by marching squares on the logarithm of their ratio. */
export function levelLine(first: Float64Array, second: Float64Array, box: Box): [Point, Point][] {
  const value = (i: number, j: number) =>
    Math.log(first[j * cells + i] + 1e-300) - Math.log(second[j * cells + i] + 1e-300);
  const place = (i: number, j: number): Point => [
    box.x0 + ((i + 0.5) / cells) * (box.x1 - box.x0),
    box.y0 + ((j + 0.5) / cells) * (box.y1 - box.y0),
  ];
  const pieces: [Point, Point][] = [];
  for (let j = 0; j + 1 < cells; ++j)
    for (let i = 0; i + 1 < cells; ++i) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ] as const;
      const crossings: Point[] = [];
      corners.forEach(([ai, aj], k) => {
        const [bi, bj] = corners[(k + 1) % 4];
        const a = value(ai, aj),
          b = value(bi, bj);
        if (a > 0 === b > 0) return;
        const t = a / (a - b);
        const [p, q] = [place(ai, aj), place(bi, bj)];
        crossings.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
      });
      for (let k = 0; k + 1 < crossings.length; k += 2) pieces.push([crossings[k], crossings[k + 1]]);
    }
  return pieces;
}
