// The parts of an opened node: its features, and for experts the search and its numbers.
import type { Bars } from "./charts";
import { barsPicture, loadingsOf, tracePicture } from "./charts";
import { h, integer, short } from "./dom";
import type { Picture } from "./export";
import { saveButtons, svgElement } from "./export";
import type { State } from "./state";

/** A panel and what draws it again when colours change. */
export interface Panel {
  element: HTMLElement;
  draw: () => void;
}

/** A bound on a relative error says something only below 1. */
const bound = (x: number | null) => (x === null || x >= 1 ? "none below 1" : short(x));

const featuresShown = 20;
const narrowWidth = 440;

/** Bars that can be searched by the names of the columns. */
function barsPanel(
  state: State,
  title: string,
  series: string[],
  rows: Bars[],
  notes: { chart: string; below: string },
): Panel {
  const place = h("div", {});
  const search = h("input", {
    type: "search",
    placeholder: "Search features",
    "aria-label": `Search: ${title}`,
    oninput: () => draw(),
  });
  let picture: Picture;
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const all = rows.filter(({ column }) => state.report.columnName(column).toLowerCase().includes(wanted));
    const narrow = place.clientWidth > 0 && place.clientWidth < narrowWidth;
    picture = barsPicture(state, title, series, all.slice(0, featuresShown), notes.chart, narrow);
    const spoken = all
      .slice(0, 5)
      .map((bar) => `${state.report.columnName(bar.column)} ${bar.values.map((v) => v.toFixed(2)).join(" and ")}`)
      .join(", ");
    place.replaceChildren(
      all.length
        ? svgElement(picture, `${title}; ${series.join(" and ")}, largest first: ${spoken}`)
        : h("p", { class: "hint" }, "No feature has this name."),
    );
  };
  draw();
  const element = h(
    "section",
    { class: "sub features" },
    h("header", { class: "panel-head" }, h("h3", {}, title), saveButtons(() => picture, state)),
    rows.length > featuresShown && h("div", { class: "controls" }, search),
    place,
    notes.below && h("p", { class: "hint" }, notes.below),
  );
  return { element, draw };
}

/** The columns that make the plane of a split, on all of its axes; for experts also where the search started. */
export function loadingsPanel(state: State, node: number, expert: boolean): Panel {
  const { dimensions, allDimensions } = state.report.split(node)!;
  const axes = Array.from({ length: dimensions }, (_, i) => i);
  const rows = loadingsOf(state, node, axes, expert);
  const inFile =
    rows.length < state.report.head.columnCount
      ? `The ${integer(rows.length)} largest of ${integer(state.report.head.columnCount)} features are in this file. `
      : "";
  const shown = allDimensions > dimensions ? `${dimensions} of ${allDimensions} axes are shown.` : "";
  return barsPanel(
    state,
    expert ? "Features, and where the search started" : "Features that make this plane",
    axes.map((i) => ["axis 1 (across)", "axis 2 (up)", "axis 3"][i]),
    rows,
    { chart: expert ? "thin mark: where the search started" : "", below: inFile + shown },
  );
}

/** The columns in which a cluster lies furthest from all other rows. */
export function differencesPanel(state: State, node: number): Panel {
  const rows = state.report.features(node).map(({ column, difference }) => ({ column, values: [difference] }));
  return barsPanel(state, "Features that set it apart", ["below or above all other rows"], rows, {
    chart: "in standard deviations",
    below: "",
  });
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
    ["Node", String(node), "its number in scpp show and in the model"],
    ["Split number", String(state.report.nodes[node].order + 1), "its place in the order of the splits"],
    ["λ₂", known(split.lambda2), "how firmly the sides are connected; 0 means not at all"],
    ["Eigengap λ₃ − λ₂", known(gap), "a gap near 0 means that another split is as good"],
    ["Neighbour cut", known(split.cut), "share of the links between neighbouring rows that the split cuts"],
    ["Cut of one cloud", cloud, "what a split of one even cloud of this shape would cut"],
    ["Stability", known(split.stability), "agreement of other candidates with this split; 1 means all agree"],
    ["σ", known(split.sigma), "distance beyond which rows hardly count as similar"],
    ["β", known(split.beta), "half the width of Δ, in standard deviations; points outside are pulled in"],
    ["Microclusters", integer(split.microclusters), "groups of rows that stood for their members"],
    [
      "Error bound here",
      bound(split.bounds.atProjection),
      "relative error of λ₂ that microclusters can cause, in this plane",
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
