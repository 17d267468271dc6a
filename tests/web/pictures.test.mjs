// What the page draws by, without a browser: densities, planes, colours, the places of the tree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh, near, page, read, sum, system } from "./logic.mjs";

const box = { x0: -2, x1: 4, y0: 0, y1: 6 };

test("a density has its peak at its one point, is symmetric, and doubles with the weight", () => {
  const line = (weight, keep) => page.curve([1], [weight], -2, 4, 61, 0.5, keep);
  const one = line(1);
  assert.equal(one.indexOf(Math.max(...one)), 30);
  for (let i = 1; i <= 30; ++i) near(one[30 - i], one[30 + i], 1e-12);
  // One bandwidth away a Gaussian has exp(-1/2) of its peak; 5.08 cells are one.
  near(one[30 + 10] / one[30], Math.exp(-0.5 * (10 / ((0.5 / 6) * 61)) ** 2), 1e-12);
  line(2).forEach((value, i) => near(value, 2 * one[i], 1e-12));
  assert.equal(sum(line(1, () => false)), 0);
  assert.equal(sum(page.curve([-3, 5, 4], [1, 1, 1], -2, 4, 61, 0.5)), 0, "beyond the ends");
  near(sum(page.curve([-2], [1], -2, 4, 61, 0.001)), 1 + Math.exp(-2) + Math.exp(-8), 1e-6, "at least half a cell wide");
});

test("a surface is a product of two densities, and points outside count at the border", () => {
  const cells = 72;
  const one = page.surface([1], [3], [2], box, 0.5);
  const middle = page.cellOf(1, 3, box);
  assert.equal(middle, 36 * cells + 36);
  assert.equal(one.indexOf(Math.max(...one)), middle);
  assert.equal(one[middle], 2);
  for (const [dx, dy] of [[3, 0], [0, 5], [4, 7]])
    near(one[middle + dx + cells * dy] * one[middle], one[middle + dx] * one[middle + cells * dy], 1e-12);
  near(one[middle + 6], 2 * Math.exp(-0.5 * (6 / 6) ** 2), 1e-12);
  assert.deepEqual([page.cellOf(-9, -9, box), page.cellOf(9, 9, box)], [0, cells * cells - 1]);
  assert.equal(page.cellOf(9, -9, box), cells - 1);
  const narrow = page.surface([1], [3], [1], box, 1e-9);
  near(narrow[middle + 1], Math.exp(-0.5), 1e-12, "at least one cell wide");
});

test("two equal points are parted by the line half way between them", () => {
  const layers = [0, 2].map((x) => page.surface([x], [3], [1], box, 0.5));
  const pieces = page.levelLine(...layers, box);
  assert.ok(pieces.length >= 60);
  // A point counts at the middle of its cell, half a cell (1/24) away from its border.
  for (const [x] of pieces.flat()) near(x, 1 + 1 / 24, 1e-9);
  const ys = pieces.flat().map(([, y]) => y);
  assert.ok(Math.min(...ys) < 0.2 && Math.max(...ys) > 5.8);
  assert.deepEqual(page.levelLine(layers[0], layers[0].map((v) => 2 * v), box), []);
  const across = page.levelLine(...[2, 4].map((y) => page.surface([1], [y], [1], box, 0.5)), box);
  for (const [, y] of across.flat()) near(y, 3 + 1 / 24, 1e-9);
});

