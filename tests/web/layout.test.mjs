// Where things stand: what comes first, the tree seen whole, cards on phones.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { seriousFindings } from "./browser.mjs";
import { at, desk, opened, overflow, phone, run } from "./fixture.mjs";

before(() => {
  run("generate", at("ten.html"), 3000, 24, 10);
  run("generate", at("chain.html"), 3000, 24, 10, "chain");
  run("generate", at("hostile.html"), 800, 28, 14, "hostile");
});

/** Frames of all elements that a selector finds, on the screen as it is scrolled. */
const frames = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );

/** Scrolls so that the tree's panel stands below the bar that stays in sight. */
const toTree = (page) =>
  page.evaluate(() => {
    const bar = document.querySelector(".toolbar").offsetHeight;
    scrollBy(0, document.querySelector(".panel.tree").getBoundingClientRect().top - bar);
    return bar;
  });

test("the verdict's place, the clusters and the tree follow one another", () =>
  opened("ten.html", async (page) => {
    const [clusters] = await frames(page, "#clusters-title");
    const [tree] = await frames(page, "#tree-title");
    const [summary] = await frames(page, ".summary");
    assert.ok(summary.bottom <= clusters.top && clusters.bottom <= tree.top);
  }));

for (const name of ["ten", "chain"])
  test(`at 1440 x 900 the tree of ten clusters is seen whole (${name})`, () =>
    opened(
      `${name}.html`,
      async (page) => {
        const bar = await toTree(page);
        const cards = await frames(page, "[role=treeitem]");
        assert.equal(cards.length, 19);
        for (const { left, top, right, bottom } of cards)
          assert.ok(left >= 0 && right <= 1440 && top >= bar && bottom <= 900, JSON.stringify({ top, bottom, bar }));
      },
      desk,
    ));

test("a chain fills its panel", () =>
  opened(
    "chain.html",
    async (page) => {
      const [view] = await frames(page, ".tree-viewport");
      const cards = await frames(page, "[role=treeitem]");
      const area = ({ left, top, right, bottom }) => (right - left) * (bottom - top);
      const covered = cards.reduce((sum, card) => sum + area(card), 0) / area(view);
      assert.ok(covered > 0.5, `cards cover ${covered.toFixed(2)} of the panel`);
    },
    desk,
  ));

test("pictures of the tree can be made larger and are reached by scrolling", () =>
  opened("ten.html", async (page) => {
    const width = async () => (await frames(page, "[data-node='0'] canvas")).map((f) => f.right - f.left)[0];
    const before = await width();
    for (let i = 0; i < 3; ++i) await page.getByRole("button", { name: "Larger pictures" }).click();
    assert.ok((await width()) > 2 * before);
    const last = page.locator("[role=treeitem]").last();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    assert.ok(await page.locator("dialog.node").isVisible());
  }));

for (const name of ["ten", "chain", "hostile"])
  test(`nothing is cut off on a phone, and every cluster and node opens (${name})`, () =>
    opened(
      `${name}.html`,
      async (page) => {
        assert.ok((await overflow(page)) <= 0);
        for (const selector of [".clusters tr[data-cluster] > *", "[role=treeitem]", ".fork", ".panel-tools > *"])
          for (const { left, right } of await frames(page, selector))
            assert.ok(left >= 0 && right <= 390.5, `${selector}: ${left} to ${right}`);
        const clipped = await page
          .locator(".panel > .scroller, .tree-viewport")
          .evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX !== "auto").length);
        assert.equal(clipped, 0);
        const nodes = await page.locator("[role=treeitem]").count();
        for (let i = 0; i < nodes; i += 4) {
          await page.locator("[role=treeitem]").nth(i).tap();
          assert.ok(await page.locator("dialog.node").isVisible());
          assert.ok((await overflow(page)) <= 0);
          await page.getByRole("button", { name: "Close" }).tap();
        }
        assert.deepEqual(await seriousFindings(page), []);
      },
      phone,
    ));

test("clusters are cards on a phone and rows on a desk", async () => {
  const display = (page) =>
    page.locator(".clusters tr[data-cluster]").first().evaluate((row) => getComputedStyle(row).display);
  await opened("ten.html", async (page) => assert.equal(await display(page), "grid"), phone);
  await opened("ten.html", async (page) => assert.equal(await display(page), "table-row"), desk);
});
