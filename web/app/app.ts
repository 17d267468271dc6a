// The page: a table comes in, is read, is clustered, is explored. Whatever fails is told in a sentence, and nothing entered is lost.
import { h } from "../src/dom";
import type { ThemeName } from "../src/state";
import { announce, installTips } from "../src/tooltip";
import type { Facts } from "./bridge";
import { Refusal } from "./bridge";
import { Crash, Engine, Stopped } from "./engine";
import type { Program } from "./explore";
import { Explorer, versionOf } from "./explore";
import type { Moment } from "./history";
import { ReadingPanel } from "./reading";
import { Running } from "./running";
import { isModel, isSession, sessionIn, sessionText } from "./session";
import { startPanel, watchDrops } from "./start";
import type { Example, Table } from "./table";
import { commandInstead, tableOf } from "./table";
import type { Wish } from "./words";
import { firstWish, fitWords, openWords } from "./words";

interface ModelFile {
  name: string;
  bytes: Uint8Array;
}

/** Clusters that were on the screen before another table came. */
interface Before {
  table: Table;
  model: ModelFile | null;
  reading: ReadingPanel;
  explorer: Explorer;
}

class App {
  private table: Table | null = null;
  /** A model that was opened; rows are then labelled by it, not fitted. */
  private model: ModelFile | null = null;
  private reading: ReadingPanel | null = null;
  private explorer: Explorer | null = null;
  private before: Before | null = null;
  /** The table and the model that the worker holds. */
  private loaded: Table | null = null;
  private held: Uint8Array | null = null;
  private readonly running: Running;
  private readonly start = h("div", { class: "start-place", role: "main" });
  private readonly problem = h("div", { class: "problem" });
  private readonly again = h(
    "button",
    { type: "button", id: "again", hidden: true, onclick: () => this.begin() },
    "Another table",
  );
  private readonly back = h("button", {
    type: "button",
    id: "back",
    hidden: true,
    onclick: () => this.goBack(),
  });
  private readonly place = h("div", {});

  constructor(private readonly engine: Engine) {
    this.running = new Running(engine);
    document.body.append(
      h(
        "header",
        { class: "app-head" },
        h(
          "div",
          {},
          h("p", { class: "kicker" }, "scpp in this page"),
          h("h1", {}, "Find clusters, and see why"),
        ),
        h(
          "p",
          { class: "hint" },
          "The whole program runs here. No server, no upload: your table stays on this machine.",
        ),
        h("div", { class: "panel-tools" }, this.back, this.again),
      ),
      this.start,
      this.problem,
      this.running.element,
      this.place,
    );
    watchDrops((file) => void this.take(file));
    this.watchKeys();
    this.begin();
  }

  theme(theme: ThemeName): void {
    document.documentElement.dataset.theme = theme;
    if (this.explorer && this.explorer.state.theme !== theme) this.explorer.state.setTheme(theme);
  }

  // ---- a table comes in

  private begin(): void {
    this.leave();
    this.table = this.model = this.reading = null;
    this.again.hidden = true;
    this.stage("start");
    this.place.replaceChildren();
    this.problem.replaceChildren();
    this.start.replaceChildren(
      startPanel({
        file: (file) => void this.take(file),
        table: (table) => void this.read(table),
        example: (example) => void this.example(example),
      }),
    );
  }
  /** Whatever runs is stopped; clusters that were shown can be shown again. */
  private leave(): void {
    if (!this.running.element.hidden) this.engine.stop();
    const { table, model, reading, explorer } = this;
    if (explorer) this.before = { table: table!, model, reading: reading!, explorer };
    this.explorer = null;
    this.back.hidden = this.before === null;
    this.back.textContent = `Back to ${this.before?.table.name ?? ""}`;
  }
  private goBack(): void {
    Object.assign(this, this.before);
    this.problem.replaceChildren();
    this.again.hidden = false;
    this.show();
  }

