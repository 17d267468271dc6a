// The table of clusters: size, clarity, what sets each apart, who is near. On narrow screens its rows are cards.
import { boxPicture } from "./boxes";
import { clarityLabel, clarityOf, meaningOfWords, shareInDoubt } from "./clarity";
import { clipped, h, integer, named, percent, signed } from "./dom";
import { saveButtons, svgElement } from "./export";
import type { Clarity } from "./format";
import { clusterColour } from "./palette";
import type { State } from "./state";

const chips = 4;
const neighboursShown = 2;
const boxesShown = 6;
const mostClustersAtOnce = 60;

const knowsClarity = (state: State) => state.report.nodes.some(({ clarity }) => clarity);

/** Distances between the means of the clusters shown, from those between leaves. */
function clusterDistances(state: State): number[][] {
  const { report } = state;
  const squared = report.array(report.head.profile.squaredDistances);
  const leaves = report.leaves.length;
  const members = state.clustering.nodes.map((node) => report.below[node]);
  const share = (leaf: number, node: number) =>
    report.nodes[report.leaves[leaf]].rows / report.nodes[node].rows;
  const mean = (a: number, b: number) => {
    let sum = 0;
    for (const i of members[a])
      for (const j of members[b])
        sum +=
          share(i, state.clustering.nodes[a]) * share(j, state.clustering.nodes[b]) * squared[i * leaves + j];
    return sum;
  };
  const own = members.map((_, a) => mean(a, a) / 2);
  return members.map((_, a) => members.map((__, b) => Math.sqrt(Math.max(0, mean(a, b) - own[a] - own[b]))));
}

export class ClusterTable {
  readonly element: HTMLElement;
  private readonly body = h("tbody", {});
  private readonly more = h("p", { class: "hint" });
  private readonly expanded = new Set<number>();
  private shown = mostClustersAtOnce;
  private readonly titles: string[];

  constructor(
    private readonly state: State,
    private readonly open: (node: number) => void,
  ) {
    const { report } = state;
    this.titles = [
      "Cluster",
      "Name",
      "Rows",
      ...(knowsClarity(state) ? ["How clear", "Rows in doubt"] : []),
      "What sets it apart",
      "Nearest",
      ...(report.classes.length ? ["Most frequent class"] : []),
      "Look at",
    ];
    this.element = h(
      "section",
      { class: "panel", "aria-labelledby": "clusters-title" },
      h(
        "header",
        { class: "panel-head" },
        h(
          "div",
          {},
          h("h2", { id: "clusters-title" }, "Clusters"),
          h(
            "p",
            { class: "hint" },
            "What sets it apart: by how many standard deviations the cluster lies above (▲) or below (▼) all other rows." +
              (knowsClarity(state) ? ` ${meaningOfWords(state)}` : ""),
          ),
        ),
      ),
      h(
        "div",
        { class: "scroller", tabindex: 0, role: "region", "aria-label": "Table of clusters" },
        h(
          "table",
          { class: "clusters" },
          h("thead", {}, h("tr", {}, ...this.titles.map((title) => h("th", { scope: "col" }, title)))),
          this.body,
        ),
      ),
      this.more,
    );
    this.draw();
    state.onChange((change) => {
      if (change === "clustering" || change === "theme") this.draw();
      else if (change === "highlight") this.mark();
    });
  }