test("a plane begins and ends with its points, goes straight with its box, and holds nearly all", () => {
  const report = read("blobs.html");
  report.nodes.forEach(({ children }, node) => {
    if (!children.length) return;
    const plane = new page.Plane(report, node);
    for (const [t, [x, y], box] of [[0, plane.start, plane.startBox], [1, plane.found, plane.box]])
      assert.deepEqual(plane.at(t), { x, y, box });
    const close = (t, wanted) => {
      const { x, y } = plane.at(t);
      const size = plane.box.x1 - plane.box.x0;
      for (const i of x.keys()) near(x[i], wanted[0][i], 1e-3 * size), near(y[i], wanted[1][i], 1e-3 * size);
    };
    close(1e-7, plane.start);
    close(1 - 1e-7, plane.found);
    for (const side of ["x0", "x1", "y0", "y1"])
      near(plane.at(0.25).box[side], 0.75 * plane.startBox[side] + 0.25 * plane.box[side], 1e-6);
    const { gram, cross } = report.split(node);
    const { a, b } = new page.Rotation(gram, cross).at(0.4);
    const [[p, q], [u, v], way] = [plane.start, plane.found, plane.at(0.4)];
    [way.x, way.y].forEach((axis, j) =>
      axis.forEach((value, i) => near(value, p[i] * a[j] + q[i] * a[2 + j] + u[i] * b[j] + v[i] * b[2 + j], 1e-4)),
    );
    const { x0, x1, y0, y1 } = plane.box;
    near(x1 - x0, y1 - y0, 1e-9, "a square");
    const inside = [...plane.found[0].keys()].filter((i) => plane.found[0][i] >= x0 && plane.found[0][i] <= x1);
    assert.ok(inside.length >= 0.99 * plane.points.count);
    assert.ok(Math.max(...inside.map((i) => plane.found[0][i])) - Math.min(...inside.map((i) => plane.found[0][i])) > 0.3 * (x1 - x0));
    assert.deepEqual([...plane.order].sort((a, b) => a - b), [...plane.order.keys()]);
    const tenth = [...plane.order].slice(0, plane.points.count / 10).sort((a, b) => a - b);
    tenth.forEach((place, i) => i && assert.ok(place - tenth[i - 1] < 25, "the first tenth are rows from everywhere"));
    plane.sides().forEach((side, i) => assert.ok(report.below[children[side]].includes(plane.points.leaf[i])));
    const along = (axis, keep) => sum(plane.along(axis, 50, keep));
    for (const axis of [0, 1]) near(along(axis, () => true), along(axis, (i) => i % 2) + along(axis, (i) => i % 2 === 0), 1e-6 * along(axis, () => true));
    [[x0, x1], [y0, y1]].forEach(([low, high], axis) =>
      plane.found[axis].slice(0, 20).forEach((value, row) => {
        if (value < low || value >= high) return;
        const alone = plane.along(axis, 50, (i) => i === row);
        const peak = Math.max(...alone);
        assert.equal(alone.indexOf(peak), Math.floor(((value - low) / (high - low)) * 50), "a row is densest where it is");
        // A deviation of 50 / 60 cells: exp(-.72) of the peak one cell away, exp(-2.9) two away.
        assert.equal(alone.filter((density) => density > 0.3 * peak).length, 1 + (alone.indexOf(peak) > 0) + (alone.indexOf(peak) < 49));
      }),
    );
  });
});

test("any two of three directions turn into those that were found", () => {
  const rows = Array.from({ length: 40 }, (_, i) => [0, 1, 2, 3].map((j) => Math.sin(1 + i * (j + 1))));
  const start = [0, 1, 2].map((k) => [0, 1, 2, 3].map((j) => Number(j === k)));
  const found = [[0.8, 0, 0, 0.6], [0.28, 0.96, 0, 0], [0, 0.6, 0.48, 0.64]]; // of length 1, not orthogonal
  const dot = (a, b) => sum(a.map((value, i) => value * b[i]));
  const products = (from) => from.flatMap((a) => found.map((b) => dot(a, b)));
  const seen = (directions) => directions.map((v) => Float32Array.from(rows, (row) => dot(row, v)));
  const points = { count: 40, sampled: new Uint32Array(40), found: seen(found), start: seen(start) };
  const split = { dimensions: 3, gram: products(found), cross: products(start) };
  for (const axes of [[0, 1], [1, 2], [2, 0]]) {
    const plane = new page.Plane({ points: () => points, split: () => split }, 0, axes);
    const [p, q] = axes.map((k) => points.start[k]);
    const [u, v] = axes.map((k) => points.found[k]);
    const block = (from) => axes.flatMap((i) => axes.map((j) => dot(from[i], found[j])));
    const turn = new page.Rotation(block(found), block(start));
    for (const t of [1e-7, 0.4, 1 - 1e-7]) {
      const { a, b } = turn.at(t);
      const { x, y } = plane.at(t);
      [x, y].forEach((axis, j) =>
        axis.forEach((value, i) => near(value, p[i] * a[j] + q[i] * a[2 + j] + u[i] * b[j] + v[i] * b[2 + j], 1e-5)),
      );
    }
  }
});

