// The app in a real browser, opened from disk: from dropping a file to giving its model to the command line.
import assert from "node:assert/strict";
import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { downloaded, seriousFindings, withReport } from "../web/browser.mjs";
import { appPage, at, cleanUp, scpp } from "./program.mjs";

const megabytes = 1e6;

before(() => {
  scpp("generate", "scales", "--rows", "400", "-k", "4", "--class-column", "class", "-o", "made.csv");
});
after(cleanUp);

const open = (use, options = {}) =>
  withReport(appPage, options, async (page, seen) => {
    await use(page, seen);
    assert.deepEqual(seen.problems, [], "no console error");
    assert.deepEqual(seen.strange(), [], "no network request");
  });

// ---- what a user does

const choose = (page, name) => page.locator("#file").setInputFiles(at(name));
async function drop(page, name) {
  const text = readFileSync(at(name), "utf8");
  const transfer = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent(".start", "drop", { dataTransfer: transfer });
}
const facts = (page, pattern) => page.locator(".facts-line", { hasText: pattern }).waitFor();
const refusal = (page) => page.locator(".told.error").innerText();
const shown = (page) => page.locator(".explorer #k").waitFor({ timeout: 120_000 });
async function fit(page, clusters) {
  if (clusters) {
    await page.locator("#auto").uncheck();
    await page.locator("#clusters").fill(String(clusters));
  }
  await page.locator("#fit").click();
  await shown(page);
}
/** The class column is text, which is refused until something is said about it. */
async function compare(page) {
  await page.getByRole("button", { name: "Compare with class" }).click();
  await facts(page, /400 rows, 50 columns, compared with 4 classes/);
}
async function fitted(page, clusters = 4, name = "made.csv") {
  await choose(page, name);
  await compare(page);
  await fit(page, clusters);
}
const count = async (page) => Number(await page.locator(".explore .cut-value").innerText());
const until = (page, clusters) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".explore .cut-value")?.textContent === String(wanted),
    clusters,
  );
async function saved(page, id) {
  await page.locator(".app-menu summary").click();
  return downloaded(page, () => page.locator(`#app-${id}`).click());
}
/** The report that the page saves, opened. */
async function reported(page, use) {
  writeFileSync(at("saved.html"), (await saved(page, "report")).bytes);
  await withReport(at("saved.html"), {}, use);
}
const shape = (page) => page.locator(".shape").evaluate((details) => (details.open = true));

