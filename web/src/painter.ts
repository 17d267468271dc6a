// One set of drawing words, two ways to draw: on a canvas (the screen, PNG) and into an SVG element (charts, SVG files).
import { s } from "./dom";

export type Point = [number, number];

export interface Dots {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  colour: ArrayLike<number>;
  palette: string[];
  order: Uint32Array;
  radius: number;
  opacity: number;
}

export interface Stroke {
  stroke?: string;
  width?: number;
  dash?: string;
  fill?: string;
  opacity?: number;
  tip?: string;
  radius?: number;
}
export interface Lettering {
  size?: number;
  colour: string;
  anchor?: "start" | "middle" | "end";
  weight?: number;
  halo?: string;
  turn?: number;
}

export interface Painter {
  dots(dots: Dots): void;
  path(points: Point[], style: Stroke): void;
  rect(x: number, y: number, width: number, height: number, style: Stroke): void;
  circle(x: number, y: number, radius: number, style: Stroke): void;
  text(x: number, y: number, text: string, style: Lettering): void;
  /** Draws with (x, y) as the origin, cut off outside of width x height. */
  inside(x: number, y: number, width: number, height: number, draw: (painter: Painter) => void): void;
}

export const fontFamily =
  "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Width of the halo around letters. */
const haloShare = 2.8;

export class CanvasPainter implements Painter {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  dots({ x, y, colour, palette, order, radius, opacity }: Dots): void {
    const { context } = this;
    context.globalAlpha = opacity;
    let last = -1;
    for (const i of order) {
      if (colour[i] !== last) context.fillStyle = palette[(last = colour[i])];
      if (radius < 1) {
        context.fillRect(x[i] - radius, y[i] - radius, 2 * radius, 2 * radius);
      } else {
        context.beginPath();
        context.arc(x[i], y[i], radius, 0, 2 * Math.PI);
        context.fill();
      }
    }
    context.globalAlpha = 1;
  }
  private ink({ stroke, width = 1, dash, fill, opacity = 1 }: Stroke): void {
    const { context } = this;
    context.globalAlpha = opacity;
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.lineJoin = context.lineCap = "round";
      context.setLineDash(dash ? dash.split(" ").map(Number) : []);
      context.stroke();
    }
    context.globalAlpha = 1;
  }
  path(points: Point[], style: Stroke): void {
    this.context.beginPath();
    points.forEach(([x, y], i) => (i ? this.context.lineTo(x, y) : this.context.moveTo(x, y)));
    this.ink(style);
  }
  rect(x: number, y: number, width: number, height: number, style: Stroke): void {
    this.context.beginPath();
    if (style.radius) this.context.roundRect(x, y, width, height, style.radius);
    else this.context.rect(x, y, width, height);
    this.ink(style);
  }
  circle(x: number, y: number, radius: number, style: Stroke): void {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.ink(style);
  }
  text(
    x: number,
    y: number,
    text: string,
    { size = 12, colour, anchor = "start", weight = 400, halo, turn }: Lettering,
  ): void {
    const { context } = this;
    context.save();
    context.translate(x, y);
    if (turn) context.rotate((turn * Math.PI) / 180);
    context.font = `${weight} ${size}px ${fontFamily}`;
    context.textAlign = anchor === "middle" ? "center" : anchor;
    if (halo) {
      context.strokeStyle = halo;
      context.lineWidth = size / haloShare;
      context.lineJoin = "round";
      context.strokeText(text, 0, 0);
    }
    context.fillStyle = colour;
    context.fillText(text, 0, 0);
    context.restore();
  }
  inside(x: number, y: number, width: number, height: number, draw: (painter: Painter) => void): void {
    this.context.save();
    this.context.translate(x, y);
    this.context.beginPath();
    this.context.rect(0, 0, width, height);
    this.context.clip();
    draw(this);
    this.context.restore();
  }
}

let clips = 0;
const rounded = (x: number) => Math.round(x * 100) / 100;

export class SvgPainter implements Painter {
  constructor(private readonly parent: SVGElement) {}

  /** All dots of a colour are one path of zero-length strokes with round ends: small files, quick to draw. */
  dots({ x, y, colour, palette, order, radius, opacity }: Dots): void {
    const parts = palette.map(() => [] as string[]);
    for (const i of order) parts[colour[i]].push(`M${rounded(x[i])} ${rounded(y[i])}h0`);
    parts.forEach((d, i) => {
      if (d.length)
        this.parent.append(
          s("path", {
            d: d.join(""),
            stroke: palette[i],
            "stroke-width": rounded(2 * radius),
            "stroke-linecap": "round",
            "stroke-opacity": opacity,
            fill: "none",
          }),
        );
    });
  }
  private styled({ stroke, width = 1, dash, fill, opacity, tip, radius }: Stroke) {
    return {
      stroke,
      "stroke-width": stroke && width,
      "stroke-dasharray": dash,
      fill: fill ?? "none",
      opacity,
      "data-tip": tip,
      rx: radius,
      "stroke-linejoin": stroke && "round",
    };
  }
  path(points: Point[], style: Stroke): void {
    const d = points.map(([x, y], i) => `${i ? "L" : "M"}${rounded(x)} ${rounded(y)}`).join("");
    this.parent.append(s("path", { d, ...this.styled(style) }));
  }
  rect(x: number, y: number, width: number, height: number, style: Stroke): void {
    this.parent.append(
      s("rect", {
        x: rounded(x),
        y: rounded(y),
        width: rounded(Math.max(0, width)),
        height: rounded(Math.max(0, height)),
        ...this.styled(style),
      }),
    );
  }
  circle(x: number, y: number, radius: number, style: Stroke): void {
    this.parent.append(s("circle", { cx: rounded(x), cy: rounded(y), r: radius, ...this.styled(style) }));
  }
  text(
    x: number,
    y: number,
    text: string,
    { size = 12, colour, anchor, weight, halo, turn }: Lettering,
  ): void {
    this.parent.append(
      s(
        "text",
        {
          x: rounded(x),
          y: rounded(y),
          "font-size": size,
          "font-family": fontFamily,
          fill: colour,
          "text-anchor": anchor,
          "font-weight": weight,
          stroke: halo,
          "stroke-width": halo && size / haloShare,
          "paint-order": halo && "stroke",
          "stroke-linejoin": halo && "round",
          transform: turn ? `rotate(${turn} ${rounded(x)} ${rounded(y)})` : null,
        },
        text,
      ),
    );
  }
  inside(x: number, y: number, width: number, height: number, draw: (painter: Painter) => void): void {
    const id = `clip${++clips}`;
    const group = s("g", { transform: `translate(${rounded(x)} ${rounded(y)})`, "clip-path": `url(#${id})` });
    this.parent.append(s("clipPath", { id }, s("rect", { width, height })), group);
    draw(new SvgPainter(group));
  }
}