test("the border of a split has its sides on its two sides", () => {
  const plane = new page.Plane(read("blobs.html"), 0);
  const pieces = plane.boundary();
  assert.ok(pieces.length > 10);
  assert.equal(new Set(pieces.map(String)).size, pieces.length, "drawn once");
  const cell = (plane.box.x1 - plane.box.x0) / 72;
  const nearest = ([px, py], side) =>
    Math.min(...[...plane.sides().entries()].filter(([, s]) => s === side).map(([i]) => Math.hypot(plane.found[0][i] - px, plane.found[1][i] - py)));
  // Between rows of both sides that are alike many, the border is about as far from either.
  const between = pieces.map(([point]) => [nearest(point, 0), nearest(point, 1)]).filter(([a, b]) => Math.min(a, b) < 6 * cell);
  assert.ok(between.every(([a, b]) => Math.abs(a - b) < 12 * cell), String(between[0]));
});

test("a projection on a line shows rows at heights of their own", () => {
  const report = read("blobs.html");
  const split = structuredClone(report.split(0));
  Object.assign(split, { dimensions: 1, points: [split.points[0]], start: [split.start[0]], gram: [1], cross: [split.cross[0]] });
  const flat = read("blobs.html", (head) => ({ ...head, nodes: head.nodes.map((n, i) => (i ? n : { ...n, split })) }));
  const plane = new page.Plane(flat, 0);
  assert.ok(plane.flat);
  const spread = Math.sqrt(sum(plane.found[0].map((x) => x * x)) / plane.points.count);
  const heights = plane.found[1];
  // 600 numbers spread evenly come within a tenth of both ends; single precision rounds.
  near(Math.max(...heights), spread / 2, 0.05 * spread);
  near(Math.min(...heights), -spread / 2, 0.05 * spread);
  assert.ok(Math.max(...heights.map(Math.abs)) < (0.5 + 1e-6) * spread);
});

const theme = (state) => page.themeOf(state);

test("every way of colouring says what it shows", () => {
  const state = fresh();
  const { report } = state;
  const plane = new page.Plane(report, 0);
  const shown = (by, column) => (state.colour(by, column), page.colouring(state, plane, 0));
  const colours = ({ palette, index }) => [...index].map((i) => palette[i]);
  const { children } = report.nodes[0];
  const sides = plane.sides();
  colours(shown("split")).forEach((c, i) => assert.equal(c, page.nodeColour(state, children[sides[i]])));
  colours(shown("cluster")).forEach((c, i) => assert.equal(c, page.clusterColour(state, plane.points.leaf[i])));
  colours(shown("truth")).forEach((c, i) => assert.equal(c, page.category(theme(state), report.sampleTruth[plane.points.sampled[i]])));
  const monotone = (by, values) => {
    const { palette, index } = shown(by, state.colourColumn);
    const order = [...index.keys()].sort((a, b) => values[a] - values[b]);
    order.forEach((i, k) => k && assert.ok(index[i] >= index[order[k - 1]]));
    assert.deepEqual([index[order[0]], index[order[order.length - 1]]], [0, palette.length - 3]);
    assert.deepEqual([palette[0], palette[palette.length - 3]], [page.ramp(state, 0), page.ramp(state, 1)]);
  };
  const column = report.values(state.colourColumn);
  monotone("column", [...plane.points.sampled].map((i) => column[i]));
  monotone("sureness", [...plane.points.sampled].map((i) => report.probability[i]));
  const density = plane.densityAtPoints();
  monotone("density", [...plane.found[0]].map((x, i) => density[page.cellOf(x, plane.found[1][i], plane.box)]));
  assert.ok(colours(shown("column", 12345)).every((c) => c === theme(state).quiet), "no values, no colour");
});

