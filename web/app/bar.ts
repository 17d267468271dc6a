// The bar above the views: how many clusters, undo and redo, rows, files, and the list of clusters to change.
import { clipped, h, integer, named, short } from "../src/dom";
import { clusterColour } from "../src/palette";
import type { Row } from "./bridge";
import type { State } from "../src/state";
import type { Explorer } from "./explore";

function sureness({ probability, outlier, other }: Row, state: State): string {
  if (probability === undefined) return "";
  const next = other! >= 0 ? state.clustering.ofLeaf[other!] : -1;
  const likely = state.report.leaves.length === state.clustering.nodes.length && next >= 0;
  return (
    ` with probability ${probability.toFixed(2)}` +
    (likely && probability < 0.9 ? `, else in ${state.clusterName(next)}` : "") +
    `; outlier score ${outlier!.toFixed(2)}`
  );
}

export class Bar {
  readonly element: HTMLElement;
  private readonly slider = h("input", { type: "range", id: "k", min: 1, "aria-describedby": "k-hint" });
  private readonly count = h("output", { for: "k", class: "cut-value" });
  private readonly hint = h("span", { id: "k-hint", class: "hint" });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly found = h("p", { class: "found-row", role: "status" });
  private readonly list = h("tbody", {});

  constructor(private readonly explorer: Explorer) {
    const button = (id: string, text: string, title: string, act: () => void) =>
      h("button", { type: "button", id, title, onclick: act }, text);
    this.undo = button("undo", "Undo", "Ctrl+Z", () => explorer.undo());
    this.redo = button("redo", "Redo", "Ctrl+Shift+Z", () => explorer.redo());
    this.slider.addEventListener("input", () => this.slid(false));
    this.slider.addEventListener("change", () => this.slid(true));
    this.element = h(
      "section",
      { class: "panel explore", "aria-label": "Explore" },
      h(
        "div",
        { class: "tools" },
        h("div", { class: "tool" }, h("label", { for: "k" }, "Clusters"), this.slider, this.count, this.hint),
        h("span", { class: "spring" }),
        h("span", { class: "panel-tools" }, this.undo, this.redo, this.finder(), this.saver()),
      ),
      this.found,
      h(
        "details",
        { class: "shape" },
        h("summary", {}, "Split, join and annotate clusters"),
        h(
          "div",
          { class: "scroller", tabindex: 0, role: "region", "aria-label": "Clusters to change" },
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ...["Cluster", "Rows", "", "Note"].map((title) =>
                  h("th", { scope: "col" }, title || h("span", { class: "sr-only" }, "Change")),
                ),
              ),
            ),
            this.list,
          ),
        ),
        h(
          "p",
          { class: "hint" },
          "In the tree: S splits the cluster in focus, J joins it with what stands beside it. Ctrl+Z undoes, Ctrl+Shift+Z does it again, / finds a row.",
        ),
      ),
    );
  }

  private slid(released: boolean): void {
    const wanted = Number(this.slider.value);
    this.count.textContent = String(wanted);
    if (wanted <= this.explorer.state.report.leaves.length || released) void this.explorer.clusters(wanted);
  }

  private finder(): HTMLElement {
    const input = h("input", {
      type: "search",
      id: "find-row",
      placeholder: "row number or id",
      "aria-label": "Find a row by its number, or by its id",
    });
    return h(
      "form",
      {
        class: "finder",
        onsubmit: async (event: Event) => {
          event.preventDefault();
          const what = input.value.trim();
          const number = /^\d{1,3}([,\s]\d{3})+$/.test(what) ? what.replace(/[,\s]/g, "") : what;
          if (what) this.tell(await this.explorer.row(number));
        },
      },
      input,
      h("button", { type: "submit" }, "Find"),
    );
  }
  private tell(row: Row | null): void {
    if (!row) return;
    const { state } = this.explorer;
    const cluster = state.clustering.ofLeaf[row.label];
    const node = state.clustering.nodes[cluster];
    const columns = state.report
      .features(node)
      .slice(0, 4)
      .map(({ column }) => column);
    const values = columns.map(
      (column) => `${state.report.columnName(column)} ${short(row.values[column] ?? NaN)}`,
    );
    this.found.replaceChildren(
      h("span", { class: "swatch", style: `background:${clusterColour(state, cluster)}` }, cluster),
      " ",
      named(
        `Row ${integer(row.row + 1)}${row.id === undefined ? "" : ` (${row.id})`} is in ${state.clusterName(cluster)}` +
          (row.class !== undefined ? `, of class ${row.class}` : "") +
          sureness(row, state) +
          (values.length ? `; ${values.join(", ")}` : ""),
      ),
    );
    state.setHighlight(cluster);
  }

  private saver(): HTMLElement {
    const item = (id: Parameters<Explorer["save"]>[0], text: string) =>
      h(
        "button",
        {
          type: "button",
          id: `app-${id}`,
          onclick: () => {
            menu.open = false;
            void this.explorer.save(id);
          },
        },
        text,
      );
    const menu: HTMLDetailsElement = h(
      "details",
      { class: "menu app-menu" },
      h("summary", {}, "Save"),
      h(
        "div",
        { class: "menu-items" },
        item("labels", "Labels of all rows (CSV)"),
        item("scores", "Labels with probabilities (CSV)"),
        item("model", "Model (model.scpp)"),
        item("report", "Report (HTML)"),
        item("session", "Session, to go on later"),
        h("button", { type: "button", onclick: () => print() }, "Print or save as PDF"),
      ),
    );
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target as Node)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")!.focus();
    });
    return menu;
  }

  drawSteps(): void {
    this.undo.disabled = !this.explorer.history.canUndo;
    this.redo.disabled = !this.explorer.history.canRedo;
  }
  draw(): void {
    const { state, canFit } = this.explorer;
    const leaves = state.report.leaves.length;
    const shown = state.clustering.nodes.length;
    this.slider.max = String(canFit ? Math.max(20, leaves + 10) : leaves);
    this.slider.value = String(Math.min(state.clusters, leaves));
    this.count.textContent = String(shown);
    this.slider.setAttribute("aria-valuetext", `${shown} clusters`);
    this.hint.textContent = canFit ? `up to ${leaves} at once, beyond by a new fit` : "";
    this.drawSteps();
    this.list.replaceChildren(...state.clustering.nodes.map((node, cluster) => this.row(node, cluster)));
  }
  private row(node: number, cluster: number): HTMLElement {
    const { state, canFit } = this.explorer;
    const act = (text: string, label: string, run: () => void, possible: boolean) =>
      h("button", { type: "button", "aria-label": label, disabled: !possible, onclick: run }, text);
    const note = h("input", {
      type: "text",
      class: "note-text",
      placeholder: "note",
      "aria-label": `Note on cluster ${cluster}`,
      value: this.explorer.noteOf(node),
      onchange: () => this.explorer.note(node, note.value.trim()),
    });
    const name = state.clusterName(cluster);
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("span", { class: "swatch", style: `background:${clusterColour(state, cluster)}` }, cluster),
        " ",
        name !== `Cluster ${cluster}` && named(clipped(name, 28)),
      ),
      h("td", {}, integer(state.report.nodes[node].rows)),
      h(
        "td",
        { class: "acts" },
        act("Split", `Split cluster ${cluster}`, () => void this.explorer.split(cluster), canFit),
        act(
          "Join",
          `Join cluster ${cluster} with what stands beside it`,
          () => this.explorer.join(cluster),
          node !== 0,
        ),
      ),
      h("td", {}, note),
    );
  }
}