describe("the app", () => {
  test("is one file of at most 4 MB, usable within a second", () =>
    open(async (page) => {
      assert.ok(statSync(appPage).size <= 4 * megabytes, `${statSync(appPage).size} bytes`);
      const ready = Number(await page.evaluate(() => document.documentElement.dataset.ready));
      assert.ok(ready < 1000, `${ready} ms`);
      assert.match(await page.locator("meta[http-equiv]").getAttribute("content"), /^default-src 'none'/);
    }));

  test("takes a dropped file to labels and a model that the command line agrees with", () =>
    open(async (page) => {
      await drop(page, "made.csv");
      await compare(page);
      await fit(page, 3);
      assert.equal(await count(page), 3);
      await shape(page);
      await page.getByRole("button", { name: "Split cluster 0" }).click();
      await until(page, 4);
      await page.locator("#undo").click();
      await until(page, 3);
      await page.locator("#redo").click();
      await until(page, 4);
      await page.getByLabel("Name of cluster 2").fill("the third one");
      await page.getByLabel("Name of cluster 2").press("Tab");
      const labels = (await saved(page, "labels")).bytes.toString();
      writeFileSync(at("page.scpp"), (await saved(page, "model")).bytes);
      assert.equal(scpp("predict", "page.scpp", "made.csv", "--labels", "predicted.csv").code, 0);
      const numbers = labels.split("\n").map((line) => line.split(",")[0]);
      assert.equal(numbers.length, 402);
      assert.deepEqual(numbers, readFileSync(at("predicted.csv"), "utf8").split("\n"));
      assert.match(labels, /^2,the third one$/m);
      await reported(page, async (report) => {
        assert.equal(await report.getByLabel("Name of cluster 2").inputValue(), "the third one");
        assert.equal(await report.getByLabel("Name of cluster 1").inputValue(), "");
        assert.ok(await report.getByRole("button", { name: "Undo edits" }).isHidden(), "nothing is edited yet");
        await report.getByLabel("Name of cluster 2").fill("another");
        await report.getByLabel("Name of cluster 2").press("Tab");
        await report.getByRole("button", { name: "Undo edits" }).click();
        assert.equal(await report.getByLabel("Name of cluster 2").inputValue(), "the third one");
      });
    }));

  test("joins, undoes every step, and the labels are those of the tree that is shown", () =>
    open(async (page) => {
      await fitted(page, 4);
      await shape(page);
      await page.getByRole("button", { name: /^Join cluster 0 / }).click();
      const joined = await count(page);
      assert.ok(joined < 4);
      const labels = (await saved(page, "labels")).bytes.toString().trim().split("\n").slice(1);
      assert.equal(new Set(labels).size, joined);
      await page.keyboard.press("Control+z");
      await until(page, 4);
      assert.ok(await page.locator("#undo").isDisabled());
      await page.keyboard.press("Control+Shift+z");
      await until(page, joined);
    }));

  test("cuts by its slider, and fits anew beyond the tree; names stay with their rows", () =>
    open(async (page) => {
      await fitted(page, 4);
      await page.locator("#k").fill("2");
      await until(page, 2);
      await page.locator("#k").fill("4");
      await page.getByLabel("Name of cluster 1").fill("kept");
      await page.getByLabel("Name of cluster 1").press("Tab");
      const before = (await saved(page, "labels")).bytes.toString().trim().split("\n");
      await page.locator("#k").fill("6");
      await page.locator(".running").waitFor({ state: "hidden", timeout: 60_000 });
      await until(page, 6);
      const after = (await saved(page, "labels")).bytes.toString().trim().split("\n");
      const rows = (lines) => new Set(lines.flatMap((line, row) => (line.endsWith(",kept") ? [row] : [])));
      const [was, is] = [rows(before), rows(after)];
      const both = [...was].filter((row) => is.has(row)).length;
      // a name goes on only where more than half of all rows of both are common
      if (is.size) assert.ok(2 * both > was.size + is.size - both);
      await page.locator("#undo").click();
      await until(page, 4);
      assert.deepEqual((await saved(page, "labels")).bytes.toString().trim().split("\n"), before);
    }));

  test("writes a report of what is shown, and pictures", () =>
    open(async (page) => {
      await fitted(page, 4);
      await page.locator("#k").fill("3");
      await until(page, 3);
      writeFileSync(at("saved.html"), (await saved(page, "report")).bytes);
      const svg = await downloaded(page, () =>
        page
          .getByRole("button", { name: /as SVG/ })
          .first()
          .click(),
      );
      assert.match(svg.bytes.toString(), /^<svg/);
      const png = await downloaded(page, () =>
        page
          .getByRole("button", { name: /as PNG/ })
          .first()
          .click(),
      );
      assert.equal(png.bytes.toString("latin1", 1, 4), "PNG");
      await withReport(at("saved.html"), {}, async (report) =>
        assert.equal(await report.locator(".clusters [data-cluster]").count(), 3),
      );
    }));

  test("goes on from a session as it was left", () =>
    open(async (page) => {
      await fitted(page, 4);
      await page.locator("#k").fill("3");
      await until(page, 3);
      await shape(page);
      await page.getByLabel("Note on cluster 1").fill("look again");
      await page.getByLabel("Note on cluster 1").press("Tab");
      await page.getByLabel("Name of cluster 0").fill("first");
      await page.getByLabel("Name of cluster 0").press("Tab");
      const labels = (await saved(page, "labels")).bytes;
      writeFileSync(at("session.json"), (await saved(page, "session")).bytes);
      await page.locator("#again").click();
      await choose(page, "session.json");
      await shown(page);
      await until(page, 3);
      await shape(page);
      assert.equal(await page.getByLabel("Note on cluster 1").inputValue(), "look again");
      assert.ok((await saved(page, "labels")).bytes.equals(labels));
      writeFileSync(at("damaged.json"), '{"format":"scpp-session","version":1,');
      await page.locator("#again").click();
      await choose(page, "damaged.json");
      assert.match(await refusal(page), /damaged session/);
    }));

  test("goes back to the clusters that another table replaced", () =>
    open(async (page) => {
      await fitted(page, 4);
      await page.getByLabel("Name of cluster 0").fill("mine");
      await page.getByLabel("Name of cluster 0").press("Tab");
      await page.locator("#again").click();
      await page.getByRole("button", { name: /Irises/ }).click();
      await facts(page, /150 rows/);
      await page.getByRole("button", { name: "Back to made.csv" }).click();
      await shown(page);
      assert.match((await saved(page, "labels")).bytes.toString(), /,mine$/m);
    }));

  test("opens a model of the command line with its rows", () =>
    open(async (page) => {
      scpp("fit", "made.csv", "-k", "4", "--truth", "class", "--model", "cli.scpp", "--labels", "cli.csv");
      await choose(page, "cli.scpp");
      await page.getByText(/is a model/).waitFor();
      await choose(page, "made.csv");
      await facts(page, /400 rows, 50 columns/);
      await page.locator("#fit").click();
      await shown(page);
      assert.equal((await saved(page, "labels")).bytes.toString(), readFileSync(at("cli.csv"), "utf8"));
      assert.ok((await saved(page, "model")).bytes.equals(readFileSync(at("cli.scpp"))));
    }));

  test("takes 100,000 rows", () =>
    open(async (page) => {
      scpp(..."generate scales --rows 100000 -k 5 --columns 20 --noise-columns 6 -o large.csv".split(" "));
      await choose(page, "large.csv");
      await facts(page, /100,000 rows, 20 columns/);
      await fit(page, 5);
      assert.equal((await saved(page, "labels")).bytes.toString().trim().split("\n").length, 100_001);
    }));

  test("finds a row, and says when there is none", () =>
    open(async (page) => {
      await fitted(page, 4);
      await page.locator("#find-row").fill("17");
      await page.keyboard.press("Enter");
      const told = page.locator(".found-row", { hasText: "Row 17 " });
      await told.waitFor();
      assert.match(await told.innerText(), /is in Cluster \d, of class \w+ with probability [\d.]+/);
      await page.locator("#find-row").fill("401");
      await page.keyboard.press("Enter");
      await page.locator(".problem .told").waitFor();
      assert.match(await refusal(page), /no row 401; the last one is row 400/);
    }));

  test("finds a row by its id", () =>
    open(async (page) => {
      const rows = Array.from({ length: 60 }, (_, i) => `cell ${i},${i % 2},${(i % 2) * 3 + (i % 7) / 7}`);
      writeFileSync(at("ids.csv"), ["who,a,b", ...rows].join("\n"));
      await choose(page, "ids.csv");
      await page.locator(".told.error").waitFor();
      await page.locator("#more").fill("--id who");
      await page.locator("#more").press("Tab");
      await facts(page, /60 rows, 2 columns/);
      await fit(page, 2);
      await page.locator("#find-row").fill("cell 17");
      await page.keyboard.press("Enter");
      await page.locator(".found-row", { hasText: "Row 18 (cell 17) is in Cluster" }).waitFor();
    }));
});

