// What the page computes, without a browser: the report's numbers, cuts, prunings and names, scores, sentences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { column, fresh, near, page, read, sum } from "./logic.mjs";

test("drawn rows have the table's values, within a step of 65,534", () => {
  const report = read("blobs.html");
  for (const { column: j, low, high } of report.head.sample.values) {
    const [values, whole] = [report.values(j), column(report.columnName(j))];
    values.forEach((value, i) => near(value, whole[report.sampleRows[i]], (high - low) / 65534, report.columnName(j)));
    assert.equal(report.values(j), values, "made once");
  }
  assert.equal(report.values(12345), null);
});

test("a missing value is no number, and the last step is the highest value", () => {
  const steps = Uint16Array.of(0, 32767, 65534, 65535);
  const head = structuredClone(read("blobs.html").head);
  head.sample.values = [{ column: 0, low: -1, high: 3, steps: ["u16", 0, 4] }];
  for (const ref of [head.labels, head.sample.rows]) ref.splice(0, 3, "u16", 0, 0);
  for (const name of ["truth", "weights", "probability"]) delete head.sample[name];
  delete head.truth;
  assert.deepEqual([...new page.Report(head, steps.buffer).values(0)], [-1, 1, 3, NaN]);
});

test("a column without a name is called by its number, from one", () => {
  const report = read("blobs.html", (head) => ({ ...head, columns: ["a", ""] }));
  assert.deepEqual([0, 1, 2].map((j) => report.columnName(j)), ["a", "column 2", "column 3"]);
});

test("another format or version is refused by name", () => {
  for (const other of [{ format: "other" }, { version: 2 }])
    assert.throws(() => read("blobs.html", (head) => ({ ...head, ...other })), /scpp-report.*(other|version 2)/);
});

for (const name of ["blobs.html", "weighted.html"])
  test(`the points of a node stand for its rows: ${name}`, () => {
    const report = read(name);
    report.nodes.forEach(({ rows, children, parent }, node) => {
      const points = report.points(node);
      near(sum(points.weight), rows, 1e-4 * rows, `node ${node}`);
      for (const list of [points.sampled, points.leaf, points.weight, ...points.found, ...points.start])
        assert.equal(list.length, points.count);
      for (const i of points.sampled.keys()) {
        assert.ok(report.below[node].includes(points.leaf[i]));
        assert.equal(report.labels[report.sampleRows[points.sampled[i]]], points.leaf[i], "the label of that row");
      }
      assert.equal(report.planeOf(node), children.length ? node : parent);
      if (!children.length) {
        const [all, kept] = [report.points(parent), new Set(points.sampled)];
        const picked = [...all.sampled.keys()].filter((i) => kept.has(all.sampled[i]));
        all.found.forEach((axis, a) => assert.deepEqual(picked.map((i) => axis[i]), [...points.found[a]]));
        all.start.forEach((axis, a) => assert.deepEqual(picked.map((i) => axis[i]), [...points.start[a]]));
      }
    });
  });

test("in a weighted report a point of weight 3 stands for three of weight 1", () => {
  const report = read("weighted.html");
  const { sampled, leaf, weight } = report.points(0);
  for (const label of report.leaves.keys()) {
    const ratios = [...sampled.keys()].filter((i) => leaf[i] === label).map((i) => weight[i] / report.sampleWeights[sampled[i]]);
    for (const ratio of ratios) near(ratio, ratios[0], 1e-5 * ratios[0]);
  }
  assert.ok(new Set(report.sampleWeights).size === 2);
});

test("rows that weigh nothing stand for none", () => {
  const report = read("weighted.html");
  report.sampleWeights = new Float32Array(report.sampleWeights.length);
  assert.ok(report.points(0).weight.every((weight) => weight === 0));
});