  private draw(): void {
    const { state } = this;
    const distances = clusterDistances(state);
    const counts = state.counts();
    const nodes = state.clustering.nodes.slice(0, this.shown);
    this.body.replaceChildren(
      ...nodes.flatMap((node, cluster) => {
        const row = this.row(node, cluster, distances[cluster], counts[cluster]);
        return this.expanded.has(node) ? [row, this.boxes(node, cluster)] : [row];
      }),
    );
    const rest = state.clustering.nodes.length - nodes.length;
    this.more.replaceChildren(
      ...(rest > 0
        ? [
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  this.shown = Infinity;
                  this.draw();
                },
              },
              `Show ${rest} more clusters`,
            ),
          ]
        : []),
    );
  }

  private row(node: number, cluster: number, distances: number[], counts: number[]): HTMLElement {
    const { state } = this;
    const { report } = state;
    const rows = report.nodes[node].rows;
    const colour = clusterColour(state, cluster);
    const input = h("input", {
      class: "name",
      value: state.names.get(node) ?? "",
      placeholder: `Cluster ${cluster}`,
      dir: "auto",
      maxlength: 200,
      "aria-label": `Name of cluster ${cluster}`,
      onchange: () => state.rename(node, input.value),
    });
    return h(
      "tr",
      {
        "data-cluster": cluster,
        onpointerenter: () => state.setHighlight(cluster),
        onpointerleave: () => state.setHighlight(null),
      },
      h("th", { scope: "row" }, h("span", { class: "swatch", style: `background:${colour}` }, cluster)),
      h("td", { class: "naming" }, input),
      h(
        "td",
        { class: "size", "data-title": "Rows" },
        h("span", {}, `${integer(rows)} `, h("small", {}, percent(rows / report.total))),
        h(
          "span",
          { class: "bar" },
          h("span", { style: `width:${(100 * rows) / report.total}%;background:${colour}` }),
        ),
      ),
      ...(knowsClarity(state) ? [this.clarity(node), this.inDoubt(node)] : []),
      h("td", { class: "apart", "data-title": "What sets it apart" }, this.features(node)),
      h("td", { class: "near", "data-title": "Nearest" }, ...this.neighbours(cluster, distances)),
      report.classes.length > 0 && this.majority(counts, rows),
      h(
        "td",
        { class: "acts" },
        h(
          "button",
          {
            type: "button",
            "aria-expanded": String(this.expanded.has(node)),
            "aria-label": `Box plots of cluster ${cluster}`,
            onclick: () => this.toggle(node),
          },
          "Box plots",
        ),
        h(
          "button",
          { type: "button", "aria-label": `Details of cluster ${cluster}`, onclick: () => this.open(node) },
          "Details",
        ),
      ),
    );
  }

  private clarity(node: number): HTMLElement {
    const clarity = clarityOf(this.state, node);
    return h(
      "td",
      { class: "how-clear", "data-title": "How clear" },
      clarityLabel(clarity, true) ?? "–",
      clarity &&
        h(
          "span",
          { class: "bar", "data-tip": this.clarityTip(clarity) },
          h("span", { class: `fill ${clarity.word}`, style: `width:${100 * clarity.value}%` }),
        ),
    );
  }

  private inDoubt(node: number): HTMLElement {
    const share = shareInDoubt(this.state, node);
    return h("td", { class: "in-doubt", "data-title": "Rows in doubt" }, share === null ? "–" : percent(share));
  }

  private clarityTip({ value, word, nearest }: Clarity): string {
    const next = word === "clear" ? "" : `; it holds apart least from cluster ${nearest}`;
    return `${value.toFixed(2)} from 0 (not apart at all) to 1 (completely apart)${next}`;
  }

  private features(node: number): HTMLElement {
    return h(
      "span",
      { class: "chips" },
      ...this.state.report
        .features(node)
        .slice(0, chips)
        .map(({ column, difference }) =>
          h(
            "span",
            {
              class: difference > 0 ? "chip up" : "chip down",
              "data-tip": `${this.state.report.columnName(column)}: ${signed(difference)} standard deviations from all other rows`,
            },
            h("span", { "aria-hidden": "true" }, difference > 0 ? "▲ " : "▼ "),
            named(clipped(this.state.report.columnName(column), 18)),
            ` ${signed(difference, 1)}`,
          ),
        ),
    );
  }

  /** The cluster that it holds apart from least, if it is not clear, then those with the nearest means. */
  private neighbours(cluster: number, distances: number[]): HTMLElement[] {
    const clarity = clarityOf(this.state, this.state.clustering.nodes[cluster]);
    const nearest = clarity?.word === "clear" ? undefined : clarity?.nearest;
    return distances
      .map((distance, other) => ({ distance, other }))
      .filter(({ other }) => other !== cluster)
      .sort((a, b) => Number(b.other === nearest) - Number(a.other === nearest) || a.distance - b.distance)
      .slice(0, neighboursShown)
      .map(({ distance, other }) =>
        h(
          "span",
          {
            class: "swatch",
            style: `background:${clusterColour(this.state, other)}`,
            "data-tip": `${this.state.clusterName(other)}: ${distance.toFixed(1)} standard deviations between the means`,
          },
          other,
        ),
      );
  }

  private majority(counts: number[], rows: number): HTMLElement {
    const best = counts.indexOf(Math.max(...counts));
    return h(
      "td",
      { "data-title": "Most frequent class" },
      named(clipped(this.state.report.classes[best], 24)),
      " ",
      h("small", {}, percent(rows ? counts[best] / rows : 0)),
    );
  }

  private toggle(node: number): void {
    if (!this.expanded.delete(node)) this.expanded.add(node);
    this.draw();
    const cluster = this.state.clustering.nodes.indexOf(node);
    this.body.querySelector<HTMLElement>(`tr[data-cluster="${cluster}"] [aria-expanded]`)?.focus();
  }

  private boxes(node: number, cluster: number): HTMLElement {
    const { state } = this;
    const columns = Array.from(state.report.array(state.report.head.profile.columns));
    const shown = state.report
      .features(node)
      .map((feature) => columns.indexOf(feature.column))
      .filter((i) => i >= 0)
      .slice(0, boxesShown);
    const figures = shown.map((at) => {
      const picture = () => boxPicture(state, at, cluster);
      return h(
        "figure",
        { class: "box" },
        h(
          "figcaption",
          {},
          named(clipped(state.report.columnName(columns[at]), 30)),
          saveButtons(picture, state),
        ),
        svgElement(picture(), `Box plots of ${state.report.columnName(columns[at])} in all clusters`),
      );
    });
    return h(
      "tr",
      { class: "box-row" },
      h(
        "td",
        { colspan: this.titles.length },
        h("div", { class: "boxes" }, ...figures),
        h(
          "p",
          { class: "hint" },
          "Boxes: 25 %, median and 75 %; whiskers: 5 % and 95 %. The box in full colour is this cluster.",
        ),
      ),
    );
  }

  private mark(): void {
    for (const row of this.body.querySelectorAll<HTMLElement>("tr[data-cluster]"))
      row.classList.toggle("marked", Number(row.dataset.cluster) === this.state.highlight);
  }
}
