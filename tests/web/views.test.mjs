// What the pictures and sentences of the report say.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { writeBlobs } from "./blobs.mjs";
import { at, colouredPlaces, headOf, opened, phone, run } from "./fixture.mjs";

before(() => {
  writeBlobs(at("blobs.csv"));
  run("fit", at("blobs.csv"), "kind", 5, at("blobs.html"), at("blobs.model"));
  run("fit", at("blobs.csv"), "kind", 5, at("weighted.html"), at("weighted.model"), 3);
  run("generate", at("wide.html"), 600, 80, 6);
});

/** Red, green and blue of a colour as the browser computes it. */
const channels = (page, colour) =>
  page.evaluate((text) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, colour);

/** The hue of a colour in degrees. */
function hue([r, g, b]) {
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
  const at = high === r ? (g - b) / (high - low) : high === g ? 2 + (b - r) / (high - low) : 4 + (r - g) / (high - low);
  return (at * 60 + 360) % 360;
}
const near = (a, b) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b)) < 15;

test("a parent is coloured by the side of its split, each side as its branch and its card", () =>
  opened("blobs.html", async (page) => {
    const { nodes } = await headOf(page);
    for (const [node, { children }] of nodes.entries()) {
      if (!children.length) continue;
      const frames = await Promise.all(
        children.map((child) =>
          page.locator(`[data-node='${child}']`).evaluate((card) => getComputedStyle(card).borderTopColor),
        ),
      );
      const wanted = await Promise.all(frames.map(async (colour) => hue(await channels(page, colour))));
      const places = await colouredPlaces(page.locator(`[data-node='${node}'] canvas`));
      const share = wanted.map((w) => places.filter(([, , ...rgb]) => near(hue(rgb), w)).length / places.length);
      assert.ok(share.every((s) => s > 0.05) && share[0] + share[1] > 0.9, `node ${node}: ${share}`);
    }
  }));

