// Where a table comes in: dropped, chosen, pasted, or an example.
import { h } from "../src/dom";
import { examples, pasted } from "./table";
import type { Example, Table } from "./table";

export interface Takers {
  file: (file: File) => void;
  table: (table: Table) => void;
  example: (example: Example) => void;
}

const kinds = ".csv,.tsv,.txt,.npy,.npz,.arff,.gz,.svm,.libsvm,.data,.scpp,.json";

function chooser(take: Takers): HTMLElement[] {
  const input = h("input", {
    type: "file",
    id: "file",
    accept: kinds,
    class: "sr-only",
    tabindex: -1,
    "aria-label": "Table, model or session",
    onchange: () => {
      if (input.files?.[0]) take.file(input.files[0]);
      input.value = "";
    },
  });
  return [
    h(
      "button",
      { type: "button", class: "primary", id: "choose", onclick: () => input.click() },
      "Choose a file",
    ),
    input,
  ];
}

function pasteBox(take: Takers): HTMLElement {
  const box = h("textarea", {
    id: "paste",
    rows: 6,
    spellcheck: "false",
    placeholder: "a,b,c\n1,2,3\n…",
    "aria-label": "Table to paste",
  });
  const use = () => box.value.trim() && take.table(pasted(box.value));
  return h(
    "details",
    { class: "paste" },
    h("summary", {}, "or paste a table"),
    box,
    h("button", { type: "button", id: "use-pasted", onclick: use }, "Use this table"),
  );
}

function exampleCards(take: Takers): HTMLElement {
  return h(
    "ul",
    { class: "examples", "aria-label": "Examples" },
    ...examples.map((example) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "example", onclick: () => take.example(example) },
          h("strong", {}, example.title),
          h("span", {}, example.sentence),
        ),
      ),
    ),
  );
}

export function startPanel(take: Takers): HTMLElement {
  return h(
    "section",
    { class: "panel start", "aria-labelledby": "start-title" },
    h("h2", { id: "start-title" }, "Drop a table here"),
    h(
      "p",
      { class: "hint" },
      "CSV, TSV, NPY, ARFF or LIBSVM, also packed as .gz; a model.scpp or a saved session opens, too.",
    ),
    h("div", { class: "start-ways" }, ...chooser(take), pasteBox(take)),
    h("p", { class: "hint" }, "Nothing to hand? Take one of these:"),
    exampleCards(take),
  );
}

/** Files may be dropped anywhere in the page. */
export function watchDrops(take: (file: File) => void): void {
  const mark = (over: boolean) => document.documentElement.toggleAttribute("data-over", over);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}
