// A node opened large: where its search started and what it found, and why.
import { densityPicture } from "./charts";
import { h, integer, named, percent } from "./dom";
import type { Picture } from "./export";
import { saveButtons } from "./export";
import type { Panel } from "./node_panels";
import { factsPanel, listRows, loadingsPanel, tracePanel } from "./node_panels";
import { frameIsVisible } from "./paint_plane";
import { CanvasPainter } from "./painter";
import { Plane } from "./plane";
import { Scatter } from "./scatter";
import type { State } from "./state";
import { hideTip } from "./tooltip";
import { nodeTitle } from "./tree_layout";

const turnSeconds = 1.8;

export class NodeDialog {
  readonly element = h("dialog", { class: "node", "aria-labelledby": "node-title" });
  private node = 0;
  private axes: [number, number] = [0, 1];
  private overlays = { boundary: true, frame: true, labels: true };
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
    const { report } = this.state;
    const owner = report.planeOf(this.node);
    this.element.replaceChildren(this.head());
    if (owner < 0) {
      this.repaint = () => undefined;
      this.element.append(h("p", {}, "The tree has a single leaf, so there is no plane to show."));
      return;
    }
    const plane = new Plane(report, owner, this.axes);
    const rowList = h("div", { class: "row-list" });
    const panels = [
      this.planes(plane, rowList),
      loadingsPanel(this.state, owner, this.axes[0]),
      tracePanel(this.state, owner),
    ];
    const [planes, loadings, trace] = panels.map(({ element }) => element);
    const numbers = factsPanel(this.state, owner);
    this.element.append(
      planes,
      rowList,
      h("div", { class: "node-grid" }, loadings, h("div", {}, trace, numbers)),
    );
    this.repaint = () => panels.forEach(({ draw }) => draw());
    this.repaint();
  }

  private head(): HTMLElement {
    const { report } = this.state;
    const node = report.nodes[this.node];
    const go = (text: string, to: number) =>
      h("button", { type: "button", onclick: () => this.open(to) }, text);
    const prunable = node.children.length > 0;
    const pruned = this.state.pruned.has(this.node);
    const rows = `${integer(node.rows)} rows, ${percent(node.rows / report.head.rows)} of all`;
    return h(
      "header",
      { class: "node-head" },
      h(
        "div",
        {},
        h(
          "h2",
          { id: "node-title", class: "node-title", tabindex: -1 },
          named(nodeTitle(this.state, this.node)),
        ),
        h(
          "p",
          { class: "hint" },
          node.children.length
            ? `${rows}; split number ${node.order + 1}`
            : `${rows}; a leaf${node.reason ? `: ${node.reason}` : ""}`,
        ),
      ),
      h(
        "div",
        { class: "panel-tools" },
        node.parent >= 0 && go("↑ Parent", node.parent),
        ...node.children.map((child, i) =>
          go(node.children.length === 2 ? ["↙ First side", "↘ Second side"][i] : `↓ Side ${i + 1}`, child),
        ),
        prunable &&
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(pruned),
              onclick: () => this.state.togglePrune(this.node),
              title: "A pruned node is one cluster; its splits are undone",
            },
            pruned ? "Restore its splits" : "Prune here",
          ),
        h(
          "button",
          { type: "button", class: "close", "aria-label": "Close", onclick: () => this.element.close() },
          "✕",
        ),
      ),
    );
  }

  private planes(plane: Plane, rowList: HTMLElement): Panel {
    const { state } = this;
    const listed = (scatter: () => Scatter, other: () => Scatter) => (points: number[]) => {
      other().selected = points;
      other().paint();
      listRows(state, rowList, plane, scatter(), points);
    };
    const start: Scatter = new Scatter(
      state,
      plane,
      this.node,
      0,
      `Start of node ${plane.node}`,
      listed(
        () => start,
        () => found,
      ),
    );
    const found: Scatter = new Scatter(
      state,
      plane,
      this.node,
      1,
      `Plane of node ${plane.node}`,
      listed(
        () => found,
        () => start,
      ),
    );
    const top = h("canvas", { class: "density-top", "aria-hidden": "true" });
    const side = h("canvas", { class: "density-side", "aria-hidden": "true" });
    const startKind = state.report.head.options.find(({ name }) => name === "start")?.value ?? "principal";
    const draw = () => {
      found.style = { ...this.overlays };
      if (!this.overlays.labels) start.style = { labels: false };
      else start.style = {};
      start.paint();
      found.paint();
      paintChart(top, (length, depth) => densityPicture(state, plane, 0, length, depth), 0);
      if (!plane.flat) paintChart(side, (length, depth) => densityPicture(state, plane, 1, length, depth), 1);
    };
    const element = h(
      "div",
      { class: "planes" },
      h(
        "figure",
        { class: "plane" },
        h(
          "figcaption",
          {},
          h(
            "strong",
            {},
            startKind === "random" ? "Where the search started" : "Where it started: principal components",
          ),
          saveButtons(() => start.picture(), state),
        ),
        start.canvas,
      ),
      h(
        "figure",
        { class: "plane found" },
        h(
          "figcaption",
          {},
          h("strong", {}, "What it found: least connectivity"),
          saveButtons(() => found.picture(), state),
        ),
        h("div", { class: "joint" }, top, found.canvas, side),
      ),
      this.controls(plane, found),
    );
    return { element, draw };
  }

  private controls(plane: Plane, found: Scatter): HTMLElement {
    const slider = h("input", {
      type: "range",
      min: 0,
      max: 100,
      value: 100,
      "aria-label": "Turn from the start to the plane found",
      oninput: () => {
        cancelAnimationFrame(this.frame);
        this.turnTo(found, Number(slider.value) / 100);
      },
    });
    const play = h(
      "button",
      { type: "button", class: "primary play", onclick: () => this.animate(found, slider) },
      "▶ Turn",
    );
    const toggle = (key: keyof typeof this.overlays, text: string) =>
      h(
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
    const { dimensions } = this.state.report.split(plane.node)!;
    const pairs: [number, number][] =
      dimensions > 2
        ? [
            [0, 1],
            [0, 2],
            [1, 2],
          ]
        : [];
    return h(
      "div",
      { class: "controls" },
      play,
      h("span", { class: "turn" }, "start", slider, "found"),
      toggle("boundary", "border of the split"),
      toggle(
        "frame",
        frameIsVisible(this.state, plane) ? "frame of Δ" : "frame of Δ (lies outside the picture)",
      ),
      toggle("labels", "numbers"),
      pairs.length > 0 &&
        h(
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
        ),
    );
  }

  private turnTo(found: Scatter, t: number): void {
    found.t = t;
    found.paint();
    this.element.dataset.turn = t.toFixed(3);
  }

  private animate(found: Scatter, slider: HTMLInputElement): void {
    cancelAnimationFrame(this.frame);
    const seconds = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0.01 : turnSeconds;
    const begin = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - begin) / 1000 / seconds);
      const eased = share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
      slider.value = String(Math.round(eased * 100));
      this.turnTo(found, share === 1 ? 1 : eased);
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    this.turnTo(found, 0);
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
