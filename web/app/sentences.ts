// What the program says, with the options that its sentences name as buttons.
import { h, named } from "../src/dom";
import type { Remedy } from "./words";
import { remediesIn, typed } from "./words";

export type Take = (remedy: Remedy) => void;

const words: Record<string, (value: string) => string> = {
  truth: (value) => `Compare with ${value}`,
  drop: (value) =>
    value === "auto" ? "Leave them out" : value === "none" ? "Keep it" : `Leave out ${value}`,
  text: () => "Leave out all columns of text",
  header: (value) => (value === "yes" ? "The first line has names" : "The first line is data"),
  missing: (value) =>
    ({
      mean: "Fill in means",
      median: "Fill in medians",
      "drop-row": "Leave out such rows",
      "drop-column": "Leave out such columns",
    })[value] ?? value,
  "na-values": (value) => `“${value}” means missing`,
};

function remedyButton(remedy: Remedy, take: Take): HTMLElement {
  return h(
    "button",
    {
      type: "button",
      class: "remedy",
      title: `--${remedy.flag} ${typed(remedy.value)}`,
      onclick: () => take(remedy),
    },
    words[remedy.flag](remedy.value),
  );
}

export function told(kind: "error" | "warning" | "note", sentence: string, take: Take): HTMLElement {
  const remedies = remediesIn(sentence);
  return h(
    "div",
    { class: `told ${kind}`, role: kind === "error" ? "alert" : null },
    h(
      "p",
      {},
      kind === "note" ? "" : h("b", {}, kind === "error" ? "Not yet: " : "Beware: "),
      named(sentence),
    ),
    remedies.length > 0 &&
      h("div", { class: "remedies" }, ...remedies.map((remedy) => remedyButton(remedy, take))),
  );
}

/** Lines as the command line prints them: "note: ..." or "warning: ...". */
export function toldLine(line: string, take: Take): HTMLElement {
  const [, kind, sentence] = /^(note|warning): (.*)$/s.exec(line) ?? [null, "note", line];
  return told(kind as "note" | "warning", sentence, take);
}