  /** The report's views have a main part of their own. */
  private stage(stage: "start" | "explore"): void {
    document.documentElement.dataset.stage = stage;
    if (stage === "start") this.start.setAttribute("role", "main");
    else this.start.removeAttribute("role");
  }
  private example(example: Example): Promise<unknown> {
    return this.guarded(async () => this.read(await example.table(this.engine)));
  }
  private take(file: File): Promise<unknown> {
    return this.guarded(async () => {
      const table = await tableOf(file);
      if (isSession(table.bytes)) return this.openSession(table);
      if (isModel(table.bytes)) return this.openModel(table);
      return this.read(table);
    });
  }
  private openModel(file: ModelFile): void {
    this.begin();
    this.model = file;
    this.problem.replaceChildren(
      h(
        "p",
        { class: "told note", role: "status" },
        `${file.name} is a model. Now drop or choose the table that it was fitted on, or another one with its columns.`,
      ),
    );
  }

  private panel(wish: Wish): ReadingPanel {
    return new ReadingPanel(
      wish,
      { reread: (next) => void this.reread(next), fit: (next) => void this.fit(next) },
      this.model !== null,
    );
  }
  private wishFor(table: Table): Wish {
    const wish = firstWish();
    const at = table.options?.indexOf("--truth") ?? -1;
    return at < 0 ? wish : { ...wish, truth: table.options![at + 1] };
  }
  private async read(table: Table): Promise<void> {
    this.leave();
    this.table = table;
    this.place.replaceChildren();
    this.problem.replaceChildren();
    this.again.hidden = false;
    this.reading = this.panel(this.wishFor(table));
    this.stage("start");
    this.start.replaceChildren(this.reading.element);
    await this.reread(this.reading.wish);
    this.reading?.focus();
  }

  /** Words that make the worker hold the table. */
  private async load(wish: Wish): Promise<Facts> {
    const { table, model, engine } = this;
    await engine.call("removeFiles"); // of an earlier table
    await engine.call("writeFile", table!.name, table!.bytes);
    this.loaded = table;
    this.held = null;
    if (!model) return engine.call("read", fitWords(table!.name, wish));
    await engine.call("writeFile", model.name, model.bytes);
    return engine.call("open", openWords(model.name, table!.name, wish));
  }
  private async reread(wish: Wish): Promise<void> {
    const panel = this.reading!;
    panel.begin(this.table!.name);
    try {
      const facts = await this.load(wish);
      panel.done(facts, this.engine.said);
    } catch (problem) {
      panel.refused(this.sentence(problem), problem instanceof Refusal ? this.engine.said : []);
    }
    try {
      panel.columns(
        await this.engine.call(
          "columns",
          fitWords(this.table!.name, { ...wish, truth: "", missing: "error" }),
        ),
      );
    } catch {
      panel.columns([]); // a file that cannot be read at all has none, and that was told
    }
  }

  // ---- it is clustered

  private async fit(wish: Wish): Promise<void> {
    await this.guarded(async () => {
      await this.hold(wish);
      const bytes = this.model
        ? this.model.bytes
        : await this.running.during("Finding clusters:", this.engine.call("fit"));
      await this.explore(bytes);
    });
  }
  /** A new worker is told what the old one held. */
  private async hold(wish: Wish): Promise<void> {
    if (this.model && !this.engine.isNew && this.loaded === this.table) return;
    await this.load(wish);
  }
  private async explore(model: Uint8Array, moment?: Omit<Moment, "version">): Promise<void> {
    this.held = model;
    const version = await versionOf(this.program, model);
    if (!version) return;
    this.explorer = new Explorer(this.program, version, this.model === null);
    this.show();
    if (moment) this.explorer.restore({ ...moment, version });
    announce(`${version.report.leaves.length} clusters.`);
  }
  private show(): void {
    this.stage("explore");
    this.back.hidden = true;
    this.start.replaceChildren(
      h("details", { class: "panel folded" }, h("summary", {}, "Table and options"), this.reading!.element),
    );
    this.place.replaceChildren(this.explorer!.element);
    this.explorer!.shown();
    this.explorer!.element.querySelector<HTMLElement>("#k")!.focus({ preventScroll: true });
  }

  // ---- what the explorer asks

