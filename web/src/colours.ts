// Which colour each point of a plane has, for every way of colouring.
import { extent } from "d3-array";
import { cellOf } from "./density";
import { category, clusterColours, nodeColour, ramp, themeOf } from "./palette";
import type { Plane } from "./plane";
import type { State } from "./state";

const levels = 32;

export interface Colouring {
  palette: string[];
  index: Uint16Array;
}

function ramped(state: State, values: ArrayLike<number>): Colouring {
  const [low = 0, high = 1] = extent(Array.from(values).filter((v) => !Number.isNaN(v)));
  const scale = high > low ? (levels - 1) / (high - low) : 0;
  const palette = Array.from({ length: levels }, (_, i) => ramp(state, i / (levels - 1)));
  palette.push(themeOf(state).quiet);
  return {
    palette,
    index: Uint16Array.from(values, (v) => (Number.isNaN(v) ? levels : Math.round((v - low) * scale))),
  };
}

/** Density as ranks: the same number of points in each colour, so that one peak does not hide the rest. */
function ranked(values: Float64Array): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const ranks = new Float64Array(values.length);
  order.forEach((i, rank) => (ranks[i] = rank));
  return ranks;
}

function bySide(state: State, plane: Plane): Colouring {
  const { children } = state.report.nodes[plane.node];
  return {
    palette: children.map((child) => nodeColour(state, child)),
    index: Uint16Array.from(plane.sides()),
  };
}

function plain(state: State, plane: Plane): Colouring {
  const { points } = plane;
  if (state.colourBy === "split" && state.isSplit(plane.node)) return bySide(state, plane);
  const theme = themeOf(state);
  switch (state.colourBy) {
    case "truth": {
      const truth = state.report.sampleTruth!;
      return {
        palette: state.report.classes.map((_, i) => category(theme, i)),
        index: Uint16Array.from(points.sampled, (i) => truth[i]),
      };
    }
    case "density": {
      const density = plane.densityAtPoints();
      const at = Float64Array.from(
        plane.found[0],
        (x, i) => density[cellOf(x, plane.found[1][i], plane.box)],
      );
      return ramped(state, ranked(at));
    }
    case "column": {
      const values = state.report.values(state.colourColumn);
      return ramped(
        state,
        Float64Array.from(points.sampled, (i) => (values ? values[i] : NaN)),
      );
    }
    case "sureness":
      return ramped(
        state,
        Float64Array.from(points.sampled, (i) => state.report.probability![i]),
      );
    default:
      return {
        palette: clusterColours(state),
        index: Uint16Array.from(points.leaf, (leaf) => state.clustering.ofLeaf[leaf]),
      };
  }
}

/** `node`: whose rows are in colour when the plane is that of its parent; all others are grey. */
export function colouring(state: State, plane: Plane, node: number): Colouring {
  const { palette, index } = plain(state, plane);
  const grey = palette.length;
  const own = new Set(state.report.below[node]);
  const shown = (leaf: number) =>
    own.has(leaf) && (state.highlight === null || state.clustering.ofLeaf[leaf] === state.highlight);
  return {
    palette: [...palette, themeOf(state).quiet],
    index: index.map((colour, i) => (shown(plane.points.leaf[i]) ? colour : grey)),
  };
}

/** What the colours mean, for a legend. */
export function legend(state: State): { colour: string; text: string }[] {
  const theme = themeOf(state);
  switch (state.colourBy) {
    case "truth":
      return state.report.classes.map((text, i) => ({ colour: category(theme, i), text }));
    case "density":
      return ["sparse", "", "dense"].map((text, i) => ({ colour: ramp(state, i / 2), text }));
    case "sureness":
      return ["unsure", "", "sure"].map((text, i) => ({ colour: ramp(state, i / 2), text }));
    case "column": {
      const [low, high] = extent(state.report.values(state.colourColumn) ?? [0, 1]) as [number, number];
      return [low, (low + high) / 2, high].map((v, i) => ({
        colour: ramp(state, i / 2),
        text: String(Number(v.toPrecision(3))),
      }));
    }
    default:
      return clusterColours(state).map((colour, i) => ({ colour, text: state.clusterName(i) }));
  }
}