test("a node opens with a sentence and its features on both axes; the search is for experts", () =>
  opened("blobs.html", async (page) => {
    await page.locator("[data-node='0']").click();
    const sentence = await page.locator(".node-sentence").innerText();
    assert.match(sentence, /^All 600 rows fall into .*\d+ rows.* and .*\d+ rows.*\. .*The sides differ most in .*x\d/s);
    const features = await page.locator(".features .chart").first().textContent();
    for (const text of ["axis 1", "axis 2", "x1", "x2", "x3", "x4", "x5"]) assert.ok(features.includes(text), text);
    const headings = () => page.locator("dialog.node h3").evaluateAll((all) => all.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    assert.deepEqual(await headings(), ["Features that make this plane"]);
    await page.locator(".expert > summary").click();
    for (const title of ["How the search went", "Numbers"]) assert.ok((await headings()).includes(title), title);
  }));

test("a cluster opens with its size and what sets it apart", () =>
  opened("blobs.html", async (page) => {
    await page.getByRole("button", { name: "Details of cluster 2" }).click();
    assert.match(
      await page.locator(".node-sentence").innerText(),
      /^120 rows, 20 % of all\..*Beside all other rows it is high in .*x\d/s,
    );
  }));

test("infinity never appears", () =>
  opened("blobs.html", async (page) => {
    const { nodes } = await headOf(page);
    for (const node of nodes.keys()) {
      await page.locator(`[data-node='${node}']`).click();
      await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
      const text = await page.locator("body").innerText();
      assert.doesNotMatch(text, /∞|Infinity|NaN|undefined|null/);
      await page.getByRole("button", { name: "Close" }).click();
    }
  }));

for (const [options, name] of [
  [{}, "desk"],
  [phone, "phone"],
])
  test(`the heatmap names its columns, and low is blue, high is red (${name})`, () =>
    opened(
      "wide.html",
      async (page) => {
        const chart = page.locator("#heat .chart");
        const texts = await chart.locator("text").allTextContents();
        const shown = texts.filter((text) => /^f\d+$/.test(text));
        assert.equal(shown.length, 80);
        const letters = await chart.evaluate((svg) => {
          const text = [...svg.querySelectorAll("text")].find((t) => /^f\d+$/.test(t.textContent));
          return Number(text.getAttribute("font-size")) * (svg.clientWidth / svg.viewBox.baseVal.width);
        });
        assert.ok(letters >= 9, `names are ${letters} pixels high`);
        for (const title of ["column", "cluster"]) assert.ok(texts.some((text) => text.startsWith(title)), title);
        const cells = await chart
          .locator("rect[data-tip]")
          .evaluateAll((all) => all.map((cell) => [cell.getAttribute("fill"), cell.getAttribute("data-tip")]));
        const value = (tip) => Number(tip.match(/: ([−+][\d.]+)/)[1].replace("−", "-"));
        const sorted = cells.map(([fill, tip]) => [value(tip), fill]).sort((a, b) => a[0] - b[0]);
        const [low, high] = [sorted[0], sorted[sorted.length - 1]];
        assert.ok(low[0] < -0.5 && high[0] > 0.5);
        const [blue, red] = [await channels(page, low[1]), await channels(page, high[1])];
        assert.ok(blue[2] > blue[0] + 40 && red[0] > red[2] + 40, `${blue} and ${red}`);
      },
      options,
    ));

for (const colorScheme of ["light", "dark"])
  test(`the table of known classes names its axes, and its caption is true (${colorScheme})`, () =>
    opened(
      "blobs.html",
      async (page) => {
        const panel = page.locator("#confusion");
        const texts = await panel.locator(".chart text").allTextContents();
        for (const title of ["cluster", "known class"])
          assert.ok(texts.some((text) => text.startsWith(title)), title);
        assert.match(await panel.locator(".hint").innerText(), /The stronger the blue, the larger the share/);
        const cells = await panel
          .locator(".chart rect[data-tip]")
          .evaluateAll((all) =>
            all.map((cell) => [
              cell.getAttribute("fill"),
              Number(cell.getAttribute("opacity")),
              Number(cell.getAttribute("data-tip").match(/\(([\d.]+) %/)[1]),
            ]),
          );
        const filled = cells.filter(([, , share]) => share > 0).sort((a, b) => a[2] - b[2]);
        for (let i = 1; i < filled.length; ++i) assert.ok(filled[i][1] >= filled[i - 1][1] - 0.01);
        const [red, , blue] = await channels(page, filled[0][0]);
        assert.ok(blue > red + 80, "the colour is blue");
      },
      { colorScheme },
    ));

test("how sure: every mark has its entry in the legend, and the axis has a title and numbers", () =>
  opened("blobs.html", async (page) => {
    const chart = page.locator("#sureness .chart");
    const texts = await chart.locator("text").allTextContents();
    assert.ok(texts.some((text) => /^(clarity|cut) of the split/.test(text)), "a legend");
    assert.ok(texts.some((text) => /^(how clear|share of neighbour links)/.test(text)), "a title of the axis");
    assert.ok(texts.filter((text) => /^[\d.]+( %)?$/.test(text)).length >= 3, "ticks");
    const lines = texts.filter((text) => / \| /.test(text));
    assert.equal(lines.length, 4, "one line for each split");
    const fills = await chart
      .locator("[data-tip]")
      .evaluateAll((all) => [...new Set(all.map((mark) => mark.getAttribute("fill")))]);
    const explained = await chart
      .locator("circle:not([data-tip]), path:not([data-tip]), rect:not([data-tip])")
      .evaluateAll((all) => all.map((mark) => mark.getAttribute("fill")));
    for (const fill of fills) assert.ok(explained.includes(fill), `${fill} is explained`);
  }));

test("rows count by their weights: every second one three times", () =>
  opened("weighted.html", async (page) => {
    const head = await headOf(page);
    assert.equal(head.weight, 300 + 3 * 300);
    const sizes = await page.locator(".card.cluster .card-rows").allTextContents();
    assert.equal(sizes.reduce((sum, text) => sum + Number(text.replace(/,/g, "")), 0), 1200);
    const counts = await page.locator("#confusion .chart rect[data-tip]").evaluateAll((all) =>
      all.map((cell) => Number(cell.getAttribute("data-tip").match(/^[\d.]+/)[0])),
    );
    assert.equal(counts.reduce((sum, count) => sum + count, 0), 1200);
    assert.match(await page.locator("footer").innerText(), /by their weights/);
    await page.locator("[data-node='0']").click();
    assert.match(await page.locator(".node-sentence").innerText(), /^All 1,200 rows/);
  }));

/** A finger that goes from place to place, as the browser gets it from the screen. */
async function swipe(page, places) {
  const session = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [places[0]]);
  for (const place of places.slice(1)) await send("touchMove", [place]);
  await send("touchEnd", []);
}

test("rows are brushed by touch, a tap tells one, and a finger that goes up scrolls", () =>
  opened(
    "blobs.html",
    async (page) => {
      await page.locator("[data-node='0']").tap();
      const found = page.locator(".found .scatter");
      const box = await found.boundingBox();
      const spots = Array.from({ length: 9 }, (_, i) => ({
        x: box.x + 3 + ((box.width - 6) * i) / 8,
        y: box.y + 3 + ((box.height - 6) * Math.max(0, i - 1)) / 7,
      }));
      await swipe(page, spots);
      assert.match(await page.locator(".row-list h3").innerText(), /^(59\d|600) rows chosen/);
      const [place] = await colouredPlaces(found);
      const scale = await page.evaluate(() => devicePixelRatio);
      const [x, y] = [box.x + place[0] / scale, box.y + place[1] / scale];
      await swipe(page, [{ x, y }]);
      assert.match(await page.locator(".tooltip").innerText(), /Row [\d,]+/);
      const before = await page.locator("dialog.node").evaluate((dialog) => dialog.scrollTop);
      const middle = box.x + box.width / 2;
      await swipe(page, Array.from({ length: 10 }, (_, i) => ({ x: middle, y: box.y + 250 - 22 * i })));
      await page.waitForFunction((top) => document.querySelector("dialog.node").scrollTop > top + 50, before);
      assert.match(await page.locator(".row-list h3").innerText(), /^(59\d|600) rows chosen/);
    },
    phone,
  ));
