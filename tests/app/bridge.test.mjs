// The program in WebAssembly beside the native one, without a browser: the same labels, models and sentences.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { at, byBridge, cleanUp, folder, newBridge, Refusal, scpp } from "./program.mjs";

after(cleanUp);
const text = (bytes) => new TextDecoder().decode(bytes);
const here = dirname(fileURLToPath(import.meta.url));

describe("the paper's data sets", () => {
  const data = process.env.SCPP_DATA_DIR;
  // the number of classes of each, as the paper asks for
  const sets = {
    optidigits: 10,
    pendigits: 10,
    satellite: 6,
    mfdigits: 10,
    isolet: 26,
    imageseg: 7,
    yeast: 5,
    breastcancer: 2,
    chart: 6,
    dermatology: 6,
    phoneme: 5,
  };
  for (const [name, clusters] of Object.entries(sets)) {
    const file = data && [`${name}.csv`, `${name}.csv.gz`].map((each) => join(data, each)).find(existsSync);
    test(
      `${name}: labels are those of the native program`,
      { skip: file ? false : "SCPP_DATA_DIR does not have it" },
      async () => {
        const bytes = readFileSync(file);
        writeFileSync(at(`${name}.csv`), file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
        const words = ["-k", String(clusters), "--truth", "label"];
        const native = scpp("fit", `${name}.csv`, ...words, "--threads", "1", "--labels", "labels.csv");
        assert.equal(native.code, 0, native.said.join("\n"));
        const { labels } = byBridge(await newBridge(), `${name}.csv`, ...words);
        assert.equal(labels, readFileSync(at("labels.csv"), "utf8"));
      },
    );
  }
});

describe("the bridge", () => {
  test("gives models that the command line takes, with the same labels and the same bytes", async () => {
    scpp("generate", "scales", "--rows", "300", "-k", "4", "--class-column", "class", "-o", "made.csv");
    scpp("fit", "made.csv", "-k", "4", "--truth", "class", "--model", "native.scpp");
    const bridge = await newBridge();
    const { labels } = byBridge(bridge, "made.csv", "-k", "4", "--truth", "class");
    const model = bridge.model("");
    writeFileSync(at("page.scpp"), model);
    assert.equal(scpp("predict", "page.scpp", "made.csv", "--labels", "predicted.csv").code, 0);
    assert.equal(readFileSync(at("predicted.csv"), "utf8"), labels);
    assert.ok(readFileSync(at("native.scpp")).equals(Buffer.from(model)), "the models' bytes");
  });

  test("splits a cluster of an edited model, and uses an earlier one again", async () => {
    const bridge = await newBridge();
    byBridge(bridge, "made.csv", "-k", "4", "--truth", "class");
    const before = bridge.model("");
    const whole = text(bridge.labels("", false)).split("\n");
    const digest = /"digest":"(\w+)"/.exec(text(bridge.report("")))[1];
    const edits = JSON.stringify({
      format: "scpp-edits",
      version: 1,
      model: digest,
      clusters: 3,
      pruned: [],
      names: [],
    });
    const cut = text(bridge.labels(edits, false)).split("\n");
    assert.equal(new Set(cut.slice(1, -1)).size, 3);
    bridge.split(edits, 1);
    const split = text(bridge.labels("", false)).split("\n");
    // one cluster is two now; of the others only the numbers have moved
    for (let row = 1; row < split.length - 1; ++row)
      assert.ok(
        Number(cut[row]) === 1
          ? [1, 2].includes(Number(split[row]))
          : Number(split[row]) === Number(cut[row]) + Number(Number(cut[row]) > 1),
      );
    assert.equal(new Set(split.slice(1, -1)).size, 4);
    bridge.use(before);
    assert.deepEqual(text(bridge.labels("", false)).split("\n"), whole);
  });

  test("opens a model with rows for it, and tells of a row", async () => {
    const bridge = await newBridge();
    bridge.writeFile("model.scpp", readFileSync(at("native.scpp")));
    bridge.writeFile("made.csv", readFileSync(at("made.csv")));
    const facts = bridge.open(["model.scpp", "made.csv", "--truth", "class"]);
    assert.equal(facts.rows, 300);
    const labels = text(bridge.labels("", true)).trim().split("\n");
    assert.equal(labels[0], "label,probability,outlier");
    for (const row of [0, 17, 299]) {
      const told = bridge.row(String(row + 1));
      const [label, probability] = labels[row + 1].split(",").map(Number);
      assert.equal(told.label, label);
      // the file has four digits
      assert.ok(Math.abs(told.probability - probability) < 6e-5, `${told.probability} and ${probability}`);
      assert.equal(told.values.length, facts.columns);
    }
    assert.throws(
      () => bridge.row("301"),
      (problem) => problem instanceof Refusal && /no row 301/.test(problem.message),
    );
  });

  test("finds a row by its id, or else by its number", async () => {
    const bridge = await newBridge();
    const lines = Array.from({ length: 40 }, (_, i) => `r${i === 39 ? 5 : i},${i === 2 ? "" : i % 2},${i}`);
    bridge.writeFile("ids.csv", new TextEncoder().encode(["id,a,b", ...lines].join("\n")));
    bridge.read(["ids.csv", "-k", "2", "--id", "id", "--missing", "drop-row"]);
    bridge.fit();
    for (const [what, b, id] of [
      ["r1", 1, "r1"],
      ["r3", 3, "r3"],
      ["r5", 5, "r5"], // the first of two
      ["2", 1, "r1"],
      ["3", 3, "r3"], // the third of the rows that were kept
    ]) {
      const told = bridge.row(what);
      assert.deepEqual([told.values[1], told.id], [b, id], what);
    }
    const refused = (what, sentence) =>
      assert.throws(
        () => bridge.row(what),
        (problem) => problem instanceof Refusal && sentence.test(problem.message),
      );
    refused("r2", /no row has the id 'r2'/); // it was dropped
    refused("40", /no row 40; the last one is row 39/);
    bridge.read(["ids.csv", "-k", "2", "--drop", "id", "--missing", "mean"]);
    bridge.fit();
    refused("r1", /'r1' is no number of a row; ids are found, too, when --id names their column/);
    assert.equal(bridge.row("1").id, undefined);
  });

  test("tells its progress", async () => {
    let words = 0;
    const bridge = await newBridge(({ wanted }) => (words += wanted === 3)); // four are found at once: no edge joins them
    byBridge(bridge, "made.csv", "-k", "3", "--truth", "class");
    assert.ok(words > 10);
  });

  test("lists every column of a file, also those that are refused", async () => {
    const bridge = await newBridge();
    bridge.writeFile("mixed.csv", new TextEncoder().encode("a,kind,b\n1,x,2\n3,y,4\n"));
    assert.deepEqual(bridge.columns(["mixed.csv"]), [
      { position: 0, name: "a", kind: "number" },
      { position: 1, name: "kind", kind: "text" },
      { position: 2, name: "b", kind: "number" },
    ]);
  });
});

/** Files that the tables of the command line's tests prepare, packed ones and those of HDF5 left out: the page unpacks, and has no HDF5. */
function oddFiles() {
  for (const table of ["odd_files", "bad_inputs"])
    for (const line of readFileSync(join(here, `../cli/${table}.txt`), "utf8").split("\n"))
      if (line.startsWith("$ "))
        execFileSync("sh", ["-c", line.slice(2)], {
          cwd: folder,
          env: { ...process.env, PATH: `${dirname(process.env.SCPP_PROGRAM)}:${process.env.PATH}` },
          stdio: "pipe",
        });
  const packed = ["1f8b", "28b52ffd", "89484446", "504b0304"];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => !/\.(h5|h5ad|hdf5)$/.test(name))
    .filter(
      (name) => !packed.some((magic) => readFileSync(at(name)).toString("hex", 0, 4).startsWith(magic)),
    );
}

describe("odd files", () => {
  test("are read, noted and refused in the command line's words", async () => {
    const bridge = await newBridge();
    const names = oddFiles();
    assert.ok(names.length > 60, `${names.length} files`);
    for (const name of names) {
      const words = ["-k", "2", "--quality", "fast"];
      const native = scpp("fit", name, ...words, "--labels", "odd-labels.csv", "--quiet");
      const loud = scpp("fit", name, ...words, "--labels", "odd-labels.csv");
      const { said, labels } = byBridge(bridge, name, ...words);
      // fewer clusters than asked for are told behind the fit, by the program that prints
      assert.deepEqual(
        said,
        loud.said.filter((line) => !/^warning: only \d+ of/.test(line)),
        name,
      );
      if (native.code === 0) assert.equal(labels, readFileSync(at("odd-labels.csv"), "utf8"), name);
    }
  });
});
