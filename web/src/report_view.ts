// The report as elements, made from data alone: whoever shows it appends them.
import { ClusterTable } from "./clusters";
import { h, integer } from "./dom";
import { confusionPanel, heatPanel } from "./matrices";
import { NodeDialog } from "./node_dialog";
import type { Report } from "./report";
import { doubtfulPanel } from "./row_lists";
import { State } from "./state";
import { summary } from "./summary";
import { surenessPanel } from "./sureness";
import { toolbar } from "./toolbar";
import { TreeView } from "./tree";

function footer(report: Report): HTMLElement {
  const { sample, rows, weight, program } = report.head;
  const drawn = report.sampleRows.length;
  const rule =
    drawn < rows
      ? `The pictures draw ${integer(drawn)} of ${integer(rows)} rows: at most about ${integer(sample.limit)} in one picture, from each cluster in proportion to its size but never fewer than 5. Counts, shares, means and scores are those of all rows.`
      : "The pictures draw all rows.";
  const weights = weight === null ? "" : " Rows count by their weights: a row of weight 3 is three rows.";
  return h(
    "footer",
    {},
    h("p", {}, rule + weights),
    h("p", {}, `Made by ${program}. This file is complete: it needs no network.`),
  );
}

export interface ReportView {
  state: State;
  elements: HTMLElement[];
  /** To be called once the elements are in the document. */
  shown: () => void;
}

export function reportView(report: Report): ReportView {
  const state = new State(report);
  const dialog = new NodeDialog(state);
  const open = (node: number) => dialog.open(node);
  const tree = new TreeView(state, open);
  const sureness = [surenessPanel(state), doubtfulPanel(state)].filter((panel) => panel !== null);
  const elements = [
    h("a", { class: "skip", href: "#main" }, "Skip to the clusters"),
    summary(state),
    toolbar(state),
    h(
      "main",
      { id: "main", tabindex: -1 },
      new ClusterTable(state, open).element,
      tree.element,
      sureness.length > 0 && h("div", { class: "pair" }, ...sureness),
      heatPanel(state),
      report.classes.length ? confusionPanel(state) : "",
    ),
    footer(report),
    dialog.element,
  ];
  return { state, elements, shown: () => tree.place() };
}
