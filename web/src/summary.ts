// Head of the page: what was clustered, how well, what to beware of.
import { h, integer, named, short } from "./dom";
import { verdictOf } from "./clarity";
import { score } from "./scores";
import type { State } from "./state";

const duration = (seconds: number) =>
  seconds < 1
    ? `${Math.round(seconds * 1000)} ms`
    : seconds < 90
      ? `${seconds.toFixed(1)} s`
      : `${(seconds / 60).toFixed(1)} min`;

function tile(value: string, text: string, tip?: string): HTMLElement {
  return h("div", { class: "tile", "data-tip": tip }, h("strong", {}, value), h("span", {}, text));
}

/** What the fit says of itself; once the reader has cut or pruned, that is said too. */
function verdict(state: State): HTMLElement | null {
  const sentence = verdictOf(state);
  const [shown, found] = [state.clustering.nodes.length, state.report.leaves.length];
  const changed = shown === found ? "" : `You are looking at ${shown} of the ${found} clusters that were found.`;
  if (!sentence && !changed) return null;
  return h("p", { class: "verdict" }, sentence && named(`${sentence}.`), changed && ` ${changed}`);
}

function tiles(state: State): HTMLElement[] {
  const { head } = state.report;
  const list = [
    tile(integer(head.rows), head.rows === 1 ? "row" : "rows"),
    tile(integer(head.columnCount), head.columnCount === 1 ? "column" : "columns"),
    tile(
      integer(state.clustering.nodes.length),
      state.clustering.nodes.length === 1 ? "cluster" : "clusters",
    ),
  ];
  if (head.weight !== null) list.splice(1, 0, tile(short(head.weight, 6), "weight", "Rows count by their weights"));
  if (head.seconds !== null) list.push(tile(duration(head.seconds), "to fit"));
  if (state.report.classes.length) {
    const scores = score(state.counts());
    list.push(
      tile(scores.purity.toFixed(3), "purity", "Share of rows in the majority class of their cluster"),
      tile(
        scores.nmi.toFixed(3),
        "NMI",
        "Normalised mutual information of clusters and classes: 1 is perfect",
      ),
      tile(scores.ari.toFixed(3), "ARI", "Rand index adjusted for chance: 0 is chance, 1 is perfect"),
    );
  }
  return list;
}

function options(state: State): HTMLElement {
  const list = state.report.head.options;
  const changed = list.filter((option) => !option.default);
  const row = (option: (typeof list)[number]) =>
    h(
      "tr",
      { class: option.default ? null : "changed" },
      h("th", { scope: "row" }, option.name),
      h("td", {}, named(option.value)),
      h("td", {}, option.sentence),
    );
  return h(
    "details",
    { class: "note" },
    h(
      "summary",
      {},
      "Options",
      changed.length > 0 &&
        h(
          "span",
          { class: "chips" },
          ...changed
            .slice(0, 8)
            .map((option) =>
              h("span", { class: "chip" }, `${option.name} `, h("b", {}, named(option.value))),
            ),
        ),
    ),
    h(
      "div",
      { class: "scroller", tabindex: 0, role: "region", "aria-label": "All options" },
      h("table", {}, h("tbody", {}, ...list.map(row))),
    ),
  );
}

function warnings(state: State): HTMLElement | null {
  const { warnings: list } = state.report.head;
  if (!list.length) return null;
  if (list.length === 1) return h("p", { class: "note warning" }, "⚠ ", named(list[0]));
  return h(
    "details",
    { class: "note warning", open: list.length <= 3 },
    h("summary", {}, list.length === 1 ? "1 warning" : `${list.length} warnings`),
    h("ul", {}, ...list.map((text) => h("li", {}, named(text)))),
  );
}

export function summary(state: State): HTMLElement {
  const place = h("div", { class: "tiles" });
  const said = h("div", { "aria-live": "polite" });
  const draw = () => {
    place.replaceChildren(...tiles(state));
    said.replaceChildren(verdict(state) ?? "");
  };
  draw();
  state.onChange((change) => change === "clustering" && draw());
  return h(
    "header",
    { class: "summary" },
    h(
      "div",
      { class: "summary-line" },
      h(
        "div",
        {},
        h("p", { class: "kicker" }, "Clusters of"),
        h("h1", {}, named(state.report.head.title)),
      ),
      place,
    ),
    said,
    h("div", { class: "notes" }, warnings(state), options(state)),
  );
}
