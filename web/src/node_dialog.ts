// A node opened large: what it is, what sets its sides apart, and for experts how it was found.
import { densityPicture } from "./charts";
import { h, named } from "./dom";
import type { Picture } from "./export";
import { saveButtons } from "./export";
import type { Panel } from "./node_panels";
import { differencesPanel, factsPanel, loadingsPanel, tracePanel } from "./node_panels";
import { frameIsVisible } from "./paint_plane";
import { CanvasPainter } from "./painter";
import { Plane } from "./plane";
import { listChosen } from "./row_lists";
import { Scatter } from "./scatter";
import type { State } from "./state";
import { hideTip } from "./tooltip";
import { nodeSentences } from "./words";

const turnSeconds = 1.8;

export class NodeDialog {
  readonly element = h("dialog", { class: "node", "aria-labelledby": "node-title" });
  private node = 0;
  private axes: [number, number] = [0, 1];
  private overlays = { boundary: true, frame: false, labels: true };
  private expert = false;
  private repaint: () => void = () => undefined;
  private frame = 0;
  private returnTo: Element | null = null;

  constructor(private readonly state: State) {
    this.element.addEventListener("close", () => {
      cancelAnimationFrame(this.frame);
      hideTip();
      this.element.replaceChildren();
      if (this.returnTo instanceof HTMLElement && this.returnTo.isConnected) this.returnTo.focus();
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
    state.onChange((change) => {
      if (!this.element.open) return;
      if (change === "clustering" || change === "names") this.render();
      else this.repaint();
    });
  }

  open(node: number): void {
    if (!this.element.open) this.returnTo = document.activeElement;
    this.node = node;
    this.axes = [0, 1];
    this.render();
    if (!this.element.open) this.element.showModal();
    this.repaint();
    this.element.scrollTop = 0;
    this.element.querySelector<HTMLElement>(".node-title")?.focus();
  }

  private render(): void {
    cancelAnimationFrame(this.frame);
    const { state, node } = this;
    const owner = state.report.planeOf(node);
    this.element.replaceChildren(this.head());
    if (owner < 0) {
      this.repaint = () => undefined;
      this.element.append(h("p", {}, "There is only one cluster, so there is no plane to show."));
      return;
    }
    const plane = new Plane(state.report, owner, this.axes);
    const rowList = h("div", { class: "row-list" });
    const found = this.scatter(plane, 1, rowList);
    const panels = [
      this.foundPanel(plane, found),
      state.isSplit(node) ? loadingsPanel(state, owner, false) : differencesPanel(state, node),
    ];
    const expert = this.expertPanel(plane, rowList);
    this.element.append(
      h("div", { class: "node-grid" }, ...panels.map(({ element }) => element)),
      rowList,
      expert.element,
    );
    this.repaint = () => [...panels, expert].forEach(({ draw }) => draw());
    this.repaint();
  }

  private scatter(plane: Plane, t: number, rowList: HTMLElement): Scatter {
    const label = t === 0 ? "Plane where the search started" : `Plane of ${this.state.title(plane.node)}`;
    const scatter: Scatter = new Scatter(this.state, plane, this.node, t, label, (points) =>
      listChosen(this.state, rowList, plane, scatter, points),
    );
    return scatter;
  }

  private head(): HTMLElement {
    const { state, node: id } = this;
    const node = state.report.nodes[id];
    const go = (text: string, to: number) =>
      h("button", { type: "button", onclick: () => this.open(to) }, text);
    const pruned = state.pruned.has(id);
    const pruneButton =
      node.children.length > 0 &&
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(pruned),
          onclick: () => state.togglePrune(id),
          title: "A pruned group is one cluster: its splits are undone",
        },
        pruned ? "Restore its splits" : "Prune here",
      );
    const close = () => this.element.close();
    return h(
      "header",
      {},
      h(
        "div",
        { class: "node-head" },
        h("h2", { id: "node-title", class: "node-title", tabindex: -1 }, named(state.title(id))),
        h(
          "div",
          { class: "panel-tools" },
          node.parent >= 0 && go(`↑ ${state.title(node.parent)}`, node.parent),
          ...(state.isSplit(id) ? node.children : []).map((child) => go(`↓ ${state.title(child)}`, child)),
          pruneButton,
        ),
        h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "✕"),
      ),
      h("p", { class: "node-sentence" }, nodeSentences(state, id).join(" ")),
    );
  }

  private foundPanel(plane: Plane, found: Scatter): Panel {
    const { state } = this;
    const top = h("canvas", { class: "density-top", "aria-hidden": "true" });
    const side = h("canvas", { class: "density-side", "aria-hidden": "true" });
    const draw = () => {
      found.style = { ...this.overlays };
      found.paint();
      paintChart(top, (length, depth) => densityPicture(state, plane, 0, length, depth), 0);
      if (!plane.flat) paintChart(side, (length, depth) => densityPicture(state, plane, 1, length, depth), 1);
    };
    const leaf = plane.node !== this.node;
    const element = h(
      "figure",
      { class: "plane found" },
      h(
        "figcaption",
        {},
        h("strong", {}, leaf ? "Where it was split off" : "Where it falls apart"),
        saveButtons(() => found.picture(), state),
      ),
      h("div", { class: "joint" }, top, found.canvas, side),
      this.controls(plane),
    );
    return { element, draw };
  }

  private controls(plane: Plane): HTMLElement {
    const toggle = (key: "boundary" | "labels", text: string) => this.toggle(key, text);
    const { dimensions } = this.state.report.split(plane.node)!;
    const pairs: [number, number][] = [
      [0, 1],
      [0, 2],
      [1, 2],
    ];
    const choice = h(
      "label",
      { class: "check" },
      "axes ",
      h(
        "select",
        {
          onchange: (event: Event) => {
            this.axes = pairs[(event.target as HTMLSelectElement).selectedIndex];
            this.render();
          },
        },
        ...pairs.map(([i, j]) =>
          h("option", { selected: i === this.axes[0] && j === this.axes[1] }, `${i + 1} and ${j + 1}`),
        ),
      ),
    );
    return h(
      "div",
      { class: "controls" },
      toggle("boundary", "border"),
      toggle("labels", "numbers"),
      dimensions > 2 && choice,
      h("span", { class: "hint" }, "Drag across rows to list them."),
    );
  }

  private toggle(key: keyof typeof this.overlays, text: string): HTMLElement {
    return h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: this.overlays[key],
        onchange: (event: Event) => {
          this.overlays[key] = (event.target as HTMLInputElement).checked;
          this.repaint();
        },
      }),
      text,
    );
  }

  /** How the plane was found: the way there from where the search started, its trace, its numbers. */
  private expertPanel(plane: Plane, rowList: HTMLElement): Panel {
    const { state } = this;
    const owner = plane.node;
    const start = this.scatter(plane, 0, rowList);
    const parts = [this.turnPanel(plane, start), tracePanel(state, owner), loadingsPanel(state, owner, true)];
    const draw = () => parts.forEach((part) => part.draw());
    const element = h(
      "details",
      {
        class: "expert",
        open: this.expert,
        ontoggle: () => {
          this.expert = element.open;
          if (element.open) draw();
        },
      },
      h("summary", {}, "Expert: how this split was found"),
      h(
        "div",
        { class: "node-grid" },
        h("div", {}, parts[0].element, parts[2].element),
        h("div", {}, parts[1].element, factsPanel(state, owner)),
      ),
    );
    return { element, draw };
  }

  private turnPanel(plane: Plane, scatter: Scatter): Panel {
    const { state } = this;
    const kind = state.report.head.options.find(({ name }) => name === "start")?.value ?? "principal";
    const slider = h("input", {
      type: "range",
      min: 0,
      max: 100,
      value: 0,
      "aria-label": "Turn from the start to the plane found",
      oninput: () => {
        cancelAnimationFrame(this.frame);
        this.turnTo(scatter, Number(slider.value) / 100);
      },
    });
    const play = h(
      "button",
      { type: "button", class: "primary play", onclick: () => this.animate(scatter, slider) },
      "▶ Turn",
    );
    const frameText = frameIsVisible(state, plane) ? "frame of Δ" : "frame of Δ (lies outside the picture)";
    const element = h(
      "figure",
      { class: "plane start" },
      h(
        "figcaption",
        {},
        h(
          "strong",
          {},
          kind === "random" ? "Where the search started" : "Where the search started: principal components",
        ),
        saveButtons(() => scatter.picture(), state),
      ),
      scatter.canvas,
      h(
        "div",
        { class: "controls" },
        play,
        h("span", { class: "turn" }, "start", slider, "found"),
        this.toggle("frame", frameText),
      ),
    );
    const draw = () => {
      scatter.style = { ...this.overlays };
      scatter.paint();
    };
    return { element, draw };
  }

  private turnTo(scatter: Scatter, t: number): void {
    scatter.t = t;
    scatter.paint();
    this.element.dataset.turn = t.toFixed(3);
  }

  private animate(scatter: Scatter, slider: HTMLInputElement): void {
    cancelAnimationFrame(this.frame);
    const seconds = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0.01 : turnSeconds;
    const begin = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - begin) / 1000 / seconds);
      const eased = share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
      slider.value = String(Math.round(eased * 100));
      this.turnTo(scatter, share === 1 ? 1 : eased);
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    this.turnTo(scatter, 0);
    this.frame = requestAnimationFrame(step);
  }
}

/** Draws a density beside the scatter plot, along its whole length. */
function paintChart(
  canvas: HTMLCanvasElement,
  picture: (length: number, depth: number) => Picture,
  axis: 0 | 1,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const context = canvas.getContext("2d")!;
  context.scale(devicePixelRatio, devicePixelRatio);
  picture(axis === 0 ? width : height, axis === 0 ? height : width).draw(new CanvasPainter(context));
}
