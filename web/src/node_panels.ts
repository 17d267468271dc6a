// The parts of an opened node below its planes: loadings, the search, numbers, chosen rows.
import { loadingsOf, loadingsPicture, tracePicture } from "./charts";
import { h, integer, named, short } from "./dom";
import type { Picture } from "./export";
import { csvCell, download, saveButtons, svgElement } from "./export";
import type { Plane } from "./plane";
import type { Scatter } from "./scatter";
import { leadingColumns } from "./scatter";
import type { State } from "./state";

/** A panel and what draws it again when colours change. */
export interface Panel {
  element: HTMLElement;
  draw: () => void;
}

/** A bound on a relative error says something only below 1. */
const bound = (x: number | null) => (x === null || x >= 1 ? "none below 1" : short(x));

const rowsListed = 200;
const loadingsShown = 20;

/** Signed bars of one axis at a time, searchable by the names of the columns. */
export function loadingsPanel(state: State, node: number, firstAxis: number): Panel {
  let axis = firstAxis;
  const place = h("div", {});
  const search = h("input", {
    type: "search",
    placeholder: "Search features",
    "aria-label": "Search features",
    oninput: () => draw(),
  });
  let picture: Picture;
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const all = loadingsOf(state, node, axis).filter(({ column }) =>
      state.report.columnName(column).toLowerCase().includes(wanted),
    );
    picture = loadingsPicture(state, node, axis, all.slice(0, loadingsShown));
    const summary = all
      .slice(0, 5)
      .map((l) => `${state.report.columnName(l.column)} ${l.value.toFixed(2)}`)
      .join(", ");
    place.replaceChildren(
      all.length
        ? svgElement(picture, `Loadings of axis ${axis + 1}, largest first: ${summary}`)
        : h("p", { class: "hint" }, "No feature has this name."),
    );
  };
  const { dimensions, allDimensions } = state.report.split(node)!;
  const tabs = Array.from({ length: dimensions }, (_, i) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(i === axis),
        onclick: () => {
          axis = i;
          tabs.forEach((tab, j) => tab.setAttribute("aria-pressed", String(i === j)));
          draw();
        },
      },
      `Axis ${i + 1}`,
    ),
  );
  draw();
  const kept = state.report.array(state.report.split(node)!.loadings.columns).length;
  const element = h(
    "section",
    { class: "sub" },
    h(
      "header",
      { class: "panel-head" },
      h("h3", {}, "Which features make this plane"),
      saveButtons(() => picture, state),
    ),
    h("div", { class: "controls" }, h("span", { class: "segmented" }, ...tabs), search),
    place,
    kept < state.report.head.columnCount &&
      h(
        "p",
        { class: "hint" },
        `The ${integer(kept)} largest of ${integer(state.report.head.columnCount)} loadings are in this file.`,
      ),
    allDimensions > dimensions &&
      h("p", { class: "hint" }, `${dimensions} of ${allDimensions} directions are shown.`),
  );
  return { element, draw };
}

export function tracePanel(state: State, node: number): Panel {
  const place = h("div", {});
  const picture = () => tracePicture(state, node);
  const { stopSentence, evaluations } = state.report.split(node)!;
  const draw = () => place.replaceChildren(svgElement(picture(), "The objective after every accepted step"));
  draw();
  const element = h(
    "section",
    { class: "sub" },
    h("header", { class: "panel-head" }, h("h3", {}, "How the search went"), saveButtons(picture, state)),
    place,
    h(
      "p",
      { class: "hint" },
      `${integer(evaluations)} evaluations in all tries. ${stopSentence.charAt(0).toUpperCase()}${stopSentence.slice(1)}`,
    ),
  );
  return { element, draw };
}

/** What was not asked or cannot be told is left out. */
export function factsPanel(state: State, node: number): HTMLElement {
  const split = state.report.split(node)!;
  const known = (x: number | null) => (x === null ? null : short(x, 4));
  const gap = split.lambda3 === null ? null : split.lambda3 - split.lambda2;
  const cloud =
    split.cloudCut === null || split.cloudLeast === null
      ? null
      : `${short(split.cloudCut, 4)}, seldom below ${short(split.cloudLeast, 4)}`;
  const rows: [string, string | null, string][] = [
    ["λ₂", short(split.lambda2, 4), "how firmly the two sides hang together; 0 means not at all"],
    [
      "Eigengap λ₃ − λ₂",
      known(gap),
      "how clear the split is: a gap near 0 means another split is as good",
    ],
    ["Neighbour cut", known(split.cut), "share of the neighbour graph that the split cuts; 0 is a clean cut"],
    [
      "One cloud's cut",
      cloud,
      "what a split of one even cloud of this shape cuts",
    ],
    ["Stability", known(split.stability), "agreement of other candidates with this split; 1 means all cut alike"],
    ["σ", short(split.sigma, 4), "distance at which rows stop counting as similar"],
    ["β", short(split.beta, 4), "half the width of Δ, in standard deviations; points outside are pulled in"],
    ["Microclusters", integer(split.microclusters), "groups of rows that stood for their members"],
    [
      "Error bound here",
      bound(split.bounds.atProjection),
      "relative error of λ₂ that microclusters can bring, at this plane",
    ],
    ["Error bound, all planes", bound(split.bounds.uniform), "the same for any plane"],
  ];
  return h(
    "section",
    { class: "sub" },
    h("h3", {}, "Numbers"),
    h(
      "dl",
      { class: "facts" },
      ...rows
        .filter(([, value]) => value !== null)
        .flatMap(([name, value, tip]) => [h("dt", {}, name, h("small", {}, tip)), h("dd", {}, value)]),
    ),
  );
}

/** Lists chosen points with the values of the columns that matter most in the plane. */
export function listRows(
  state: State,
  place: HTMLElement,
  plane: Plane,
  scatter: Scatter,
  points: number[],
): void {
  const { report } = state;
  if (!points.length) return place.replaceChildren();
  const columns = leadingColumns(state, plane.node, 6);
  const names = [
    "row",
    "cluster",
    ...(report.sampleTruth ? ["class"] : []),
    ...columns.map((c) => report.columnName(c)),
  ];
  const cells = (i: number) => {
    const at = plane.points.sampled[i];
    return [
      String(scatter.rowNumber(i)),
      state.clusterName(state.clustering.ofLeaf[plane.points.leaf[i]]),
      ...(report.sampleTruth ? [report.classes[report.sampleTruth[at]]] : []),
      ...columns.map((c) => short(report.values(c)![at], 4)),
    ];
  };
  const save = () =>
    download(
      "rows.csv",
      new Blob([[names, ...points.map(cells)].map((row) => row.map(csvCell).join(",")).join("\n") + "\n"], {
        type: "text/csv",
      }),
    );
  place.replaceChildren(
    h(
      "header",
      { class: "panel-head" },
      h("h3", {}, `${integer(points.length)} drawn rows chosen`),
      h(
        "span",
        { class: "panel-tools" },
        h("button", { type: "button", onclick: save }, "Save as CSV"),
        h("button", { type: "button", onclick: () => scatter.select([]) }, "Clear"),
      ),
    ),
    h(
      "div",
      { class: "scroller", tabindex: 0, role: "region", "aria-label": "Chosen rows" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, named(name))))),
        h(
          "tbody",
          {},
          ...points
            .slice(0, rowsListed)
            .map((i) => h("tr", {}, ...cells(i).map((cell) => h("td", {}, named(cell))))),
        ),
      ),
    ),
    points.length > rowsListed
      ? h("p", { class: "hint" }, `The first ${rowsListed} are listed; the CSV has all.`)
      : "",
  );
}