describe("what is not as it should be", () => {
  test("text is refused in the command line's words, with its remedies as buttons", () =>
    open(async (page) => {
      writeFileSync(at("kinds.csv"), "a,kind,b\n1,x,2\n3,y,4\n9,x,8\n7,y,6\n");
      await choose(page, "kinds.csv");
      await page.locator(".told.error").waitFor();
      assert.ok(
        scpp("fit", "kinds.csv")
          .said.at(-1)
          .endsWith(await page.locator(".told.error bdi").innerText()),
      );
      await page.getByRole("button", { name: "Compare with kind" }).click();
      await facts(page, /4 rows, 2 columns, compared with 2 classes/);
      assert.match(await page.locator(".command").innerText(), /--truth kind/);
    }));

  test("missing cells are refused until a rule is chosen", () =>
    open(async (page) => {
      writeFileSync(at("gaps.csv"), "a,b\n1,2\n,4\n9,8\n7,6\n");
      await choose(page, "gaps.csv");
      await page.getByRole("button", { name: "Leave out such rows" }).click();
      await facts(page, /3 rows, 2 columns, 1 rows? left out/);
    }));

  test("packed, damaged, foreign and empty files", () =>
    open(async (page) => {
      writeFileSync(at("made.csv.gz"), gzipSync(readFileSync(at("made.csv"))));
      await choose(page, "made.csv.gz");
      await compare(page);
      const again = () => page.locator("#again").click();
      const cases = {
        "cut.csv.gz": [gzipSync(readFileSync(at("made.csv"))).subarray(0, 2000), /damaged or truncated gzip/],
        "table.parquet": [Buffer.from("PAR1\0\0\0\0PAR1"), /Parquet/],
        "empty.csv": [Buffer.alloc(0), /empty\.csv/],
        "cut.scpp": [Buffer.from("SCPP\r\n\x1a\n\x01\0\0\0"), /./],
      };
      for (const [name, [bytes, pattern]] of Object.entries(cases)) {
        if (await page.locator("#again").isVisible()) await again();
        writeFileSync(at(name), bytes);
        await choose(page, name);
        if (name.endsWith(".scpp")) await choose(page, "made.csv");
        await page.locator(".told.error").waitFor();
        assert.match(await refusal(page), pattern, name);
      }
    }));

  test("a file of 2 GB is refused with the command to type instead", () =>
    open(async (page) => {
      writeFileSync(at("huge.csv"), "");
      truncateSync(at("huge.csv"), 2 ** 31);
      await choose(page, "huge.csv");
      await page.locator(".told.error").waitFor();
      assert.match(
        await refusal(page),
        /huge\.csv holds 2\.1 GB, more than the 500 MB .* scpp fit huge\.csv --memory/,
      );
    }));

  test("a fit is stopped at once, and begins again where it was", () =>
    open(async (page) => {
      scpp("generate", "scales", "--rows", "6000", "-k", "12", "--columns", "60", "-o", "long.csv"); // numbers alone
      await choose(page, "long.csv");
      await facts(page, /6,000 rows/);
      await page.locator("#fit").click();
      await page.locator("#stop").click();
      assert.match(await page.locator(".problem").innerText(), /^Stopped/);
      await page.locator("#more").fill("--quality fast");
      await page.locator("#more").press("Tab");
      await facts(page, /6,000 rows/);
      await fit(page, 3);
      assert.equal(await count(page), 3);
    }));

  test("a worker that breaks down loses nothing that was entered", () =>
    withReport(appPage, {}, async (page) => {
      await fitted(page, 4);
      await page.getByLabel("Name of cluster 0").fill("mine");
      await page.getByLabel("Name of cluster 0").press("Tab");
      await page.workers()[0].evaluate(() =>
        setTimeout(() => {
          throw new Error("planted");
        }),
      );
      await page.waitForTimeout(200);
      assert.match((await saved(page, "labels")).bytes.toString(), /,mine$/m);
    }));
});

