// The clusters live: the report's own views, and above them what only the page can do.
import { h } from "../src/dom";
import { download, editsJson, fileName } from "../src/export";
import { readReport } from "../src/report";
import type { ReportView } from "../src/report_view";
import { reportView } from "../src/report_view";
import type { Change, State, ThemeName } from "../src/state";
import { announce } from "../src/tooltip";
import { Bar } from "./bar";
import type { Row } from "./bridge";
import type { Moment, Version } from "./history";
import { apply, History, keptAfterFit, keptAfterSplit, momentOf, untouched } from "./history";

/** What the explorer asks of whoever holds the program; each may fail and then has told so. */
export interface Program {
  fit: (clusters: number) => Promise<Uint8Array | null>;
  split: (model: Uint8Array, edits: string, cluster: number) => Promise<Uint8Array | null>;
  report: (model: Uint8Array, edits: string) => Promise<Uint8Array | null>;
  labels: (model: Uint8Array, edits: string, scores: boolean) => Promise<Uint8Array | null>;
  model: (model: Uint8Array, edits: string) => Promise<Uint8Array | null>;
  row: (model: Uint8Array, what: string) => Promise<Row | null>;
  session: (moment: Moment) => Promise<string>;
}

export async function versionOf(program: Program, model: Uint8Array): Promise<Version | null> {
  const page = await program.report(model, "");
  if (!page) return null;
  const text = new TextDecoder().decode(page);
  return { model, report: readReport(new DOMParser().parseFromString(text, "text/html")) };
}

export class Explorer {
  readonly element = h("div", { class: "explorer" });
  readonly history: History;
  private view!: ReportView;
  private notes = new Map<number, string>();
  private applying = false;
  private theme: ThemeName | null = null;
  private readonly bar: Bar;

  constructor(
    private readonly program: Program,
    version: Version,
    readonly canFit: boolean,
  ) {
    this.history = new History(untouched(version));
    this.bar = new Bar(this);
    this.mount();
  }

  get state(): State {
    return this.view.state;
  }
  get version(): Version {
    return this.history.now.version;
  }
  private moment(): Moment {
    return momentOf(this.version, this.state, this.notes);
  }
  /** "" when nothing that changes model or labels was done. */
  edits(): string {
    return this.state.edited() ? editsJson(this.state) : "";
  }
  noteOf(node: number): string {
    return this.notes.get(node) ?? "";
  }

  // ---- showing

  /** Shows the current moment; its version may be another one than before. */
  private mount(): void {
    const { now } = this.history;
    const theme = this.theme ?? (document.documentElement.dataset.theme as ThemeName);
    this.view = reportView(now.version.report);
    const { state } = this.view;
    if (state.theme !== theme) state.setTheme(theme);
    this.notes = new Map(now.notes);
    this.applying = true;
    apply(now, state);
    this.applying = false;
    state.onChange((change) => this.changed(change));
    this.element.replaceChildren(...this.view.elements);
    this.element.querySelector(".toolbar")!.before(this.bar.element);
    this.bar.draw();
  }
  /** To be called when the element is in the document, and after every mount. */
  shown(): void {
    this.view.shown();
  }
  private changed(change: Change): void {
    if (change === "theme") {
      this.theme = document.documentElement.dataset.theme = this.state.theme;
      this.bar.draw();
    }
    if (this.applying) return;
    if (change === "clustering" || change === "names") {
      this.history.add(this.moment(), change);
      this.bar.draw();
    }
  }
  show(moment: Moment | null): void {
    if (!moment) return;
    if (moment.version.report === this.state.report) {
      this.applying = true;
      this.notes = new Map(moment.notes);
      apply(moment, this.state);
      this.applying = false;
      this.bar.draw();
    } else {
      this.mount();
      this.shown();
    }
  }

  /** As a session left it. */
  restore(moment: Moment): void {
    this.history.now = moment;
    this.show(moment);
  }

  // ---- doing

  undo(): void {
    this.go(this.history.undo(), "Undone");
  }
  redo(): void {
    this.go(this.history.redo(), "Done again");
  }
  private go(moment: Moment | null, word: string): void {
    if (!moment) return;
    this.show(moment);
    announce(`${word}: ${this.state.clustering.nodes.length} clusters.`);
  }
  note(node: number, text: string): void {
    if (text) this.notes.set(node, text);
    else this.notes.delete(node);
    this.history.add(this.moment(), `note ${node}`);
    this.bar.drawSteps();
  }
  async split(cluster: number): Promise<void> {
    const before = this.moment();
    const shown = this.state.clustering.nodes;
    const model = await this.program.split(this.version.model, this.edits(), cluster);
    const version = model && (await versionOf(this.program, model));
    if (!version) return;
    this.history.add(
      { ...untouched(version), ...keptAfterSplit(before, shown, cluster, version.report) },
      "split",
    );
    this.show(this.history.now);
    announce(`Cluster ${cluster} is cut in two: ${version.report.leaves.length} clusters.`);
  }
  /** The cluster and all that stands beside it below the same split become one. */
  join(cluster: number): void {
    const parent = this.state.report.nodes[this.state.clustering.nodes[cluster]].parent;
    if (parent < 0) return;
    this.state.togglePrune(parent);
    announce(`Joined: ${this.state.clustering.nodes.length} clusters.`);
  }
  /** Up to the leaves of the tree it is cut; beyond them the table is fitted anew. */
  async clusters(wanted: number): Promise<void> {
    if (wanted <= this.state.report.leaves.length) return this.state.cut(wanted);
    const before = this.moment();
    const model = await this.program.fit(wanted);
    const version = model && (await versionOf(this.program, model));
    if (!version) return this.bar.draw();
    this.history.add({ ...untouched(version), ...keptAfterFit(before, this.state, version.report) }, "fit");
    this.show(this.history.now);
    announce(`Fitted anew: ${version.report.leaves.length} clusters.`);
  }
  row(what: string): Promise<Row | null> {
    return this.program.row(this.version.model, what);
  }

  async save(kind: "labels" | "scores" | "model" | "report" | "session"): Promise<void> {
    const base = fileName(this.state.report.head.title.replace(/\.[a-z]+$/i, ""));
    const { model } = this.version;
    const edits = this.edits();
    const put = (ending: string, type: string, content: Uint8Array | string | null) =>
      content && download(`${base}${ending}`, new Blob([content as BlobPart], { type }));
    if (kind === "labels") put("-labels.csv", "text/csv", await this.program.labels(model, edits, false));
    if (kind === "scores") put("-scores.csv", "text/csv", await this.program.labels(model, edits, true));
    if (kind === "model") put(".scpp", "application/octet-stream", await this.program.model(model, edits));
    if (kind === "report") put("-report.html", "text/html", await this.program.report(model, edits));
    if (kind === "session")
      put("-session.json", "application/json", await this.program.session(this.moment()));
  }
}