test("features are those of the node, and columns that do not differ are none", () => {
  const report = read("blobs.html");
  const count = report.head.profile.featuresPerNode;
  const [columns, differences] = ["featureColumns", "featureDifferences"].map((ref) => report.array(report.head.profile[ref]));
  report.nodes.forEach((_, node) => {
    const own = [...differences.keys()].filter((i) => Math.floor(i / count) === node && differences[i] !== 0);
    assert.deepEqual(report.features(node), own.map((i) => ({ column: columns[i], difference: differences[i] })));
  });
  assert.deepEqual(report.features(0), [], "all rows differ from no others");
});

test("a cut keeps the first splits, and its clusters are numbered along the tree", () => {
  const state = fresh();
  const { report } = state;
  for (let clusters = 1; clusters <= report.leaves.length; ++clusters) {
    state.cut(clusters);
    const { nodes, ofLeaf, alive } = state.clustering;
    assert.equal(nodes.length, clusters);
    nodes.forEach((node, cluster) => {
      assert.ok(state.isCluster(node) && alive.has(node) && !state.isSplit(node));
      for (const label of report.below[node]) assert.equal(ofLeaf[label], cluster);
    });
    report.nodes.forEach(({ order, children }, node) => {
      const stands = children.length > 0 && order < clusters - 1;
      assert.equal(state.isSplit(node), stands, `node ${node} of ${clusters}`);
      for (const child of children) assert.equal(alive.has(child), stands);
    });
    assert.deepEqual([...ofLeaf].sort(), [...ofLeaf], "clusters follow one another");
    assert.equal(sum(state.counts().flat()), report.total);
  }
});

test("a split in three counts as two", () => {
  const nodes = [{ order: 0, children: [1, 2, 3] }, { order: 1, children: [4, 5] }, ...Array(4).fill({ children: [] })];
  const kept = (clusters) => [...page.splitsKept({ nodes }, clusters)];
  assert.deepEqual([1, 2, 3, 4].map(kept), [[], [], [0], [0, 1]]);
});

test("pruning makes one cluster of a node, once more undoes it, and what cannot matter is not handed on", () => {
  const state = fresh();
  const { report } = state;
  const told = [];
  state.onChange((change) => told.push(change));
  const inner = report.nodes.findIndex(({ children }, node) => node > 0 && children.length > 0);
  const whole = state.clustering.nodes;
  assert.ok(!state.edited());
  state.setHighlight(1);
  state.togglePrune(inner);
  assert.equal(state.highlight, null);
  assert.ok(state.isCluster(inner) && state.edited());
  assert.equal(state.clustering.nodes.length, whole.length - report.below[inner].length + 1);
  assert.deepEqual(state.effectivePrunings(), [inner]);
  const below = report.nodes[inner].children.find((child) => report.nodes[child].children.length);
  if (below !== undefined) state.togglePrune(below);
  assert.deepEqual(state.effectivePrunings(), [inner], "below a pruned node nothing is left to prune");
  if (below !== undefined) state.togglePrune(below);
  state.togglePrune(inner);
  assert.deepEqual(state.clustering.nodes, whole);
  state.togglePrune(whole[0]);
  assert.ok(!state.edited(), "a leaf cannot be pruned");
  state.togglePrune(0);
  state.togglePrune(inner);
  state.cut(1);
  assert.deepEqual(state.effectivePrunings(), []);
  state.undoEdits();
  assert.deepEqual([state.clustering.nodes, state.edited()], [whole, false]);
  assert.deepEqual(new Set(told), new Set(["highlight", "clustering"]));
});

test("names are trimmed, an empty one is none, and given ones come back", () => {
  const state = fresh("blobs.html", (head) => ({ ...head, names: head.leaves.map((_, i) => (i === 1 ? "given" : "")) }));
  const [first, second] = state.report.leaves;
  assert.equal(state.clusterName(1), "given");
  assert.ok(!state.edited());
  state.rename(second, "other");
  assert.ok(state.edited());
  state.rename(second, "given");
  state.rename(first, "  my name ");
  assert.deepEqual([state.title(first), state.edited()], ["my name", true]);
  state.rename(first, " ");
  assert.deepEqual([state.title(first), state.edited()], ["Cluster 0", false]);
});

