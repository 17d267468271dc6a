// A panel of the page that holds one chart, drawn anew when the clustering, names, theme or room change.
import { h } from "./dom";
import type { Picture } from "./export";
import { saveButtons, svgElement } from "./export";
import type { State } from "./state";

/** Charts shrink this far to fit a screen; beyond, they are scrolled. */
const leastScale = 0.85;
const narrowWidth = 560;

export interface ChartPanel {
  id: string;
  title: string;
  hint: string;
  /** What a screen reader says instead of the picture. */
  label: () => string;
  /** `narrow`: for the width of a phone. */
  picture: (narrow: boolean) => Picture;
  choice?: HTMLElement;
  spoken?: () => HTMLElement;
}

export function chartPanel(state: State, panel: ChartPanel): HTMLElement {
  const { id, title, hint, label, picture, choice, spoken } = panel;
  const place = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": title });
  let narrow = false;
  const draw = () => {
    const drawn = picture(narrow);
    const chart = svgElement(drawn, label());
    chart.style.minWidth = `${leastScale * drawn.size().width}px`;
    place.replaceChildren(chart, spoken?.() ?? "");
  };
  draw();
  state.onChange((change) => (change === "clustering" || change === "names" || change === "theme") && draw());
  choice?.addEventListener("change", draw);
  new ResizeObserver(() => {
    if (place.clientWidth < narrowWidth === narrow) return;
    narrow = !narrow;
    draw();
  }).observe(place);
  return h(
    "section",
    { class: "panel", id, "aria-labelledby": `${id}-title` },
    h(
      "header",
      { class: "panel-head" },
      h("div", {}, h("h2", { id: `${id}-title` }, title), h("p", { class: "hint" }, hint)),
      h("div", { class: "panel-tools" }, choice, saveButtons(() => picture(narrow), state)),
    ),
    place,
  );
}
