// One feature in every cluster, as box plots.
import { scaleLinear } from "d3-scale";
import { short } from "./dom";
import type { Picture } from "./export";
import { clusterColour, themeOf } from "./palette";
import type { State } from "./state";

const mostBoxes = 24;
/** A box whose quartiles fall together is still drawn, so wide; a median needs room inside the box. */
const narrowest = 4;

/** `at`: place of the column in the profile. The cluster asked for stands out; of many clusters the first are shown. */
export function boxPicture(state: State, at: number, cluster: number): Picture {
  const { report } = state;
  const { profile } = report.head;
  const quantiles = report.array(profile.quantiles);
  const columns = report.array(profile.columns);
  const levels = profile.quantileLevels.length;
  const five = (node: number) =>
    Array.from(
      quantiles.subarray((node * columns.length + at) * levels, (node * columns.length + at + 1) * levels),
    );
  const all = state.clustering.nodes.map((node, i) => ({ five: five(node), i }));
  const boxes =
    all.length <= mostBoxes
      ? all
      : [all[cluster], ...all.filter(({ i }) => i !== cluster).slice(0, mostBoxes - 1)];
  const [whole, row] = [300, 15];
  return {
    title: `${report.columnName(columns[at])} in every cluster`,
    size: () => ({ width: whole, height: boxes.length * row + 24 }),
    draw: (painter) => {
      const theme = themeOf(state);
      const low = Math.min(...boxes.map((box) => box.five[0])),
        high = Math.max(...boxes.map((box) => box.five[levels - 1]));
      const x = scaleLinear([low, high > low ? high : low + 1], [28, whole - 10]).nice(4);
      const bottom = boxes.length * row + 4;
      for (const tick of x.ticks(4)) {
        painter.path(
          [
            [x(tick), 0],
            [x(tick), bottom],
          ],
          { stroke: theme.grid },
        );
        painter.text(x(tick), bottom + 14, short(tick), { size: 11, anchor: "middle", colour: theme.soft });
      }
      boxes.forEach(({ five: [p5, p25, p50, p75, p95], i }, place) => {
        const y = place * row + row / 2 + 2;
        const opacity = i === cluster ? 1 : 0.4;
        const colour = clusterColour(state, i);
        const tip = `${state.clusterName(i)}: median ${short(p50)}, middle half ${short(p25)} to ${short(p75)}`;
        painter.path(
          [
            [x(p5), y],
            [x(p95), y],
          ],
          { stroke: colour, width: 1.5, opacity },
        );
        const width = Math.max(narrowest, x(p75) - x(p25));
        painter.rect(Math.min(x(p25), x.range()[1] - width), y - 5, width, 10, {
          fill: colour,
          radius: 2,
          opacity,
          tip,
        });
        if (width > 2 * narrowest)
          painter.path(
            [
              [x(p50), y - 5],
              [x(p50), y + 5],
            ],
            { stroke: theme.panel, width: 2 },
          );
        painter.text(22, y + 4, String(i), {
          size: 11,
          anchor: "end",
          colour: i === cluster ? theme.text : theme.soft,
          weight: i === cluster ? 700 : 400,
        });
      });
    },
  };
}