test("titles say which clusters a node holds", () => {
  const state = fresh();
  const { report } = state;
  assert.deepEqual([state.title(0), page.cardTitle(state, 0)], ["All rows", "All"]);
  report.nodes.forEach(({ children }, node) => {
    const labels = report.below[node];
    const range = labels.length === 1 ? String(labels[0]) : `${labels[0]}–${labels[labels.length - 1]}`;
    assert.equal(state.clusterRange(node), range);
    if (node > 0) assert.equal(state.title(node), children.length ? `Clusters ${range}` : `Cluster ${range}`);
    if (node > 0) assert.equal(page.cardTitle(state, node), children.length ? range : `Cluster ${range}`);
  });
  state.cut(1);
  assert.deepEqual([state.title(0), state.title(1), state.clusterRange(1)], ["Cluster 0", "Part of cluster 0", ""]);
});

test("only a change is told", () => {
  const state = fresh();
  const told = [];
  state.onChange((change) => told.push(change));
  state.setHighlight(2), state.setHighlight(2), state.setHighlight(null);
  state.colour("truth"), state.setTheme("dark"), state.toggleCollapse(0);
  assert.deepEqual(told, ["highlight", "highlight", "colour", "theme", "collapse"]);
  assert.ok(state.collapsed.has(0));
  state.toggleCollapse(0);
  assert.ok(!state.collapsed.has(0));
});

test("scores are the textbook's", () => {
  const equal = (counts, wanted) => {
    const got = page.score(counts);
    for (const key of Object.keys(wanted)) near(got[key], wanted[key], 1e-12, key);
  };
  equal([[3, 0], [0, 5]], { purity: 1, nmi: 1, ari: 1 });
  equal([[2, 2], [2, 2]], { purity: 0.5, nmi: 0, ari: -1 / 6 });
  equal([[7]], { purity: 1, nmi: 1, ari: 1 });
  equal([[3, 4]], { purity: 4 / 7, nmi: 0, ari: 0 });
  // Pairs by hand: of 28, 3 + 1 + 1 are in one cluster and one class, 6 + 6 in one cluster, 10 + 3 in one class.
  const [together, clusters, classes, all] = [3 + 1 + 1, 6 + 6, 10 + 3, 28];
  const expected = (clusters * classes) / all;
  const entropy = (...shares) => -sum(shares.map((s) => (s / 8) * Math.log(s / 8)));
  equal([[3, 1], [2, 2]], {
    purity: 5 / 8,
    nmi: (entropy(4, 4) + entropy(5, 3) - entropy(3, 1, 2, 2)) / Math.sqrt(entropy(4, 4) * entropy(5, 3)),
    ari: (together - expected) / ((clusters + classes) / 2 - expected),
  });
});

test("lists and numbers of rows read as English", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(page.listed), ["", "a", "a and b", "a, b and c"]);
  assert.deepEqual([1, 2, 5620, 2.5].map(page.rowsOf), ["1 row", "2 rows", "5,620 rows", "2.5 rows"]);
});

test("sides differ by their means in standard deviations, the most first", () => {
  const state = fresh();
  const { report } = state;
  const labels = report.labels;
  report.nodes.forEach(({ children }, node) => {
    if (!children.length) return;
    const told = page.sideDifferences(state, node);
    told.forEach(({ difference }, i) => i && assert.ok(Math.abs(difference) <= Math.abs(told[i - 1].difference)));
    for (const { column: j, difference } of told) {
      const values = column(report.columnName(j));
      const mean = (side) => {
        const own = values.filter((_, i) => report.below[side].includes(labels[i]));
        return sum(own) / own.length;
      };
      const all = sum(values) / values.length;
      const deviation = Math.sqrt(sum(values.map((v) => (v - all) ** 2)) / values.length);
      // In the file means are rounded to single precision; whether rows or rows - 1 divide moves it by 1 in 1,200.
      near(difference, (mean(children[children.length - 1]) - mean(children[0])) / deviation, 2e-3 * (1 + Math.abs(difference)));
    }
  });
});