test("rows beside the point are grey", () => {
  const state = fresh();
  const plane = new page.Plane(state.report, 0);
  const grey = (node) => {
    const { palette, index } = page.colouring(state, plane, node);
    return [...index].map((i) => i === palette.length - 1);
  };
  const [leaf] = state.report.leaves;
  grey(leaf).forEach((is, i) => assert.equal(is, plane.points.leaf[i] !== 0));
  state.colour("cluster");
  state.setHighlight(1);
  grey(0).forEach((is, i) => assert.equal(is, plane.points.leaf[i] !== 1));
});

test("legends have an entry for each colour, or the ends and the middle of a ramp", () => {
  const state = fresh();
  const texts = (by) => (state.colour(by), page.legend(state).map(({ text }) => text));
  const colours = () => page.legend(state).map(({ colour }) => colour);
  assert.deepEqual(texts("truth"), state.report.classes);
  assert.deepEqual(colours(), state.report.classes.map((_, i) => page.category(theme(state), i)));
  assert.deepEqual(texts("cluster"), state.report.leaves.map((_, i) => `Cluster ${i}`));
  for (const [by, low, high] of [["density", "sparse", "dense"], ["sureness", "unsure", "sure"]]) {
    assert.deepEqual(texts(by), [low, "", high]);
    assert.deepEqual(colours(), [0, 0.5, 1].map((t) => page.ramp(state, t)));
  }
  const [low, middle, high] = texts("column").map(Number);
  assert.deepEqual(colours(), [0, 0.5, 1].map((t) => page.ramp(state, t)));
  near(middle, (low + high) / 2, 0.01 * (high - low));
  const values = state.report.values(state.colourColumn);
  near(low, Math.min(...values), 0.01 * (high - low));
  near(high, Math.max(...values), 0.01 * (high - low));
});

test("colours beyond the named ones differ, and a node has that of its largest leaf", () => {
  for (system.dark of [false, true]) {
    const state = fresh();
    const some = Array.from({ length: 60 }, (_, i) => page.category(theme(state), i));
    assert.equal(new Set(some).size, 60);
    assert.ok(some.slice(0, 12).every((colour) => colour.startsWith("#")) && some[12].startsWith("hsl"));
    const { report } = state;
    report.nodes.forEach((_, node) => {
      const largest = [...report.below[node]].sort((a, b) => report.nodes[report.leaves[b]].rows - report.nodes[report.leaves[a]].rows || a - b)[0];
      assert.equal(page.nodeColour(state, node), page.category(theme(state), largest));
    });
  }
  system.dark = false;
});

/** Relative luminance of WCAG 2 for #rrggbb or rgb(r g b). */
const light = (colour) => {
  const rgb = colour.startsWith("#") ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16)) : colour.match(/\d+/g).map(Number);
  const linear = rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

test("letters on a colour are those that stand out more", () => {
  for (system.dark of [false, true]) {
    const own = theme(fresh());
    const hex = (n) => n.toString(16).padStart(2, "0");
    for (let grey = 0; grey < 256; ++grey)
      for (const [fill, opacity] of [[`#${hex(grey).repeat(3)}`, 1], [`#${hex(grey)}8040`, 0.5], [`#20${hex(grey)}ff`, 1]]) {
        const mixed = [1, 3, 5].map((i) => opacity * parseInt(fill.slice(i, i + 2), 16) + (1 - opacity) * parseInt(own.panel.slice(i, i + 2), 16));
        const ground = `#${mixed.map((c) => hex(Math.round(c))).join("")}`;
        const [text, panel] = [contrast(own.text, ground), contrast(own.panel, ground)];
        if (Math.abs(text / panel - 1) > 0.02) assert.equal(page.lettersOn(own, fill, opacity), text > panel ? own.text : own.panel, fill);
      }
  }
  system.dark = false;
});

