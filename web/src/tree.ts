// The tree on the screen: cards that can be walked through by keyboard, folded and opened.
import { h, integer, named, percent, s } from "./dom";
import { clarityLabel, clarityOf } from "./clarity";
import { saveButtons } from "./export";
import { CanvasPainter } from "./painter";
import type { State } from "./state";
import { announce } from "./tooltip";
import type { Layout, Placed } from "./tree_layout";
import {
  branch,
  branchWidth,
  card,
  cardTitle,
  frameColour,
  layoutTree,
  paintThumb,
  shownChildren,
  treePicture,
} from "./tree_layout";

/** A tree of more clusters than this opens folded: thumbnails below a finger's width say nothing. */
const mostOpenClusters = 36;
const narrowWidth = 640;
/** What stands above and below the tree on a screen that shows it whole: bar, heading, frame of the panel. */
const pixelsBeside = 200;
const leastHeight = 320;
const zoomStep = 1.3;
/** Below a picture the label of its clarity comes first. */
const forkBelow = 17;

export class TreeView {
  readonly element: HTMLElement;
  private readonly viewport = h("div", { class: "tree-viewport" });
  private readonly world = h("div", { class: "tree-world" });
  private readonly links = s("svg", { class: "tree-links", "aria-hidden": "true" });
  private readonly forks = h("div", { class: "tree-forks" });
  private readonly items = h("div", { role: "tree", "aria-label": "Tree of clusters" });
  private readonly cards = new Map<number, HTMLElement>();
  private layout: Layout = { direction: "down", size: card.largest, placed: [], width: 1, height: 1 };
  private zoom = 1;
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
          h("h2", { id: "tree-title" }, "How the rows were split"),
          h(
            "p",
            { class: "hint" },
            "Each picture shows a group of rows in the plane where it falls apart best. Open one to see what sets its sides apart.",
          ),
        ),
        this.buttons(),
      ),
      this.viewport,
      h(
        "p",
        { class: "hint keys" },
        "Keys: arrows move, Enter opens, Space folds, P prunes, + and − change the size, 0 shows all.",
      ),
    );
    this.viewport.addEventListener("scroll", () => this.paintSoon());
    this.items.addEventListener("keydown", (event) => this.pressed(event));
    let width = 0;
    new ResizeObserver(() => {
      if (this.element.clientWidth === width) return;
      width = this.element.clientWidth;
      this.place();
    }).observe(this.element);
    state.onChange((change) => {
      if (change === "clustering" || change === "collapse" || change === "names") this.place();
      else this.paint();
    });
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
    return h(
      "div",
      { class: "panel-tools" },
      h(
        "span",
        { class: "zooms" },
        button("−", "Smaller pictures", () => this.zoomBy(1 / zoomStep)),
        button("+", "Larger pictures", () => this.zoomBy(zoomStep)),
        button("Fit", "Fit: show the whole tree", () => this.zoomBy(1 / this.zoom)),
      ),
      saveButtons(() => treePicture(this.state), this.state),
    );
  }

  private zoomBy(factor: number): void {
    this.zoom = Math.max(0.5, Math.min(4, this.zoom * factor));
    this.place();
    this.cards.get(this.focused)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Rebuilds cards, branches and forks in the room that there is. */
  place(): void {
    const { clientWidth: width } = this.viewport;
    if (!width) return;
    const hadFocus = this.items.contains(document.activeElement);
    const height = Math.max(leastHeight, innerHeight - pixelsBeside);
    this.layout = layoutTree(this.state, { width, height }, width < narrowWidth, this.zoom);
    const { direction } = this.layout;
    this.viewport.className = `tree-viewport ${direction}`;
    this.viewport.style.maxHeight = direction === "list" ? "none" : `${height}px`;
    this.world.style.width = `${this.layout.width}px`;
    this.world.style.height = `${this.layout.height}px`;
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
    return this.state.isSplit(node);
  }

  private makeCard(at: Placed): HTMLElement {
    const { state } = this;
    const { node } = at;
    const { rows } = state.report.nodes[node];
    const cluster = state.isCluster(node);
    const siblings = at.parent ? shownChildren(state, at.parent.node) : [0];
    const list = this.layout.direction === "list";
    const { size } = this.layout;
    const clarity = clarityLabel(clarityOf(state, node), list);
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
        style: `left:${at.x}px;top:${at.y}px;width:${at.width}px`,
        onclick: () => this.open(node),
        onpointerenter: () => cluster && state.setHighlight(state.clustering.nodes.indexOf(node)),
        onpointerleave: () => cluster && state.setHighlight(null),
      },
      h(
        "span",
        { class: "card-line" },
        h("span", { class: "card-name" }, named(list ? state.title(node) : cardTitle(state, node))),
        " ",
        h("span", { class: "card-rows" }, integer(rows)),
        list && h("span", { class: "card-share" }, `rows, ${percent(rows / state.report.total)}`),
      ),
      h("canvas", { "aria-hidden": "true", style: `width:${size}px;height:${size}px` }),
      clarity,
      h("span", { class: "sr-only" }, cluster ? " rows, a cluster" : " rows, split"),
    );
    this.cards.set(node, element);
    return element;
  }

  private makeFork(at: Placed): HTMLElement {
    const { direction, size } = this.layout;
    const hidden = this.state.report.below[at.node].length;
    const [x, y] =
      direction === "list"
        ? [at.x + at.width - 20, at.y + size / 2]
        : direction === "down"
          ? [at.x + size / 2, at.y + card.caption + size + forkBelow]
          : [at.x + size, at.y + card.caption + size / 2];
    const what = `${at.open ? "Fold" : "Unfold"} ${this.state.title(at.node)}`;
    return h(
      "button",
      {
        type: "button",
        class: "fork",
        tabindex: -1,
        style: `left:${x}px;top:${y}px`,
        "aria-label": what,
        title: at.open ? what : `${what}: ${hidden} clusters`,
        onclick: () => this.state.toggleCollapse(at.node),
      },
      at.open ? "−" : `+${hidden}`,
    );
  }

  private paintSoon(): void {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.paint());
  }

  /** Draws branches and those thumbnails that can be seen. */
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
            d: branch(layout, at)
              .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
              .join(""),
            fill: "none",
            stroke: frameColour(state, at.node),
            "stroke-width": layout.direction === "list" ? 1.5 : branchWidth(state, at.node),
            "stroke-opacity": 0.55,
            "stroke-linecap": "round",
          }),
        ),
    );
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = this.viewport;
    const side = layout.size + card.caption;
    for (const at of layout.placed) {
      const element = this.cards.get(at.node)!;
      element.style.borderColor = frameColour(state, at.node);
      const [left, top] = [at.x - scrollLeft, at.y - scrollTop];
      if (left > width || top > height || left + side < 0 || top + side < 0) continue;
      this.paintCard(element, at.node);
    }
  }

  private paintCard(element: HTMLElement, node: number): void {
    const canvas = element.querySelector("canvas")!;
    const { size } = this.layout;
    const pixels = Math.round(size * devicePixelRatio);
    const { state } = this;
    const key = [pixels, state.theme, state.colourBy, state.colourColumn, state.highlight].join();
    if (canvas.dataset.key === key) return;
    canvas.dataset.key = key;
    canvas.width = canvas.height = pixels;
    const context = canvas.getContext("2d")!;
    context.scale(pixels / size, pixels / size);
    paintThumb(new CanvasPainter(context), state, node, size);
  }

  private pressed(event: KeyboardEvent): void {
    const at = this.layout.placed.find((p) => p.node === this.focused);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.acts(at)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private acts(at: Placed): Record<string, () => void> {
    const { placed, direction } = this.layout;
    const level = direction === "list" ? placed : placed.filter((p) => p.depth === at.depth);
    const beside = (step: number) => () => this.focus(level[level.indexOf(at) + step]?.node);
    const parent = () => this.focus(at.parent?.node);
    const child = () => this.focus(shownChildren(this.state, at.node)[0]);
    const [up, down, left, right] =
      direction === "down"
        ? [parent, child, beside(-1), beside(1)]
        : [beside(-1), beside(1), parent, child];
    return {
      ArrowUp: up,
      ArrowDown: down,
      ArrowLeft: left,
      ArrowRight: right,
      Home: () => this.focus(0),
      Enter: () => this.open(at.node),
      " ": () => this.canFold(at.node) && this.state.toggleCollapse(at.node),
      p: () => this.prune(at.node),
      "+": () => this.zoomBy(zoomStep),
      "-": () => this.zoomBy(1 / zoomStep),
      "0": () => this.zoomBy(1 / this.zoom),
    };
  }

  private prune(node: number): void {
    if (!this.state.report.nodes[node].children.length) return announce("A cluster without splits cannot be pruned.");
    this.state.togglePrune(node);
    announce(
      `${this.state.pruned.has(node) ? "Pruned" : "Restored"} ${this.state.title(node)}: ${this.state.clustering.nodes.length} clusters.`,
    );
  }

  focus(node: number | undefined): void {
    if (node === undefined || !this.cards.has(node)) return;
    this.cards.get(this.focused)!.tabIndex = -1;
    this.focused = node;
    const element = this.cards.get(node)!;
    element.tabIndex = 0;
    element.focus();
  }
}
