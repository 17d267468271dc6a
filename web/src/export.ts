// Files that the reader takes away: labels, edits, pictures.
import { h, s } from "./dom";
import type { Painter } from "./painter";
import { CanvasPainter, SvgPainter } from "./painter";
import { themeOf } from "./palette";
import type { State } from "./state";

/** Something that can be drawn at any time, on the screen or into a file. */
export interface Picture {
  title: string;
  size: () => { width: number; height: number };
  draw: (painter: Painter) => void;
}

export function download(name: string, content: Blob): void {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const fileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "picture";

/** A cell of CSV; text that a spreadsheet would take for a formula is led by an apostrophe. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

export function labelsCsv(state: State): Blob {
  const names = state.clustering.nodes.map((_, cluster) => csvCell(state.clusterName(cluster)));
  const lines: string[] = ["row,cluster,name\n"];
  const { labels } = state.report;
  const chunk: string[] = [];
  for (let row = 0; row < labels.length; ++row) {
    const cluster = state.clustering.ofLeaf[labels[row]];
    chunk.push(`${row + 1},${cluster},${names[cluster]}\n`);
    if (chunk.length === 50_000) lines.push(chunk.splice(0).join(""));
  }
  lines.push(chunk.join(""));
  return new Blob(lines, { type: "text/csv" });
}

/** The edits that `scpp apply-edits` reads. Only what still matters: prunings and names of nodes that are clusters now. */
export function editsJson(state: State): string {
  const { nodes } = state.clustering;
  return JSON.stringify(
    {
      format: "scpp-edits",
      version: 1,
      model: state.report.head.digest,
      clusters: state.clusters,
      pruned: [...state.effectivePrunings()],
      names: nodes
        .filter((node) => state.names.has(node))
        .map((node) => ({ node, name: state.names.get(node) })),
    },
    null,
    1,
  );
}

export function svgText(picture: Picture, state: State): string {
  const { width, height } = picture.size();
  const root = s("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
  });
  root.append(s("title", {}, picture.title));
  const painter = new SvgPainter(root);
  painter.rect(0, 0, width, height, { fill: themeOf(state).panel });
  picture.draw(painter);
  for (const element of root.querySelectorAll("[data-tip]")) element.removeAttribute("data-tip");
  return new XMLSerializer().serializeToString(root);
}

export function saveSvg(picture: Picture, state: State): void {
  download(`${fileName(picture.title)}.svg`, new Blob([svgText(picture, state)], { type: "image/svg+xml" }));
}

const longestSide = 8000;

export function savePng(picture: Picture, state: State): void {
  const { width, height } = picture.size();
  const scale = Math.min(2.5, longestSide / Math.max(width, height));
  const canvas = h("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  const painter = new CanvasPainter(context);
  painter.rect(0, 0, width, height, { fill: themeOf(state).panel });
  picture.draw(painter);
  canvas.toBlob((blob) => blob && download(`${fileName(picture.title)}.png`, blob));
}

/** The two small buttons that stand at every picture. */
export function saveButtons(picture: () => Picture, state: State): HTMLElement {
  const button = (kind: string, save: (picture: Picture, state: State) => void) =>
    h(
      "button",
      {
        type: "button",
        class: "save",
        "aria-label": `Save “${picture().title}” as ${kind}`,
        onclick: () => save(picture(), state),
      },
      kind,
    );
  return h("span", { class: "saves" }, button("SVG", saveSvg), button("PNG", savePng));
}

/** Draws a picture as an SVG element that scales with its place. */
export function svgElement(picture: Picture, label: string): SVGSVGElement {
  const { width, height } = picture.size();
  const root = s("svg", {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": label,
    class: "chart",
    style: `max-width:${width}px`,
  });
  picture.draw(new SvgPainter(root));
  return root;
}