test("ramps go one way: lighter with the value, and from blue by the page's own shade to red", () => {
  for (system.dark of [false, true]) {
    const state = fresh();
    const steps = Array.from({ length: 11 }, (_, i) => light(page.ramp(state, i / 10)));
    steps.forEach((value, i) => i && assert.ok(value > steps[i - 1]));
    assert.ok(contrast(page.ramp(state, system.dark ? 0 : 1), theme(state).panel) > 1.2, "its pale end can be seen");
    const rgb = (t) => page.diverging(state, t).match(/\d+/g).map(Number);
    const red = Array.from({ length: 21 }, (_, i) => rgb(i / 10 - 1)).map(([r, , b]) => r - b);
    red.forEach((value, i) => i && i % 10 && assert.ok(value >= red[i - 1] - 60));
    assert.ok(red[0] < -80 && red[20] > 80 && Math.abs(red[10]) < 30);
    assert.deepEqual([rgb(-5), rgb(5)], [rgb(-1), rgb(1)]);
    assert.ok(contrast(page.diverging(state, 0), theme(state).panel) < Math.min(contrast(page.diverging(state, 1), theme(state).panel), contrast(page.diverging(state, -1), theme(state).panel)));
  }
  system.dark = false;
});

for (const [shape, room] of Object.entries({ wide: { width: 1400, height: 500 }, high: { width: 420, height: 1200 } }))
  test(`cards of the tree lie apart and within its picture: ${shape}`, () => {
    const state = fresh();
    for (const zoom of [1, 1.5]) {
      const layout = page.layoutTree(state, room, false, zoom);
      near(layout.size, zoom * page.layoutTree(state, room, false).size, 0.5);
      const { placed, size } = layout;
      assert.equal(placed.length, state.report.nodes.length);
      for (const a of placed) {
        assert.ok(a.x >= 0 && a.y >= 0 && a.x + size <= layout.width && a.y + size + page.card.caption <= layout.height);
        for (const b of placed)
          if (a !== b) assert.ok(Math.abs(a.x - b.x) >= size + page.card.across - 1e-9 || Math.abs(a.y - b.y) >= size + page.card.caption - 1e-9);
        if (!a.parent) continue;
        assert.equal(a.depth, a.parent.depth + 1);
        const line = page.branch(layout, a);
        const [[x0, y0], [x1, y1]] = [line[0], line[line.length - 1]];
        const down = layout.direction === "down";
        const ends = down
          ? [a.parent.x + size / 2, a.parent.y + page.card.caption + size, a.x + size / 2, a.y]
          : [a.parent.x + size, a.parent.y + page.card.caption + size / 2, a.x, a.y + page.card.caption + size / 2];
        [x0, y0, x1, y1].forEach((value, i) => near(value, ends[i], 1e-9));
        const [ahead, aside] = down ? [1, 0] : [0, 1];
        line.forEach((point, i) => {
          if (!i) return;
          assert.ok(point[ahead] > line[i - 1][ahead], "a branch goes on");
          assert.ok((point[aside] - line[i - 1][aside]) * (line[line.length - 1][aside] - line[0][aside]) >= 0);
        });
        near(line[12][aside], (line[0][aside] + line[24][aside]) / 2, 1e-9);
      }
    }
    const { placed, width, height, direction } = page.layoutTree(state, room, false);
    const parents = placed.filter(({ open }) => open);
    assert.ok(width <= room.width + 1 && height <= room.height + 1, `${direction} ${width} ${height}`);
    for (const { node, x, y, width: size } of parents) {
      const across = (at) => (direction === "down" ? at.x : at.y);
      const children = placed.filter(({ parent }) => parent?.node === node);
      const going = children.filter(({ open }) => open);
      const ends = (going.length === 1 ? going : children).map(across);
      near(across({ x, y }), (Math.min(...ends) + Math.max(...ends)) / 2, 1e-9, "in the middle of what goes on");
      assert.ok(size > 0);
    }
  });

