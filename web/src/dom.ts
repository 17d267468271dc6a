// Small helpers for elements and numbers. Text always goes in as text nodes, never as markup.

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;
type Child = Node | string | number | null | undefined | false;

function apply(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
}

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  apply(element, attributes, children);
  return element;
}

export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(element, attributes, children);
  return element;
}

/** A name from the data: isolated, so that right-to-left text does not turn its surroundings around. */
export const named = (text: string) => h("bdi", {}, text);

export const integer = (n: number) => Math.round(n).toLocaleString("en-US");
export const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Three or four significant digits, without exponents where they do not help. */
export function short(x: number, digits = 3): string {
  if (Number.isNaN(x)) return "missing";
  if (!Number.isFinite(x)) return "beyond all numbers";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-3)
    return Number(x.toPrecision(digits)).toExponential().replace("e+", "e").replace(/-/g, "−");
  return (
    Number.isInteger(x) && size < 1e6
      ? String(x)
      : String(Number(x.toPrecision(Math.max(digits, Math.ceil(Math.log10(size))))))
  ).replace("-", "−");
}

export const signed = (x: number, digits = 2) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(digits)}`;

export function clipped(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? characters.slice(0, length - 1).join("") + "…" : text;
}
