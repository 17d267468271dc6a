// The page of one report: reads its data, shows it, follows the reader's theme.
import { h } from "./dom";
import { readReport } from "./report";
import { reportView } from "./report_view";
import type { State } from "./state";
import { installTips } from "./tooltip";

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
  const view = reportView(report);
  watchTheme(view.state);
  document.body.append(...view.elements);
  installTips();
  view.shown();
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
