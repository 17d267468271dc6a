// The shortest turn from the plane where a search started to the plane that it found.
//
// With orthonormal V0 and Q1 = V1 M^-1 (M = (V1'V1)^1/2, close to 1), the SVD of V0'Q1 = U cos(angles) W' gives pairs of
// directions that turn into each other; their weights on the way are those of a rotation by the angle between them.
// Every plane on the way is spanned by the two ends, so a row's coordinates are P(t) = P0 A(t) + P1 B(t).

type Matrix = [number, number, number, number]; // rows: [a b; c d]

const times = (x: Matrix, y: Matrix): Matrix => [
  x[0] * y[0] + x[1] * y[2],
  x[0] * y[1] + x[1] * y[3],
  x[2] * y[0] + x[3] * y[2],
  x[2] * y[1] + x[3] * y[3],
];
const turn = (angle: number): Matrix => [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle)];
const diagonal = (a: number, b: number): Matrix => [a, 0, 0, b];

function root(g: Matrix): Matrix {
  const s = Math.sqrt(Math.max(1e-12, g[0] * g[3] - g[1] * g[2]));
  const t = Math.sqrt(Math.max(1e-12, g[0] + g[3] + 2 * s));
  return [(g[0] + s) / t, g[1] / t, g[2] / t, (g[3] + s) / t];
}
function inverse(m: Matrix): Matrix {
  const det = m[0] * m[3] - m[1] * m[2];
  return [m[3] / det, -m[1] / det, -m[2] / det, m[0] / det];
}

/** c = turn(left) diagonal(sizes) turn(right); the second size may be negative, so both are true rotations. */
function decompose([a, b, c, d]: Matrix) {
  const e = (a + d) / 2,
    f = (a - d) / 2,
    g = (c + b) / 2,
    k = (c - b) / 2;
  const q = Math.hypot(e, k),
    r = Math.hypot(f, g);
  const first = Math.atan2(g, f),
    second = Math.atan2(k, e);
  return { left: (second + first) / 2, sizes: [q + r, q - r], right: (second - first) / 2 };
}

function weights(cosine: number, t: number): [number, number] {
  const angle = Math.acos(Math.max(-1, Math.min(1, cosine)));
  if (angle < 1e-6 || Math.PI - angle < 1e-6) return [1 - t, t];
  return [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
}

export class Rotation {
  private readonly stretch: Matrix;
  private readonly pairs: ReturnType<typeof decompose>;

  /** `gram` = V1'V1 and `cross` = V0'V1, rows one after another. */
  constructor(gram: Matrix, cross: Matrix) {
    this.stretch = root(gram);
    this.pairs = decompose(times(cross, inverse(this.stretch)));
  }

  /** The matrices A and B at time t in [0, 1]. */
  at(t: number): { a: Matrix; b: Matrix } {
    const { left, sizes, right } = this.pairs;
    const [first, second] = [weights(sizes[0], t), weights(sizes[1], t)];
    // From U' = turn(-left) to W' = turn(right).
    const frame = turn(-left + t * (left + right)); // their sum is an angle within [-pi, pi]
    const mix = (x: number, unit: number) => (1 - t) * unit + t * x;
    const m = this.stretch;
    const stretched: Matrix = [mix(m[0], 1), mix(m[1], 0), mix(m[2], 0), mix(m[3], 1)];
    const rest = times(frame, stretched);
    return {
      a: times(times(turn(left), diagonal(first[0], second[0])), rest),
      b: times(inverse(m), times(times(turn(-right), diagonal(first[1], second[1])), rest)),
    };
  }
}
