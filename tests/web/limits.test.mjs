// Hostile names, many columns, many clusters, a million rows.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { downloaded, seriousFindings } from "./browser.mjs";
import { at, opened, overflow, run } from "./fixture.mjs";

async function openGenerated(words, use) {
  run("generate", at("report.html"), ...words);
  await opened("report.html", (page) => use(page, at("report.html")));
}

test("hostile names and labels are only text", () =>
  openGenerated([800, 28, 14, "hostile"], async (page) => {
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script:not([id])").count(), 1, "only the page's own script");
    assert.equal(await page.title(), "</title><script>alert(2)</script> · scpp report");
    assert.ok((await page.locator("body").innerText()).includes("<img src=x onerror=alert(1)>"));
    await page.getByLabel("Name of cluster 0").fill('=<script>alert(3)</script>,"x"');
    await page.getByLabel("Name of cluster 0").press("Tab");
    await page.locator(".menu summary").click();
    const labels = await downloaded(page, () => page.locator("#save-labels").click());
    assert.ok(labels.bytes.toString().includes(`1,0,"'=<script>alert(3)</script>,""x"""`));
    await page.locator("[data-node='0']").click();
    assert.ok(await page.locator("dialog.node").isVisible());
    assert.deepEqual(await seriousFindings(page), []);
    assert.ok((await overflow(page)) <= 0);
  }));

test("10,000 columns", () =>
  openGenerated([600, 10000, 5, "hostile"], async (page) => {
    await page.locator("[data-node='0']").click();
    await page.getByLabel("Search: Features that make this plane").fill("9999");
    assert.match(await page.locator(".node-grid .chart").first().textContent(), /9999/);
  }));

test("300 clusters", () =>
  openGenerated([30000, 12, 300, "hostile"], async (page) => {
    assert.ok((await page.locator("[role=treeitem]").count()) < 100, "a large tree opens folded");
    await page.locator("#cut").fill("40");
    assert.equal(await page.locator(".clusters tbody tr[data-cluster]").count(), 40);
    assert.ok((await overflow(page)) <= 0);
  }));

test("a chain of 999 splits", () =>
  openGenerated([3000, 2, 1000, "chain"], async (page) => {
    assert.ok((await page.locator("[role=treeitem]").count()) < 100, "a large tree opens folded");
    await page.locator("#cut").fill("30");
    assert.equal(await page.locator(".clusters tbody tr[data-cluster]").count(), 30);
  }));

test("one cluster alone", () =>
  openGenerated([50, 3, 1], async (page) => {
    await page.locator("[data-node='0']").click();
    assert.match(await page.locator("dialog.node").innerText(), /only one cluster/);
  }));

for (const [columns, clusters] of [
  [50, 10],
  [20, 300],
])
  test(`1,000,000 rows, ${columns} columns, ${clusters} clusters: below 8 MB, time to interactive measured`, (context) =>
    openGenerated([1_000_000, columns, clusters], async (page, file) => {
      const megabytes = statSync(file).size / 1e6;
      const milliseconds = Number(await page.evaluate(() => document.documentElement.dataset.ready));
      context.diagnostic(`${megabytes.toFixed(2)} MB, usable after ${milliseconds} ms`);
      assert.ok(megabytes < 8);
      const sizes = await page.locator("[data-node='0'] .card-rows").textContent();
      assert.equal(sizes, "1,000,000");
      await page.locator(".menu summary").click();
      const labels = await downloaded(page, () => page.locator("#save-labels").click());
      assert.equal(
        labels.bytes.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0),
        1_000_001,
      );
    }));
