// A large scatter plot that can be asked: hover, tap or arrow keys for one row, drag for many.
import { bisector } from "d3-array";
import { h, integer, named, short } from "./dom";
import type { Picture } from "./export";
import type { PlaneStyle } from "./paint_plane";
import { paintPlane, toPixels } from "./paint_plane";
import { CanvasPainter } from "./painter";
import { themeOf } from "./palette";
import type { Plane } from "./plane";
import type { State } from "./state";
import { announce, hideTip, showTip } from "./tooltip";

const hoverReach = 14;
const tapReach = 24;
/** A finger that moves less than this taps. */
const tapSlack = 6;
const valuesInTip = 6;

export class Scatter {
  readonly canvas: HTMLCanvasElement;
  t: number;
  selected: number[] = [];
  style: Partial<PlaneStyle> = {};
  private active = -1;
  private drag: { x0: number; y0: number; x1: number; y1: number } | null = null;
  private order: number[] | null = null;

  constructor(
    private readonly state: State,
    private readonly plane: Plane,
    private readonly node: number,
    t: number,
    private readonly label: string,
    private readonly onSelect: (points: number[]) => void,
  ) {
    this.t = t;
    this.canvas = h("canvas", {
      class: "scatter",
      role: "img",
      tabindex: 0,
      "aria-label": `${label}. Arrow keys walk through the rows, Enter adds a row to the list.`,
    });
    this.canvas.addEventListener("pointermove", (event) => this.moved(event));
    this.canvas.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.setActive(-1);
    });
    this.canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    this.canvas.addEventListener("pointerup", (event) => this.released(event));
    // The browser scrolls: a finger that first moves up or down is no brush (touch-action in style.css).
    this.canvas.addEventListener("pointercancel", () => {
      this.drag = null;
      this.paint();
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("blur", () => this.setActive(-1));
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  private size(): number {
    return this.canvas.clientWidth;
  }

  paint(): void {
    const size = this.size();
    if (!size) return;
    const pixels = Math.round(size * devicePixelRatio);
    if (this.canvas.width !== pixels) this.canvas.width = this.canvas.height = pixels;
    const context = this.canvas.getContext("2d")!;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, size, size);
    const painter = new CanvasPainter(context);
    paintPlane(painter, this.state, this.plane, this.node, this.fullStyle(size));
    const { x, y, box } = this.plane.at(this.t);
    const pixel = toPixels(box, size);
    const theme = themeOf(this.state);
    for (const i of this.selected)
      painter.circle(pixel.x(x[i]), pixel.y(y[i]), 4, { stroke: theme.text, width: 1.2 });
    if (this.active >= 0)
      painter.circle(pixel.x(x[this.active]), pixel.y(y[this.active]), 6, { stroke: theme.text, width: 2 });
    if (this.drag) {
      const { x0, y0, x1, y1 } = this.drag;
      painter.rect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0), {
        stroke: theme.accent,
        fill: theme.accent,
        opacity: 0.25,
      });
    }
  }

  private fullStyle(size: number): PlaneStyle {
    const count = this.plane.points.count;
    return {
      size,
      t: this.t,
      radius: count > 2000 ? 2.1 : count > 500 ? 2.7 : 3.6,
      labels: true,
      ...this.style,
    };
  }

  picture(size = 720): Picture {
    return {
      title: this.label,
      size: () => ({ width: size, height: size }),
      draw: (painter) =>
        painter.inside(0, 0, size, size, (inner) =>
          paintPlane(inner, this.state, this.plane, this.node, this.fullStyle(size)),
        ),
    };
  }

  private nearest(px: number, py: number, reach: number): number {
    const { x, y, box } = this.plane.at(this.t);
    const pixel = toPixels(box, this.size());
    let best = -1,
      least = reach * reach;
    for (let i = 0; i < x.length; ++i) {
      const distance = (pixel.x(x[i]) - px) ** 2 + (pixel.y(y[i]) - py) ** 2;
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }

  private facts(i: number): { label: string; value: string }[] {
    const { report } = this.state;
    const at = this.plane.points.sampled[i];
    const facts = [
      {
        label: "Cluster",
        value: this.state.clusterName(this.state.clustering.ofLeaf[this.plane.points.leaf[i]]),
      },
    ];
    if (report.sampleTruth) facts.push({ label: "Class", value: report.classes[report.sampleTruth[at]] });
    if (report.probability) facts.push({ label: "Probability", value: report.probability[at].toFixed(2) });
    for (const column of leadingColumns(this.state, this.plane.node, valuesInTip))
      facts.push({ label: report.columnName(column), value: short(report.values(column)![at], 4) });
    return facts;
  }

  rowNumber(i: number): number {
    return this.state.report.sampleRows[this.plane.points.sampled[i]] + 1;
  }

  private setActive(i: number): void {
    if (i === this.active) return;
    this.active = i;
    this.paint();
    if (i < 0) return hideTip();
    const frame = this.canvas.getBoundingClientRect();
    const { x, y, box } = this.plane.at(this.t);
    const pixel = toPixels(box, this.size());
    const list = h("dl", {});
    for (const { label, value } of this.facts(i))
      list.append(h("dt", {}, named(label)), h("dd", {}, named(value)));
    showTip(
      [h("strong", {}, `Row ${integer(this.rowNumber(i))}`), list],
      frame.left + pixel.x(x[i]),
      frame.top + pixel.y(y[i]),
    );
  }

  private place(event: PointerEvent): [number, number] {
    const frame = this.canvas.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  }
  private moved(event: PointerEvent): void {
    const [px, py] = this.place(event);
    if (!this.drag) return this.setActive(this.nearest(px, py, hoverReach));
    [this.drag.x1, this.drag.y1] = [px, py];
    this.paint();
  }
  private pressed(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const [px, py] = this.place(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.setActive(-1);
    this.drag = { x0: px, y0: py, x1: px, y1: py };
  }
  private released(event: PointerEvent): void {
    if (!this.drag) return;
    const { x0, y0, x1, y1 } = this.drag;
    this.drag = null;
    if (event.pointerType === "touch" && Math.hypot(x1 - x0, y1 - y0) < tapSlack) {
      this.paint();
      return this.setActive(this.nearest(x0, y0, tapReach));
    }
    const { x, y, box } = this.plane.at(this.t);
    const pixel = toPixels(box, this.size());
    const between = (v: number, a: number, b: number) => v >= Math.min(a, b) && v <= Math.max(a, b);
    const inside = Array.from(x.keys()).filter(
      (i) => between(pixel.x(x[i]), x0, x1) && between(pixel.y(y[i]), y0, y1),
    );
    this.select(inside);
  }
  select(points: number[]): void {
    this.selected = points;
    this.paint();
    this.onSelect(points);
  }

  /** Rows from left to right, for the arrow keys. */
  private walk(step: number): void {
    const { x } = this.plane.at(this.t);
    this.order ??= Array.from(x.keys()).sort((a, b) => this.plane.found[0][a] - this.plane.found[0][b]);
    const left = bisector((i: number) => this.plane.found[0][i]).left;
    const at =
      this.active < 0
        ? step > 0
          ? -1
          : this.order.length
        : this.order.indexOf(this.active, left(this.order, this.plane.found[0][this.active]));
    const next = this.order[Math.max(0, Math.min(this.order.length - 1, at + step))];
    this.setActive(next);
    announce(
      `Row ${this.rowNumber(next)}. ` +
        this.facts(next)
          .map(({ label, value }) => `${label}: ${value}`)
          .join(", "),
    );
  }
  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 25, ArrowDown: -25 };
    if (event.key in steps) this.walk(steps[event.key]);
    else if (event.key === "Enter" && this.active >= 0)
      this.select([...new Set([...this.selected, this.active])]);
    else if (event.key === "Escape" && this.selected.length) {
      event.stopPropagation();
      this.select([]);
    } else return;
    event.preventDefault();
  }
}

/** The columns with the largest loadings in a node whose values are in the file. */
export function leadingColumns(state: State, node: number, count: number): number[] {
  const { report } = state;
  const columns = report.array(report.split(node)!.loadings.columns);
  const found: number[] = [];
  for (let i = 0; i < columns.length && found.length < count; ++i)
    if (report.values(columns[i])) found.push(columns[i]);
  return found;
}