describe("everybody", () => {
  test("can do it by keyboard alone", () =>
    open(async (page) => {
      const focus = async (selector) => {
        for (let i = 0; i < 60; ++i) {
          if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
          await page.keyboard.press("Tab");
        }
        assert.fail(`Tab does not reach ${selector}`);
      };
      await focus(".example");
      await page.keyboard.press("Enter");
      await facts(page, /150 rows/);
      await focus("#fit");
      await page.keyboard.press("Enter");
      await shown(page);
      const before = await count(page);
      await focus("[role=treeitem]");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("s");
      await until(page, before + 1);
      await page.keyboard.press("Control+z");
      await until(page, before);
      await focus("[role=treeitem]");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("j");
      await page.waitForFunction(
        (was) => Number(document.querySelector(".explore .cut-value").textContent) < was,
        before,
      );
      await page.keyboard.press("/");
      await page.keyboard.type("3");
      await page.keyboard.press("Enter");
      await page.locator(".found-row", { hasText: "Row 3 " }).waitFor();
    }));

  for (const colorScheme of ["light", "dark"])
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])
      test(`meets no serious finding of axe-core, ${colorScheme}, ${viewport.width} px`, () =>
        open(
          async (page) => {
            const fits = async () => {
              assert.ok(
                (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
                "no sideways scrolling",
              );
              assert.deepEqual(await seriousFindings(page), []);
            };
            assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
            await fits();
            await choose(page, "made.csv");
            await page.locator(".told.error").waitFor();
            await fits();
            await compare(page);
            await fit(page, 4);
            await shape(page);
            await fits();
          },
          { colorScheme, viewport },
        ));
});