test("a column that does not vary does not part sides", () => {
  const arrays = { columns: [0, 1], deviation: [0, 2], means: [9, 9, 3, 1, 5, 5] }; // means of nodes 0, 1 and 2
  const head = { profile: { columns: "columns", deviation: "deviation", means: "means" } };
  const report = { nodes: [{ children: [1, 2] }], head, array: (name) => arrays[name] };
  assert.deepEqual(page.sideDifferences({ report }, 0), [{ column: 1, difference: 2 }, { column: 0, difference: 0 }]);
});

test("sentences name the higher side of each column, and what a cluster is high and low in", () => {
  const state = fresh();
  const { report } = state;
  const inner = report.nodes.findIndex(({ children }, node) => node > 0 && children.length);
  for (const node of [0, inner]) {
    const [first, second] = page.nodeSentences(state, node);
    const { rows, children } = report.nodes[node];
    assert.ok(first.startsWith(node ? `These ${rows} rows, ` : `All ${rows} rows fall into `), first);
    assert.match(first, /The split is (clear|weak|doubtful) \(\d\.\d\d on a scale from 0 to 1\)/);
    const apart = page.sideDifferences(state, node).filter(({ difference }) => Math.abs(difference) >= 0.3).slice(0, 3);
    const parts = second.split("), and in ");
    assert.equal((second.match(/\u2068x\d+\u2069/g) ?? []).length, apart.length);
    for (const { column: j, difference } of apart) {
      const side = children[difference > 0 ? children.length - 1 : 0];
      const title = state.title(side).toLowerCase();
      assert.ok(parts.some((text) => text.includes(report.columnName(j)) && text.includes(`higher in ${title}`)), second);
    }
  }
  for (const leaf of report.leaves) {
    const text = page.nodeSentences(state, leaf).join(" ");
    const far = report.features(leaf).filter(({ difference }) => Math.abs(difference) >= 0.3);
    for (const [word, sign] of [["high", 1], ["low", -1]]) {
      const wanted = far.filter(({ difference }) => difference * sign > 0).slice(0, 3).map(({ column: j }) => report.columnName(j));
      const told = new RegExp(`${word} in ([^.]*?)(, and low|\\.)`).exec(text);
      assert.deepEqual((told?.[1].match(/x\d+/g) ?? []), wanted, text);
    }
    assert.ok(text.includes("It was not split further: "));
    assert.ok(text.startsWith(`${report.nodes[leaf].rows} rows, `));
  }
  const doubtful = fresh("blobs.html", (head) => ({ ...head, doubtful: { ...head.doubtful, sureFrom: 2 } }));
  assert.match(page.nodeSentences(doubtful, report.leaves[0]).join(" "), /100 % of its rows may belong to another cluster/);
});

test("how many links a split cuts is said in words where digits would mislead", () => {
  const told = (cut) => page.nodeSentences(fresh("blobs.html", (head) => ((head.nodes[0].split.cut = cut), head)), 0)[0];
  assert.match(told(0), /none of the links/);
  assert.match(told(0.0004), /hardly any link/);
  assert.match(told(0.02), /2\.0 % of the links/);
  assert.doesNotMatch(told(null), /links/);
});

test("a cluster that is not clear says which one it touches", () => {
  const told = (word) =>
    page.nodeSentences(fresh("blobs.html", (head) => ((head.nodes[head.leaves[1]].clarity = { value: 0.4, word, nearest: 3 }), head)), read("blobs.html").leaves[1])[0];
  assert.match(told("weak"), /it touches cluster 3/);
  assert.match(told("doubtful"), /may be one with cluster 3/);
  assert.doesNotMatch(told("clear"), /cluster 3/);
});
