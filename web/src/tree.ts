// The tree on the screen: cards that can be zoomed, dragged, walked through by keyboard, folded and opened.
import { select } from "d3-selection";
import type { ZoomTransform } from "d3-zoom";
import { zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { h, integer, named, s, short } from "./dom";
import { saveButtons } from "./export";
import { CanvasPainter } from "./painter";
import type { State } from "./state";
import { isDoubtful } from "./sureness";
import { announce } from "./tooltip";
import type { Layout, Placed } from "./tree_layout";
import {
  branch,
  branchWidth,
  card,
  layoutTree,
  nodeColour,
  nodeTitle,
  paintThumb,
  shownChildren,
  treePicture,
} from "./tree_layout";

/** A tree of more clusters than this opens folded: thumbnails below a finger's width say nothing. */
const mostOpenClusters = 36;
/** Cards stay legible and the panel stays within reach: on narrow screens the rest is a swipe away. */
const smallestScale = { wide: 0.62, narrow: 0.42 };
const tallestInScreens = { wide: 1.7, narrow: 0.9 };
const largestScale = 1.25;
const narrowWidth = 700;

export class TreeView {
  readonly element: HTMLElement;
  private readonly viewport = h("div", { class: "tree-viewport" });
  private readonly world = h("div", { class: "tree-world" });
  private readonly links = s("svg", { class: "tree-links", "aria-hidden": "true" });
  private readonly forks = h("div", { class: "tree-forks" });
  private readonly items = h("div", { role: "tree", "aria-label": "Tree of clusters" });
  private readonly zooming = zoom<HTMLDivElement, unknown>().scaleExtent([0.02, 6]);
  private readonly cards = new Map<number, HTMLElement>();
  private layout: Layout = { placed: [], width: 1, height: 1 };
  private focused = 0;
  private pending = 0;

  constructor(
    private readonly state: State,
    private readonly open: (node: number) => void,
  ) {
    this.foldLargeTree();
    this.world.append(this.links, this.items, this.forks);
    this.viewport.append(this.world);
    this.element = h(
      "section",
      { class: "panel tree", "aria-labelledby": "tree-title" },
      h(
        "header",
        { class: "panel-head" },
        h(
          "div",
          {},
          h("h2", { id: "tree-title" }, "The tree of splits"),
          h(
            "p",
            { class: "hint" },
            "Every picture shows a group of rows in the plane in which it falls apart best. Open one to see why.",
          ),
        ),
        this.buttons(),
      ),
      this.viewport,
      h(
        "p",
        { class: "hint keys" },
        "Keys: arrows move, Enter opens, Space folds, P prunes, + and − zoom, 0 shows all. Ctrl and the wheel zoom; drag to move.",
      ),
    );
    this.zooming
      .filter((event: Event) => !(event instanceof WheelEvent) || event.ctrlKey || event.metaKey)
      .on("zoom", ({ transform }: { transform: ZoomTransform }) => this.moved(transform));
    select(this.viewport as HTMLDivElement)
      .call(this.zooming)
      .on("dblclick.zoom", null);
    this.items.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.fit()).observe(this.viewport);
    state.onChange((change) => {
      if (change === "clustering" || change === "collapse") {
        this.place();
        this.fit();
      } else if (change === "names") this.place();
      else this.paint();
    });
    this.place();
  }

  private foldLargeTree(): void {
    const { report } = this.state;
    if (report.leaves.length <= mostOpenClusters) return;
    report.nodes.forEach((node, i) => {
      if (node.children.length && node.order >= mostOpenClusters / 2 && i) this.state.collapsed.add(i);
    });
  }

  private buttons(): HTMLElement {
    const button = (text: string, label: string, act: () => void) =>
      h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, text);
    const view = () => select(this.viewport as HTMLDivElement);
    return h(
      "div",
      { class: "panel-tools" },
      button("−", "Zoom out", () => this.zooming.scaleBy(view(), 1 / 1.4)),
      button("+", "Zoom in", () => this.zooming.scaleBy(view(), 1.4)),
      button("Fit", "Fit: show the whole tree", () => this.fit(true)),
      saveButtons(() => treePicture(this.state), this.state),
    );
  }

  /** Rebuilds cards, branches and forks. */
  private place(): void {
    const hadFocus = this.items.contains(document.activeElement);
    this.layout = layoutTree(this.state);
    this.cards.clear();
    this.items.replaceChildren(...this.layout.placed.map((at) => this.makeCard(at)));
    this.forks.replaceChildren(
      ...this.layout.placed.filter((at) => this.canFold(at.node)).map((at) => this.makeFork(at)),
    );
    if (!this.cards.has(this.focused)) this.focused = 0;
    this.cards.get(this.focused)!.tabIndex = 0;
    if (hadFocus) this.cards.get(this.focused)!.focus();
    this.paint();
  }

  private canFold(node: number): boolean {
    return !this.state.isCluster(node) && this.state.report.nodes[node].children.length > 0;
  }

  private makeCard(at: Placed): HTMLElement {
    const { state } = this;
    const { node } = at;
    const rows = state.report.nodes[node].rows;
    const cluster = state.isCluster(node);
    const siblings = at.parent ? shownChildren(state, at.parent.node) : [0];
    const split = state.report.split(node);
    const spoken = split && !cluster ? `rows, split with lambda 2 ${short(split.lambda2)}` : "rows, a cluster";
    const element = h(
      "div",
      {
        role: "treeitem",
        class: cluster ? "card cluster" : "card",
        tabindex: -1,
        "data-node": node,
        "aria-level": at.depth + 1,
        "aria-setsize": siblings.length,
        "aria-posinset": siblings.indexOf(node) + 1,
        "aria-expanded": this.canFold(node) ? String(at.open) : null,
        "aria-selected": "false",
        style: `left:${at.x - card.size / 2}px;top:${at.y}px;width:${card.size}px`,
        onclick: () => this.open(node),
        onpointerenter: () => cluster && state.setHighlight(state.clustering.nodes.indexOf(node)),
        onpointerleave: () => cluster && state.setHighlight(null),
      },
      h("canvas", { "aria-hidden": "true" }),
      h(
        "span",
        { class: "card-line" },
        h("span", { class: "card-name" }, named(nodeTitle(state, node))),
        " ",
        h("span", { class: "card-rows" }, integer(rows)),
      ),
      h("span", { class: "sr-only" }, ` ${spoken}`),
    );
    this.cards.set(node, element);
    return element;
  }

  private makeFork(at: Placed): HTMLElement {
    const hidden = this.state.report.below[at.node].length;
    const doubt = isDoubtful(this.state, this.state.report.split(at.node)!) ? " Doubtful: other candidates cut elsewhere." : "";
    const text = at.open ? `λ₂ ${short(this.state.report.split(at.node)!.lambda2)}` : `+ ${hidden} clusters`;
    return h(
      "button",
      {
        type: "button",
        class: isDoubtful(this.state, this.state.report.split(at.node)!) ? "fork doubtful" : "fork",
        tabindex: -1,
        style: `left:${at.x}px;top:${at.y + card.size + card.caption}px`,
        "data-tip": at.open
          ? `λ₂: how firmly the two sides hang together (0: not at all).${doubt} Click to fold.`
          : "Click to unfold.",
        onclick: () => this.state.toggleCollapse(at.node),
      },
      h("span", { class: "sr-only" }, `${at.open ? "Fold" : "Unfold"} ${nodeTitle(this.state, at.node)}: `),
      text,
    );
  }

  private transform(): ZoomTransform {
    return zoomTransform(this.viewport);
  }

  /** Fills the width, as high as that needs but not much above a screen; `all` shows everything in what is there. */
  fit(all = false): void {
    const { clientWidth } = this.viewport;
    if (!clientWidth) return;
    const { width, height } = this.layout;
    const room = clientWidth < narrowWidth ? "narrow" : "wide";
    const tallest = Math.max(440, innerHeight * tallestInScreens[room]);
    const filling = Math.min(clientWidth / width, largestScale);
    const scale = all
      ? Math.min(filling, tallest / height)
      : Math.max(smallestScale[room], Math.min(filling, tallest / height));
    this.viewport.style.height = `${Math.round(Math.min(height * scale, tallest))}px`;
    const rootX = this.layout.placed[0].x;
    const x =
      width * scale <= clientWidth ? (clientWidth - width * scale) / 2 : clientWidth / 2 - rootX * scale;
    select(this.viewport as HTMLDivElement).call(
      this.zooming.transform,
      zoomIdentity.translate(x, 0).scale(scale),
    );
  }

  private moved(transform: ZoomTransform): void {
    this.world.style.transform = `translate(${transform.x}px,${transform.y}px) scale(${transform.k})`;
    this.paintSoon();
  }

  private paintSoon(): void {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.paint());
  }

  /** Draws branches and those thumbnails that can be seen, as sharp as the zoom asks for. */
  paint(): void {
    if (!this.viewport.clientWidth) return;
    const { state, layout } = this;
    this.links.setAttribute("width", String(layout.width));
    this.links.setAttribute("height", String(layout.height));
    this.links.replaceChildren(
      ...layout.placed
        .filter((at) => at.parent)
        .map((at) =>
          s("path", {
            d: branch(at)
              .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
              .join(""),
            fill: "none",
            stroke: nodeColour(state, at.node),
            "stroke-width": branchWidth(state, at.node),
            "stroke-opacity": 0.55,
            "stroke-linecap": "round",
          }),
        ),
    );
    const { k, x, y } = this.transform();
    const { clientWidth: width, clientHeight: height } = this.viewport;
    for (const at of layout.placed) {
      const element = this.cards.get(at.node)!;
      element.style.borderColor = nodeColour(state, at.node);
      const left = (at.x - card.size / 2) * k + x,
        top = at.y * k + y,
        side = card.size * k;
      if (left > width || top > height || left + side < 0 || top + side < 0) continue;
      this.paintCard(element, at.node, k);
    }
  }

  private paintCard(element: HTMLElement, node: number, k: number): void {
    const canvas = element.querySelector("canvas")!;
    const sharpness = Math.min(4, Math.max(0.5, k * devicePixelRatio));
    const pixels = Math.round(card.size * sharpness);
    const { state } = this;
    const key = [pixels, state.theme, state.colourBy, state.colourColumn, state.highlight].join();
    if (canvas.dataset.key === key) return;
    canvas.dataset.key = key;
    canvas.width = canvas.height = pixels;
    const context = canvas.getContext("2d")!;
    context.scale(pixels / card.size, pixels / card.size);
    paintThumb(new CanvasPainter(context), state, node, card.size);
  }

  private pressed(event: KeyboardEvent): void {
    const at = this.layout.placed.find((p) => p.node === this.focused);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const level = this.layout.placed.filter((p) => p.depth === at.depth);
    const beside = (step: number) => level[level.indexOf(at) + step];
    const acts: Record<string, () => void> = {
      ArrowUp: () => this.focus(at.parent?.node),
      ArrowDown: () => this.focus(shownChildren(this.state, at.node)[0]),
      ArrowLeft: () => this.focus(beside(-1)?.node),
      ArrowRight: () => this.focus(beside(1)?.node),
      Home: () => this.focus(0),
      Enter: () => this.open(at.node),
      " ": () => this.canFold(at.node) && this.state.toggleCollapse(at.node),
      p: () => this.prune(at.node),
      "+": () => this.zooming.scaleBy(select(this.viewport as HTMLDivElement), 1.4),
      "-": () => this.zooming.scaleBy(select(this.viewport as HTMLDivElement), 1 / 1.4),
      "0": () => this.fit(true),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private prune(node: number): void {
    if (!this.state.report.nodes[node].children.length) return announce("A leaf cannot be pruned.");
    this.state.togglePrune(node);
    announce(
      `${this.state.pruned.has(node) ? "Pruned" : "Restored"} ${nodeTitle(this.state, node)}: ${this.state.clustering.nodes.length} clusters.`,
    );
  }

  focus(node: number | undefined): void {
    if (node === undefined || !this.cards.has(node)) return;
    this.cards.get(this.focused)!.tabIndex = -1;
    this.focused = node;
    const element = this.cards.get(node)!;
    element.tabIndex = 0;
    element.focus({ preventScroll: true });
    this.reveal(node);
  }

  private reveal(node: number): void {
    const at = this.layout.placed.find((p) => p.node === node)!;
    const { k, x, y } = this.transform();
    const { clientWidth: width, clientHeight: height } = this.viewport;
    const [px, py] = [at.x * k + x, (at.y + card.size / 2) * k + y];
    const half = (card.size / 2) * k + 12;
    const dx = px < half ? half - px : px > width - half ? width - half - px : 0;
    const dy = py < half ? half - py : py > height - half ? height - half - py : 0;
    if (dx || dy) this.zooming.translateBy(select(this.viewport as HTMLDivElement), dx / k, dy / k);
  }
}
