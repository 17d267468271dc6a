// The report in a real browser, from opening it to giving its edits back to the model.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { downloaded, seriousFindings } from "./browser.mjs";
import { writeBlobs } from "./blobs.mjs";
import { at, colouredPixels, colouredPlaces, opened, overflow, run } from "./fixture.mjs";

before(() => {
  writeBlobs(at("blobs.csv"));
  run("fit", at("blobs.csv"), "kind", "5", at("blobs.html"), at("blobs.model"));
});

const open = (use, options = {}) => opened("blobs.html", use, options);
const clusterCount = (page) => page.locator(".clusters tbody tr[data-cluster]").count();
const cut = (page, clusters) => page.locator("#cut").fill(String(clusters));

describe("the report", () => {
  test("shows the tree with a picture in every node", () =>
    open(async (page) => {
      assert.match(await page.title(), /blobs/);
      assert.equal(await page.locator("[role=treeitem]").count(), 9);
      assert.equal(await clusterCount(page), 5);
      for (const canvas of await page.locator(".card canvas").all())
        assert.ok((await colouredPixels(canvas)) > 50);
      const sizes = await page.locator(".card.cluster .card-rows").allTextContents();
      assert.equal(
        sizes.reduce((sum, text) => sum + Number(text.replace(/,/g, "")), 0),
        600,
      );
    }));

  test("opens a node, tells a row, lists brushed rows and turns the plane", () =>
    open(async (page) => {
      await page.locator("[data-node='0']").click();
      const found = page.locator(".found .scatter");
      await found.waitFor();
      const box = await found.boundingBox();
      const [place] = await colouredPlaces(found);
      await page.mouse.move(box.x + place[0], box.y + place[1] + 1);
      assert.match(await page.locator(".tooltip").innerText(), /Row [\d,]+[\s\S]*Cluster[\s\S]*x\d/);
      await page.mouse.move(box.x + 4, box.y + 4);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4);
      await page.mouse.up();
      assert.match(await page.locator(".row-list h3").innerText(), /^(59\d|600) rows chosen/);
      await page.locator(".expert > summary").click();
      await page.locator(".play").click();
      await page.waitForFunction(() => {
        const t = Number(document.querySelector("dialog.node").dataset.turn);
        return t > 0.05 && t < 0.95;
      });
      await page.waitForFunction(() => document.querySelector("dialog.node").dataset.turn === "1.000");
      await page.getByRole("button", { name: "Close" }).click();
      assert.equal(await page.locator("dialog.node").isVisible(), false);
    }));

  test("follows the cut, colours in every way, and prunes", () =>
    open(async (page) => {
      await cut(page, 3);
      assert.equal(await clusterCount(page), 3);
      assert.equal(await page.locator(".card.cluster").count(), 3);
      await cut(page, 5);
      for (const way of ["split", "truth", "density", "column", "cluster"]) {
        await page.locator("#colour-by").selectOption(way);
        assert.ok((await colouredPixels(page.locator("[data-node='0'] canvas"))) > 50, way);
      }
      await page.locator("[data-node='0']").click();
      await page.getByRole("button", { name: "Prune here" }).click();
      await page.keyboard.press("Escape");
      assert.equal(await clusterCount(page), 1);
      await page.getByRole("button", { name: "Undo edits" }).click();
      assert.equal(await clusterCount(page), 5);
    }));

  test("gives its edits back to the model: labels are the same", () =>
    open(async (page) => {
      await cut(page, 4);
      const splitNode = await page.locator(".card:not(.cluster)").nth(1).getAttribute("data-node");
      await page.locator(`[data-node='${splitNode}']`).click();
      await page.getByRole("button", { name: "Prune here" }).click();
      await page.keyboard.press("Escape");
      await page.getByLabel("Name of cluster 1").fill("the second one");
      await page.getByLabel("Name of cluster 1").press("Tab");
      await page.locator(".menu summary").click();
      const labels = await downloaded(page, () => page.locator("#save-labels").click());
      await page.locator(".menu summary").click();
      const edits = await downloaded(page, () => page.locator("#save-edits").click());
      writeFileSync(at("edits.json"), edits.bytes);
      run("apply", at("blobs.model"), at("edits.json"), at("blobs.csv"), "kind", at("applied.csv"));
      const named = (text) =>
        text
          .trim()
          .split("\n")
          .map((line) => line.replace(/,Cluster \d+$/, ","));
      const shown = named(labels.bytes.toString());
      assert.equal(shown.length, 601);
      assert.deepEqual(shown, named(readFileSync(at("applied.csv"), "utf8")));
      assert.ok(shown.some((line) => line.endsWith(",1,the second one")));
      const other = JSON.parse(edits.bytes.toString());
      writeFileSync(at("other.json"), JSON.stringify({ ...other, model: "0000000000000000" }));
      assert.throws(
        () => run("apply", at("blobs.model"), at("other.json"), at("blobs.csv"), "kind", at("x.csv")),
        /another model/,
      );
    }));

  test("saves pictures as SVG and PNG", () =>
    open(async (page) => {
      const svg = await downloaded(page, () => page.locator(".tree .save").first().click());
      assert.match(svg.bytes.toString(), /^<svg[\s\S]*Cluster 0[\s\S]*<\/svg>$/);
      const png = await downloaded(page, () => page.locator(".tree .save").nth(1).click());
      assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
      const heat = await downloaded(page, () =>
        page.getByLabel("Save “Means of the clusters” as SVG").click(),
      );
      assert.match(heat.bytes.toString(), /<rect/);
    }));

  test("can be used by keyboard alone", () =>
    open(async (page) => {
      for (
        let i = 0;
        i < 60 && !(await page.evaluate(() => document.activeElement.getAttribute("role") === "treeitem"));
        ++i
      )
        await page.keyboard.press("Tab");
      const focused = () => page.evaluate(() => document.activeElement.dataset.node);
      assert.equal(await focused(), "0");
      const down = await page.locator(".tree-viewport").evaluate((view) => view.classList.contains("down"));
      await page.keyboard.press(down ? "ArrowDown" : "ArrowRight");
      const first = await focused();
      await page.keyboard.press(down ? "ArrowRight" : "ArrowDown");
      const second = await focused();
      assert.notEqual(first, "0");
      assert.notEqual(second, first);
      await page.keyboard.press(down ? "ArrowUp" : "ArrowLeft");
      await page.keyboard.press(" ");
      assert.equal(await page.locator("[role=treeitem]").count(), 1);
      await page.keyboard.press(" ");
      assert.equal(await page.locator("[role=treeitem]").count(), 9);
      await page.keyboard.press("p");
      assert.equal(await clusterCount(page), 1);
      await page.keyboard.press("p");
      await page.keyboard.press("Enter");
      assert.ok(await page.locator("dialog.node").isVisible());
      await page.locator(".found .scatter").focus();
      await page.keyboard.press("ArrowRight");
      assert.match(await page.locator("[role=status]").textContent(), /^Row \d+\./);
      await page.keyboard.press("Enter");
      assert.match(await page.locator(".row-list h3").innerText(), /^1 row chosen/);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("dialog.node").isVisible(), false);
      assert.equal(await focused(), "0");
    }));

  for (const colorScheme of ["light", "dark"])
    test(`has no serious finding of axe-core, ${colorScheme}`, () =>
      open(
        async (page) => {
          assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
          await page.getByRole("button", { name: "Box plots of cluster 0" }).click();
          assert.deepEqual(await seriousFindings(page), []);
          await page.locator("[data-node='0']").click();
          assert.deepEqual(await seriousFindings(page), []);
        },
        { colorScheme },
      ));

  test("switches its theme", () =>
    open(
      async (page) => {
        const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const light = await back();
        await page.getByRole("button", { name: "Switch to the dark theme" }).click();
        assert.notEqual(await back(), light);
      },
      { colorScheme: "light" },
    ));

  test("fits a screen 360 pixels wide", () =>
    open(
      async (page) => {
        assert.ok((await overflow(page)) <= 0);
        await page.locator("[data-node='0']").click();
        assert.ok((await overflow(page)) <= 0);
        const dialog = await page.locator("dialog.node").evaluate((d) => d.scrollWidth - d.clientWidth);
        assert.ok(dialog <= 0, `the dialog is ${dialog} pixels too wide`);
        assert.deepEqual(await seriousFindings(page), []);
      },
      { viewport: { width: 360, height: 740 } },
    ));

  test("prints light, without controls", () =>
    open(
      async (page) => {
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator(".tools").isVisible(), false);
        const pdf = await page.pdf();
        assert.ok(pdf.length > 20_000);
      },
      { colorScheme: "dark" },
    ));
});