  /** The worker holds this model of the table, whatever it held before. */
  private async using(model: Uint8Array): Promise<void> {
    if (this.engine.isNew || this.loaded !== this.table) await this.load(this.reading!.wish);
    if (this.held === model) return;
    await this.engine.call("use", model);
    this.held = model;
  }
  private asked<T>(model: Uint8Array, ask: () => Promise<T>): Promise<T | null> {
    return this.guarded(async () => {
      await this.using(model);
      return ask();
    });
  }
  private readonly program: Program = {
    fit: (clusters) =>
      this.guarded(async () => {
        await this.load({ ...this.reading!.wish, clusters: String(clusters) });
        return (this.held = await this.running.during("Fitting anew:", this.engine.call("fit")));
      }),
    split: (model, edits, cluster) =>
      this.guarded(async () => {
        await this.using(model);
        return (this.held = await this.running.during(
          "Splitting:",
          this.engine.call("split", edits, cluster),
        ));
      }),
    report: (model, edits) => this.asked(model, () => this.engine.call("report", edits)),
    labels: (model, edits, scores) => this.asked(model, () => this.engine.call("labels", edits, scores)),
    model: (model, edits) => this.asked(model, () => this.engine.call("model", edits)),
    row: (model, row) => this.asked(model, () => this.engine.call("row", row)),
    session: ({ version, ...edits }) =>
      sessionText({
        table: this.table!,
        wish: this.reading!.wish,
        model: version.model,
        opened: this.model !== null,
        edits,
      }),
  };

  private async openSession(file: Table): Promise<void> {
    const session = await sessionIn(file.name, file.bytes);
    this.begin();
    this.table = session.table;
    this.model = session.opened ? { name: "model.scpp", bytes: session.model } : null;
    this.reading = this.panel(session.wish);
    this.again.hidden = false;
    await this.reread(session.wish);
    await this.using(session.model);
    await this.explore(session.model, session.edits);
  }

  // ---- what can go wrong

  private sentence(problem: unknown): string {
    if (problem instanceof Refusal) return problem.message;
    if (problem instanceof Crash)
      return `the program in this page broke down (${problem.message}); nothing that you entered is lost: try again, or on the command line type: ${commandInstead(this.table?.name ?? "data.csv")}`;
    throw problem;
  }
  private async guarded<T>(work: () => Promise<T>): Promise<T | null> {
    this.problem.replaceChildren();
    try {
      return await work();
    } catch (problem) {
      const stopped = problem instanceof Stopped;
      const told = stopped ? "Stopped. The table and all options are as they were." : this.sentence(problem);
      this.problem.replaceChildren(
        h("p", { class: stopped ? "told note" : "told error", role: "alert" }, told),
      );
      return null;
    }
  }

  private watchKeys(): void {
    addEventListener("keydown", (event) => {
      const { explorer } = this;
      const at = event.target as HTMLElement;
      if (!explorer || !this.running.element.hidden) return;
      if (
        (event.ctrlKey || event.metaKey) &&
        event.key.toLowerCase() === "z" &&
        !at.matches("input[type=text], input.name, textarea")
      ) {
        event.preventDefault();
        if (event.shiftKey) explorer.redo();
        else explorer.undo();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || at.matches("input, textarea, select")) return;
      if (event.key === "/") {
        event.preventDefault();
        explorer.element.querySelector<HTMLElement>("#find-row")!.focus();
      }
      const card = at.closest<HTMLElement>("[role=treeitem][data-node]");
      const cluster = card ? explorer.state.clustering.nodes.indexOf(Number(card.dataset.node)) : -1;
      if (cluster < 0) return;
      if (event.key === "s" && explorer.canFit) void explorer.split(cluster);
      if (event.key === "j") explorer.join(cluster);
    });
  }
}

// ---- start

/** As the reader's system has it, and light on paper. */
function watchTheme(set: (theme: ThemeName) => void): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => set(dark.matches ? "dark" : "light");
  follow();
  dark.addEventListener("change", follow);
  let before: ThemeName = "light";
  addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme as ThemeName;
    set("light");
  });
  addEventListener("afterprint", () => set(before));
}

/** The program lies packed in the page itself. */
async function program(): Promise<WebAssembly.Module> {
  const text = document.getElementById("scpp-wasm")!.textContent!;
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

installTips();
const engine = new Engine(() => document.getElementById("scpp-worker")!.textContent!, program());
const app = new App(engine);
watchTheme((theme) => app.theme(theme));
requestAnimationFrame(() => {
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  void engine.start();
});
