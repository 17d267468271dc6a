// The report as elements, made from data alone: whoever shows it appends them.
import { ClusterTable } from "./clusters";
import { h, integer } from "./dom";
import { confusionPanel, heatPanel } from "./matrices";
import { NodeDialog } from "./node_dialog";
import type { Report } from "./report";
import { State } from "./state";
import { summary } from "./summary";
import { surenessPanel } from "./sureness";
import { toolbar } from "./toolbar";
import { TreeView } from "./tree";

function footer(report: Report): HTMLElement {
  const { sample, rows, program } = report.head;
  const drawn = report.sampleRows.length;
  const rule =
    drawn < rows
      ? `Drawn are ${integer(drawn)} of ${integer(rows)} rows: a node shows at most about ${integer(sample.limit)}, from each cluster below it in proportion to its size (5 at least), always the same ones. Counts, shares, means and scores are those of all rows.`
      : "All rows are drawn.";
  return h(
    "footer",
    {},
    h("p", {}, rule),
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
  const elements = [
    h("a", { class: "skip", href: "#main" }, "Skip to the clusters"),
    summary(state),
    toolbar(state),
    h(
      "main",
      { id: "main", tabindex: -1 },
      tree.element,
      surenessPanel(state),
      new ClusterTable(state, open).element,
      heatPanel(state),
      report.classes.length ? confusionPanel(state) : "",
    ),
    footer(report),
    dialog.element,
  ];
  return { state, elements, shown: () => tree.fit() };
}
