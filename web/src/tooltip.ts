// One floating note for the whole page, and the line that is read out to screen readers.
import { h } from "./dom";

const note = h("div", { class: "tooltip", role: "presentation", hidden: true });
const spoken = h("div", { class: "sr-only", role: "status", "aria-live": "polite" });

export function showTip(content: (Node | string)[], x: number, y: number): void {
  const host = document.querySelector("dialog[open]") ?? document.body;
  if (note.parentElement !== host) host.append(note);
  note.replaceChildren(...content);
  note.hidden = false;
  const { width, height } = note.getBoundingClientRect();
  const left = x + 16 + width > innerWidth ? Math.max(4, x - width - 12) : x + 16;
  note.style.left = `${left}px`;
  note.style.top = `${Math.max(4, Math.min(innerHeight - height - 4, y + 14))}px`;
}

export function hideTip(): void {
  note.hidden = true;
}

export function announce(text: string): void {
  const host = document.querySelector("dialog[open]") ?? document.body;
  if (spoken.parentElement !== host) host.append(spoken);
  spoken.textContent = text;
}

/** Elements with data-tip show it. */
export function installTips(): void {
  document.body.append(note, spoken);
  document.addEventListener("pointermove", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
    if (target) showTip([target.getAttribute("data-tip") ?? ""], event.clientX, event.clientY);
    else if (!(event.target instanceof HTMLCanvasElement)) hideTip();
  });
  document.addEventListener("scroll", hideTip, true);
}
