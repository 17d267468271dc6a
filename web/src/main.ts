// Puts the page together.
import { ClusterTable } from "./clusters";
import { h, integer } from "./dom";
import { confusionPanel, heatPanel } from "./matrices";
import { NodeDialog } from "./node_dialog";
import type { Report } from "./report";
import { readReport } from "./report";
import { State } from "./state";
import { summary } from "./summary";
import { surenessPanel } from "./sureness";
import { toolbar } from "./toolbar";
import { installTips } from "./tooltip";
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

function watchTheme(state: State): void {
  const apply = () => (document.documentElement.dataset.theme = state.theme);
  apply();
  state.onChange((change) => change === "theme" && apply());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) =>
    state.setTheme(event.matches ? "dark" : "light"),
  );
  let before = state.theme;
  addEventListener("beforeprint", () => {
    before = state.theme;
    if (before === "dark") state.setTheme("light");
  });
  addEventListener("afterprint", () => {
    if (before === "dark") state.setTheme("dark");
  });
}

function start(): void {
  const report = readReport();
  document.title = `${report.head.title} · scpp report`;
  const state = new State(report);
  watchTheme(state);
  const dialog = new NodeDialog(state);
  const open = (node: number) => dialog.open(node);
  const tree = new TreeView(state, open);
  const bar = toolbar(state);
  document.body.append(
    h("a", { class: "skip", href: "#main" }, "Skip to the tree"),
    summary(state),
    bar,
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
  );
  installTips();
  tree.fit();
  requestAnimationFrame(() => {
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  });
}

try {
  start();
} catch (problem) {
  document.body.append(
    h("main", {}, h("h1", {}, "This report cannot be shown"), h("p", {}, String(problem))),
  );
  throw problem;
}
