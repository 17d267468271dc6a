// The bar that stays in sight: how many clusters, what colours mean, what to take away.
import { legend } from "./colours";
import { clipped, h, named } from "./dom";
import { download, editsJson, fileName, labelsCsv } from "./export";
import type { ColourBy, State } from "./state";
import { splitsKept } from "./state";
import { announce } from "./tooltip";

const mostInLegend = 24;

function cutSlider(state: State): HTMLElement {
  const all = state.report.leaves.length;
  const shown = h("output", { for: "cut", class: "cut-value" });
  const slider = h("input", {
    id: "cut",
    type: "range",
    min: Math.min(2, all),
    max: all,
    value: all,
    disabled: all <= 2,
    oninput: () => state.cut(Number(slider.value)),
  });
  const draw = () => {
    slider.value = String(state.clusters);
    const count = state.clustering.nodes.length;
    shown.textContent = String(count);
    slider.setAttribute("aria-valuetext", `${count} clusters`);
  };
  draw();
  state.onChange((change) => change === "clustering" && draw());
  return h("div", { class: "tool cut" }, h("label", { for: "cut" }, "Clusters"), slider, shown);
}

function colourChoice(state: State): HTMLElement {
  const { report } = state;
  const ways: [ColourBy, string][] = [
    ["split", "side of the split"],
    ["cluster", "cluster"],
    ["density", "density"],
  ];
  if (report.sampleTruth) ways.splice(2, 0, ["truth", "known class"]);
  if (report.probability) ways.push(["sureness", "probability"]);
  if (report.head.sample.values.length) ways.push(["column", "a column…"]);
  const way = h(
    "select",
    { id: "colour-by", onchange: () => state.colour(way.value as ColourBy) },
    ...ways.map(([value, text]) => h("option", { value }, text)),
  );
  const column = h(
    "select",
    {
      id: "colour-column",
      "aria-label": "Column to colour by",
      hidden: true,
      onchange: () => state.colour("column", Number(column.value)),
    },
    ...report.head.sample.values.map(({ column: c }) =>
      h("option", { value: c, selected: c === state.colourColumn }, clipped(report.columnName(c), 40)),
    ),
  );
  state.onChange((change) => {
    if (change !== "colour") return;
    way.value = state.colourBy;
    column.hidden = state.colourBy !== "column";
  });
  return h("div", { class: "tool" }, h("label", { for: "colour-by" }, "Colour"), way, column);
}

function exportMenu(state: State): HTMLElement {
  const base = fileName(state.report.head.title);
  const item = (id: string, text: string, save: () => void) =>
    h(
      "button",
      {
        type: "button",
        id,
        onclick: () => {
          save();
          menu.open = false;
        },
      },
      text,
    );
  const menu: HTMLDetailsElement = h(
    "details",
    { class: "menu" },
    h("summary", {}, "Export"),
    h(
      "div",
      { class: "menu-items", tabindex: -1 },
      item("save-labels", "Labels of all rows (CSV)", () => download(`${base}-labels.csv`, labelsCsv(state))),
      item("save-edits", "Edited tree (JSON)", () =>
        download(`${base}-edits.json`, new Blob([editsJson(state)], { type: "application/json" })),
      ),
      item("print", "Print or save as PDF", () => print()),
    ),
  );
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget === null || !menu.contains(event.relatedTarget as Node)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")!.focus();
  });
  return menu;
}

function undoButton(state: State): HTMLElement {
  const button = h(
    "button",
    {
      type: "button",
      hidden: true,
      onclick: () => {
        state.undoEdits();
        announce("All edits are undone.");
      },
    },
    "Undo edits",
  );
  state.onChange(() => (button.hidden = !state.edited()));
  return button;
}

function themeButton(state: State): HTMLElement {
  const button = h("button", {
    type: "button",
    class: "icon",
    onclick: () => state.setTheme(state.theme === "dark" ? "light" : "dark"),
  });
  const draw = () => {
    const next = state.theme === "dark" ? "light" : "dark";
    button.textContent = next === "dark" ? "☾" : "☀";
    button.setAttribute("aria-label", `Switch to the ${next} theme`);
    button.title = `Switch to the ${next} theme`;
  };
  draw();
  state.onChange((change) => change === "theme" && draw());
  return button;
}

function legendLine(state: State): HTMLElement {
  const list = h("ul", { class: "legend", "aria-label": "What the colours mean" });
  const draw = () => {
    const all = legend(state);
    const clusters = state.colourBy === "cluster" || state.colourBy === "split";
    list.replaceChildren(
      ...all.slice(0, mostInLegend).map(({ colour, text }, i) =>
        h(
          "li",
          {
            onpointerenter: () => clusters && state.setHighlight(i),
            onpointerleave: () => clusters && state.setHighlight(null),
          },
          h("span", { class: "swatch", style: `background:${colour}` }, clusters ? i : ""),
          text && !(clusters && text === `Cluster ${i}`) && named(clipped(text, 28)),
        ),
      ),
    );
    if (all.length > mostInLegend) list.append(h("li", {}, `and ${all.length - mostInLegend} more`));
    if (state.colourBy === "split") list.append(h("li", {}, "A side wears the colour of its largest cluster."));
  };
  draw();
  state.onChange((change) => change !== "collapse" && change !== "highlight" && draw());
  return list;
}

export function toolbar(state: State): HTMLElement {
  const cuts = new Set(
    Array.from({ length: state.report.leaves.length }, (_, i) => splitsKept(state.report, i + 1).size),
  ).size;
  return h(
    "section",
    { class: "toolbar", "aria-label": "View" },
    h(
      "div",
      { class: "tools" },
      cuts > 2 && cutSlider(state),
      colourChoice(state),
      h("span", { class: "spring" }),
      h("span", { class: "panel-tools" }, undoButton(state), exportMenu(state), themeButton(state)),
    ),
    legendLine(state),
  );
}