test("pictures are no smaller or larger than can be read, and the larger way to grow is taken", () => {
  const state = fresh();
  assert.equal(page.layoutTree(state, { width: 1e5, height: 1e5 }, false).size, page.card.largest);
  assert.equal(page.layoutTree(state, { width: 10, height: 10 }, false).size, page.card.smallest);
  assert.equal(page.treePicture(state).size().placed.length, state.report.nodes.length, "the picture has all nodes");
  for (const room of [{ width: 800, height: 520 }, { width: 520, height: 800 }, { width: 700, height: 700 }]) {
    const { size } = page.layoutTree(state, room, false);
    assert.ok(size > page.card.smallest && size < page.card.largest, String(size));
    const larger = page.layoutTree(state, room, false, (size + 1) / size);
    assert.ok(larger.width > room.width || larger.height > room.height, "no larger ones fit");
  }
  assert.equal(page.layoutTree(state, { width: 2000, height: 420 }, false).direction === page.layoutTree(state, { width: 420, height: 2000 }, false).direction, false);
  state.toggleCollapse(0);
  assert.equal(page.layoutTree(state, { width: 900, height: 500 }, false).placed.length, 1);
});

test("on a narrow screen the tree is a list, a row for each node and children further in", () => {
  const state = fresh();
  const layout = page.layoutTree(state, { width: 360, height: 700 }, true);
  assert.deepEqual(layout.placed.map(({ node }) => node).sort(), state.report.nodes.map((_, node) => node).sort());
  layout.placed.forEach((at, i) => {
    near(at.y, (i * layout.height) / layout.placed.length, 1e-9);
    assert.equal(at.x + at.width, 360);
    if (!at.parent) return;
    assert.ok(at.x > at.parent.x && at.depth === at.parent.depth + 1);
    const line = page.branch(layout, at);
    assert.deepEqual(line[line.length - 1], [at.x, at.y + layout.size / 2]);
    assert.equal(line[0][1], at.parent.y + layout.size);
  });
});

test("planes are made once, a leaf is drawn in its parent's, and a single leaf in none", () => {
  const { report } = fresh();
  const plane = page.planeFor(report, 0);
  assert.equal(page.planeFor(report, 0), plane);
  report.nodes.forEach(({ parent, children }, node) => assert.equal(page.planeFor(report, node).node, children.length ? node : parent));
  assert.equal(page.planeFor({ planeOf: () => -1 }, 0), null);
});

test("branches are as wide as their share of the rows, in area", () => {
  const state = fresh();
  const thick = (node) => page.branchWidth(state, node) - 1.5;
  state.report.nodes.forEach(({ rows }, node) => near((thick(node) / thick(0)) ** 2, rows / state.report.total, 1e-9));
  assert.equal(page.branchWidth(state, 0), 9.5);
});

test("frames are a cluster's colour, or a side's", () => {
  const state = fresh();
  const inner = state.report.nodes.findIndex(({ children }, node) => node > 0 && children.length);
  const colours = (by) => (state.colour(by), [0, inner, state.report.leaves[0]].map((node) => page.frameColour(state, node)));
  const own = (node) => page.nodeColour(state, node);
  const frame = theme(state).frame;
  assert.deepEqual(colours("split"), [frame, own(inner), own(state.report.leaves[0])]);
  assert.deepEqual(colours("cluster"), [frame, frame, own(state.report.leaves[0])]);
});
