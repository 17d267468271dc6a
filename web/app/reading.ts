// What was read of a table, and what is wished for: the page's form of the command line.
import { h, integer, named } from "../src/dom";
import { announce } from "../src/tooltip";
import type { Column, Facts } from "./bridge";
import { told, toldLine } from "./sentences";
import type { Remedy, Wish } from "./words";
import { command, withOption } from "./words";

export interface ReadingEvents {
  /** The wish has changed in a way that the table must be read again. */
  reread: (wish: Wish) => void;
  fit: (wish: Wish) => void;
}

const missingRules: [string, string][] = [
  ["error", "are refused"],
  ["mean", "take the mean of their column"],
  ["median", "take the median of their column"],
  ["drop-row", "leave their row out"],
  ["drop-column", "leave their column out"],
];

export class ReadingPanel {
  readonly element: HTMLElement;
  private readonly title = h("h2", { id: "reading-title" });
  private readonly facts = h("p", { class: "facts-line", role: "status" });
  private readonly said = h("div", { class: "said" });
  private readonly line = h("code", {
    class: "command",
    tabindex: 0,
    "aria-label": "The same on the command line",
  });
  private readonly form: Form;
  private name = "";

  /** `fitted`: the model is already there, so nothing is asked about clusters. */
  constructor(
    public wish: Wish,
    private readonly on: ReadingEvents,
    fitted = false,
  ) {
    this.form = new Form(wish, fitted, {
      changed: (next, reread) => {
        this.wish = next;
        this.drawCommand();
        if (reread) on.reread(next);
      },
      fit: () => on.fit(this.wish),
    });
    this.element = h(
      "section",
      { class: "panel reading", "aria-labelledby": "reading-title" },
      this.title,
      this.facts,
      this.said,
      this.form.element,
      !fitted && h("p", { class: "hint" }, "The same on the command line: ", this.line),
    );
  }

  private readonly take = ({ flag, value }: Remedy) => {
    this.wish = withOption(this.wish, flag, value);
    this.form.show(this.wish);
    this.drawCommand();
    this.on.reread(this.wish);
  };
  private drawCommand(): void {
    this.line.textContent = command(this.name, this.wish);
  }

  begin(name: string): void {
    this.name = name;
    this.title.replaceChildren(named(name));
    this.facts.textContent = "Reading …";
    this.said.replaceChildren();
    this.form.ready(false);
    this.drawCommand();
  }
  columns(columns: Column[]): void {
    this.form.columns(columns);
  }
  done(facts: Facts, said: string[]): void {
    const dropped = facts.rowsInFile - facts.rows;
    this.facts.textContent =
      `${integer(facts.rows)} rows, ${integer(facts.columns)} columns` +
      (dropped > 0 ? `, ${integer(dropped)} rows left out` : "") +
      (facts.classes.length ? `, compared with ${facts.classes.length} classes` : "");
    this.said.replaceChildren(...said.map((line) => toldLine(line, this.take)));
    this.form.ready(true);
    announce(`${this.name}: ${this.facts.textContent}`);
  }
  refused(sentence: string, said: string[]): void {
    this.facts.textContent = "";
    this.said.replaceChildren(
      told("error", sentence, this.take),
      ...said.map((line) => toldLine(line, this.take)),
    );
    this.form.ready(false);
  }
  focus(): void {
    this.form.focus();
  }
}

interface FormEvents {
  changed: (wish: Wish, reread: boolean) => void;
  fit: () => void;
}

class Form {
  readonly element: HTMLElement;
  private readonly auto = h("input", { type: "checkbox", id: "auto" });
  private readonly clusters = h("input", { type: "number", id: "clusters", min: 1, max: 1000, value: 5 });
  private readonly truth = h("select", { id: "truth" });
  private readonly missing = h(
    "select",
    { id: "missing" },
    ...missingRules.map(([value, text]) => h("option", { value }, text)),
  );
  private readonly more = h("input", {
    type: "text",
    id: "more",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "--drop id --quality fast",
  });
  private readonly go = h("button", { type: "submit", class: "primary", id: "fit" }, "Find clusters");

  constructor(wish: Wish, fitted: boolean, on: FormEvents) {
    this.columns([]);
    this.show(wish);
    const changed = (reread: boolean) => () => on.changed(this.wish(), reread);
    this.clusters.addEventListener("input", changed(false));
    this.auto.addEventListener("change", () => {
      this.clusters.disabled = this.auto.checked;
      changed(false)();
    });
    for (const field of [this.truth, this.missing, this.more])
      field.addEventListener("change", changed(true));
    const field = (label: string, input: HTMLElement, ...rest: HTMLElement[]) =>
      h(
        "div",
        { class: "field" },
        h("label", { for: input.id }, label),
        h("div", { class: "inputs" }, input, ...rest),
      );
    this.element = h(
      "form",
      {
        class: "wish",
        onsubmit: (event: Event) => {
          event.preventDefault();
          on.changed(this.wish(), false);
          on.fit();
        },
      },
      !fitted &&
        field("Clusters", this.clusters, h("label", { class: "check" }, this.auto, "let the data decide")),
      field("Compare with", this.truth),
      field("Missing cells", this.missing),
      field("More options", this.more),
      h("div", { class: "field go" }, this.go),
    );
    if (fitted) this.go.textContent = "Show the clusters";
  }

  private wish(): Wish {
    const clusters = this.auto.checked ? "auto" : this.clusters.value;
    return { clusters, truth: this.truth.value, missing: this.missing.value, more: this.more.value };
  }
  show(wish: Wish): void {
    this.auto.checked = wish.clusters === "auto";
    this.clusters.disabled = this.auto.checked;
    if (wish.clusters !== "auto") this.clusters.value = wish.clusters;
    this.missing.value = wish.missing;
    this.more.value = wish.more;
    this.offer(wish.truth);
    this.truth.value = wish.truth;
  }
  /** A class column that is not on the list (yet) stays chosen. */
  private offer(truth: string): void {
    if (truth && ![...this.truth.options].some(({ value }) => value === truth))
      this.truth.append(h("option", { value: truth }, truth));
  }
  columns(columns: Column[]): void {
    const chosen = this.truth.value;
    const names = columns.map(({ name }) => name);
    this.truth.replaceChildren(
      h("option", { value: "" }, "no column of classes"),
      ...columns.map(({ position, name, kind }) => {
        const unique = name && names.filter((other) => other === name).length === 1;
        return h(
          "option",
          { value: unique ? name : position + 1 },
          `${name || `column ${position + 1}`}${kind === "text" ? " (text)" : ""}`,
        );
      }),
    );
    this.offer(chosen);
    this.truth.value = chosen;
  }
  ready(ready: boolean): void {
    this.go.disabled = !ready;
  }
  focus(): void {
    (this.go.disabled ? this.more : this.go).focus();
  }
}
