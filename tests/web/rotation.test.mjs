// The turn from one plane to another: it begins and ends where it should and is a rotation all the way.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = process.env.SCPP_WEB ?? join(dirname(fileURLToPath(import.meta.url)), "../../web");
const { buildSync } = createRequire(join(web, "package.json"))("esbuild");
const { outputFiles } = buildSync({
  entryPoints: [join(web, "src/rotation.ts")],
  bundle: true,
  write: false,
  format: "esm",
});
const { Rotation } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
);

/** Columns of a d x 2 matrix with orthonormal columns, from a small generator. */
function plane(seed, d = 5) {
  let state = seed;
  const next = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
  const [a, b] = [0, 1].map(() => Array.from({ length: d }, next));
  const dot = (x, y) => x.reduce((sum, v, i) => sum + v * y[i], 0);
  const unit = (x) => x.map((v) => v / Math.sqrt(dot(x, x)));
  const u = unit(a);
  return [u, unit(b.map((v, i) => v - dot(u, b) * u[i]))];
}
const inner = (x, y) =>
  [0, 1].flatMap((i) => [0, 1].map((j) => x[i].reduce((sum, v, k) => sum + v * y[j][k], 0)));
/** The columns of V0 A + V1 B. */
const mixed = (v0, v1, { a, b }) =>
  [0, 1].map((j) =>
    v0[0].map((_, k) => v0[0][k] * a[j] + v0[1][k] * a[2 + j] + v1[0][k] * b[j] + v1[1][k] * b[2 + j]),
  );
const near = (x, y, tolerance) =>
  x.forEach((v, i) => assert.ok(Math.abs(v - y[i]) < tolerance, `${x} is not ${y}`));

// Sums of ten products in double: far below 1e-10.
const rounding = 1e-10;

for (const seed of [3, 17, 99, 12345])
  test(`the turn stays a rotation, seed ${seed}`, () => {
    const [v0, v1] = [plane(seed), plane(seed + 1)];
    const turn = new Rotation(inner(v1, v1), inner(v0, v1));
    near(mixed(v0, v1, turn.at(0)).flat(), v0.flat(), rounding);
    near(mixed(v0, v1, turn.at(1)).flat(), v1.flat(), rounding);
    for (let t = 0; t <= 1; t += 0.05)
      near(inner(mixed(v0, v1, turn.at(t)), mixed(v0, v1, turn.at(t))), [1, 0, 0, 1], rounding);
  });

test("columns that are not quite orthogonal are reached exactly", () => {
  const v0 = plane(7),
    v1 = plane(8);
  const slanted = [v1[0], v1[1].map((v, i) => 0.98 * v + Math.sqrt(1 - 0.98 ** 2) * v1[0][i])];
  const turn = new Rotation(inner(slanted, slanted), inner(v0, slanted));
  near(mixed(v0, slanted, turn.at(1)).flat(), slanted.flat(), rounding);
});

test("a plane turned onto itself keeps its shape", () => {
  const v = plane(5);
  const turn = new Rotation(inner(v, v), inner(v, v));
  near(mixed(v, v, turn.at(0.5)).flat(), v.flat(), rounding);
});
