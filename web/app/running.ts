// While the program works: how far it is, and the way to stop it.
import { h, integer } from "../src/dom";
import type { Progress } from "./bridge";
import type { Engine } from "./engine";

export class Running {
  readonly element: HTMLElement;
  private readonly bar = h("progress", { "aria-label": "Progress" });
  private readonly text = h("p", { class: "running-text" });
  private readonly stop: HTMLButtonElement;
  private since = 0;
  private last: Progress | null = null;
  private what = "";

  constructor(engine: Engine) {
    this.stop = h("button", { type: "button", id: "stop", onclick: () => engine.stop() }, "Stop");
    this.element = h(
      "section",
      { class: "panel running", "aria-label": "At work", hidden: true },
      this.text,
      this.bar,
      this.stop,
    );
    engine.onProgress = (now) => {
      this.last = now;
      this.draw();
    };
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && engine.stop());
  }

  private draw(): void {
    const seconds = ((performance.now() - this.since) / 1000).toFixed(0);
    const { last } = this;
    if (last && last.wanted > 1 && last.found < last.wanted) {
      this.bar.max = last.wanted;
      this.bar.value = last.found;
    } else this.bar.removeAttribute("value");
    this.text.textContent =
      `${this.what} ` +
      (last
        ? `${last.stage}; ${last.found} ${last.found === 1 ? "cluster" : "clusters"} so far, ${integer(last.evaluations)} evaluations, `
        : "") +
      `${seconds} s`;
  }

  async during<T>(what: string, work: Promise<T>): Promise<T> {
    this.what = what;
    this.last = null;
    this.since = performance.now();
    this.element.hidden = false;
    const before = document.activeElement as HTMLElement | null;
    this.stop.focus();
    const clock = setInterval(() => this.draw(), 250);
    this.draw();
    try {
      return await work;
    } finally {
      clearInterval(clock);
      const had = document.activeElement === this.stop;
      this.element.hidden = true;
      if (had) before?.focus();
    }
  }
}
