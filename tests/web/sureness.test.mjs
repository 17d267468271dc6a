// How sure the report says it is: the verdict, the words at clusters and splits, the rows in doubt.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { writeBlobs } from "./blobs.mjs";
import { downloaded, seriousFindings } from "./browser.mjs";
import { at, colouredPixels, desk, headOf, opened, phone, run } from "./fixture.mjs";

before(() => {
  writeBlobs(at("near.csv"), 3);
  run("fit", at("near.csv"), "kind", 7, at("near.html"), at("near.model"));
});

const open = (use, options = desk) => opened("near.html", use, options);
const clarityOf = ({ split, clarity }) => (split ? split.clarity : clarity);

test("the verdict stands on top, and follows when the reader cuts the tree", () =>
  open(async (page) => {
    const { verdict, cuts } = await headOf(page);
    assert.match(verdict, /^7 clusters: .*(weak|doubtful)/, "blobs in halves are not clear");
    const line = page.locator(".verdict");
    assert.equal(await line.innerText(), `${verdict}.`);
    const top = (selector) => page.locator(selector).first().evaluate((e) => e.getBoundingClientRect().top);
    assert.ok((await top(".verdict")) < (await top(".clusters")));
    assert.ok((await top(".verdict")) < 200);
    await page.locator("#cut").fill("3");
    assert.equal(
      await line.innerText(),
      `${cuts[1].verdict}. You are looking at 3 of the 7 clusters that were found.`,
    );
    for (const [cluster, { word, value }] of cuts[1].clusters.entries()) {
      const text = await page.locator(`.clusters tr[data-cluster='${cluster}'] .clarity`).innerText();
      assert.equal(text, `${word} ${value.toFixed(2)}`);
    }
  }));

test("clusters and splits wear the words of the data, in the table and in the tree", () =>
  open(async (page) => {
    const { nodes, leaves } = await headOf(page);
    assert.ok(nodes.some((node) => clarityOf(node).word !== "clear"));
    for (const [cluster, leaf] of leaves.entries()) {
      const { word, value } = nodes[leaf].clarity;
      const text = await page.locator(`.clusters tr[data-cluster='${cluster}'] .clarity`).innerText();
      assert.equal(text, `${word} ${value.toFixed(2)}`);
    }
    for (const [i, node] of nodes.entries())
      assert.equal(await page.locator(`[data-node='${i}'] .clarity`).innerText(), clarityOf(node).word);
    assert.match(await page.locator("#clusters-title + .hint").innerText(), /Doubtful: they may be one/);
    const doubtful = nodes.findIndex((node) => node.split && node.split.clarity.word !== "clear");
    await page.locator(`[data-node='${doubtful}']`).click();
    const { word } = nodes[doubtful].split.clarity;
    assert.match(await page.locator(".node-sentence").innerText(), new RegExp(`The split is ${word} \\(0\\.\\d\\d`));
  }));

for (const options of [desk, phone])
  test(`a clearer split lies further right, in the zone of its word (${options.viewport.width} pixels)`, () =>
    open(async (page) => {
      const { nodes } = await headOf(page);
      const chart = page.locator("#sureness .chart");
      const marks = await chart
        .locator("circle[data-tip]")
        .evaluateAll((all) => all.map((mark) => [Number(mark.getAttribute("cx")), mark.getBoundingClientRect().right]));
      const splits = nodes.filter(({ split }) => split).sort((a, b) => a.order - b.order);
      assert.equal(marks.length, splits.length);
      const values = splits.map(({ split }) => split.clarity.value);
      const order = (of) => values.map((_, i) => i).sort((a, b) => of(a) - of(b) || a - b);
      assert.deepEqual(
        order((i) => marks[i][0]),
        order((i) => values[i]),
      );
      for (const [, right] of marks) assert.ok(right <= options.viewport.width);
      const texts = await chart.locator("text").allTextContents();
      for (const word of ["doubtful", "weak", "clear", "clarity of the split"]) assert.ok(texts.includes(word), word);
    }, options));

test("the shares of rows in doubt add up to the number of doubtful rows", () =>
  open(async (page) => {
    const { doubtful, leaves, nodes } = await headOf(page);
    const shares = await page.locator(".in-doubt").allTextContents();
    const sum = leaves.reduce((total, leaf, i) => total + (nodes[leaf].rows * parseFloat(shares[i])) / 100, 0);
    assert.ok(Math.abs(sum - doubtful.unsure) <= 0.005 * 600, "each share is rounded to half a percent or less");
  }));

const cells = (page) =>
  page.locator(".doubtful-rows tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );

test("doubtful rows are listed with their two clusters, the least sure first", () =>
  open(async (page) => {
    const { doubtful } = await headOf(page);
    assert.ok(doubtful.unsure > 10, "there are rows between the blobs");
    const rows = await cells(page);
    assert.equal(rows.length, doubtful.rows[2]);
    const unsure = rows.filter(([, , , probability]) => Number(probability) < doubtful.sureFrom);
    for (const [row, first, second] of unsure) {
      assert.match(row, /^\d+$/);
      assert.match(first, /^\d$/);
      assert.match(second, /^\d$/);
      assert.notEqual(first, second);
    }
    for (let i = 1; i < unsure.length; ++i) assert.ok(Number(unsure[i][3]) >= Number(unsure[i - 1][3]));
    assert.match(await page.locator(".doubtful-rows .hint").innerText(), new RegExp(`^${doubtful.unsure} of 600 rows`));
    const saved = await downloaded(page, () => page.locator(".doubtful-rows button").click());
    const lines = saved.bytes.toString().trim().split("\n");
    assert.equal(lines.length, rows.length + 1);
    assert.ok(lines[1].startsWith(`${rows[0][0]},Cluster ${rows[0][1]},Cluster ${rows[0][2]},`));
  }));

test("rows between clusters that were made one are no longer in doubt", () =>
  open(async (page) => {
    const before = (await cells(page)).length;
    await page.locator("#cut").fill("2");
    const rows = await cells(page);
    assert.ok(rows.length < before);
    for (const [, first, second] of rows) assert.ok(second === "" || first !== second);
  }));

test("points are coloured by their probability, and a row tells its own", () =>
  open(async (page) => {
    await page.locator("#colour-by").selectOption("sureness");
    assert.ok((await colouredPixels(page.locator("[data-node='0'] canvas"))) > 50);
    await page.locator("[data-node='0']").click();
    await page.locator(".found .scatter").focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator("[role=status]").textContent(), /Probability: [01]\.\d\d/);
  }));

for (const colorScheme of ["light", "dark"])
  test(`words in colour can be read (${colorScheme})`, () =>
    open(async (page) => assert.deepEqual(await seriousFindings(page), []), { ...desk, colorScheme }));
