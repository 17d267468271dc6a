// Colours. Categories are Okabe and Ito's colours, lengthened by Tol's; both stay apart for colour-blind readers.
// Clusters are also numbered in every picture, so colour is never the only sign.
import { interpolateCividis, interpolateRdBu } from "d3-scale-chromatic";
import type { State } from "./state";

export interface Theme {
  page: string;
  panel: string;
  text: string;
  soft: string;
  line: string;
  grid: string;
  frame: string;
  quiet: string;
  accent: string;
  halo: string;
  categories: string[];
}

const light: Theme = {
  page: "#f6f5f1",
  panel: "#ffffff",
  text: "#1d2430",
  soft: "#566072",
  line: "#d9d9d2",
  grid: "#ecebe5",
  frame: "#8a93a3",
  quiet: "#c9ccd2",
  accent: "#0b5fa5",
  halo: "#ffffff",
  categories: [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e0a100",
    "#56b4e9",
    "#882255",
    "#7f8c1f",
    "#44378f",
    "#8c5a2b",
    "#5c6670",
    "#e377a0",
  ],
};
const dark: Theme = {
  page: "#11151c",
  panel: "#191f29",
  text: "#e9edf3",
  soft: "#a3aebf",
  line: "#323b49",
  grid: "#252d39",
  frame: "#77839a",
  quiet: "#465062",
  accent: "#6db8f2",
  halo: "#191f29",
  categories: [
    "#3d9be0",
    "#ff8238",
    "#1fc79a",
    "#e59cc6",
    "#f2c230",
    "#8fd3f7",
    "#d0679d",
    "#b5c348",
    "#9b8df0",
    "#c9915c",
    "#a9b4c0",
    "#ffb3cf",
  ],
};

export const themeOf = (state: State): Theme => (state.theme === "dark" ? dark : light);

/** Beyond the named colours: hues by the golden angle in three lightnesses. */
export function category(theme: Theme, i: number): string {
  if (i < theme.categories.length) return theme.categories[i];
  const lightness = (theme === dark ? [62, 74, 52] : [42, 55, 33])[i % 3];
  return `hsl(${((i * 137.508) % 360).toFixed(1)} ${i % 2 ? 55 : 75}% ${lightness}%)`;
}

/** A node wears the colour of the largest leaf in it, so colours stay when the cut moves. */
export function nodeColour(state: State, node: number): string {
  const { report } = state;
  const largest = report.below[node].reduce((best, label) =>
    report.nodes[report.leaves[label]].rows > report.nodes[report.leaves[best]].rows ? label : best,
  );
  return category(themeOf(state), largest);
}

export const clusterColour = (state: State, cluster: number) =>
  nodeColour(state, state.clustering.nodes[cluster]);

export const clusterColours = (state: State) =>
  state.clustering.nodes.map((_, cluster) => clusterColour(state, cluster));

/** Red, green and blue of a colour written as #rrggbb, in [0, 1]. */
const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);

/** Relative luminance as in WCAG 2. */
const luminance = (rgb: number[]) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => {
    const c = rgb[i];
    return sum + share * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  }, 0);

/** Letters that can be read on a colour laid over a panel: the theme's own, or those of the panel. */
export function lettersOn(theme: Theme, fill: string, opacity: number): string {
  const [top, below] = [channels(fill), channels(theme.panel)];
  const ground = luminance(top.map((c, i) => opacity * c + (1 - opacity) * below[i]));
  const contrast = (colour: string) => {
    const other = luminance(channels(colour));
    return (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05);
  };
  return contrast(theme.text) >= contrast(theme.panel) ? theme.text : theme.panel;
}

/** Low to high. In the dark the ramp starts above the page's own darkness. */
export function ramp(state: State, t: number): string {
  return interpolateCividis(state.theme === "dark" ? 0.25 + 0.75 * t : 0.92 * t);
}

/** -1 .. 1: blue is low, red is high; in the dark the middle is dark. */
export function diverging(state: State, t: number): string {
  const at = Math.max(-1, Math.min(1, t));
  if (state.theme === "light") return interpolateRdBu(0.5 - 0.46 * at);
  const [r, g, b] = at < 0 ? [84, 163, 236] : [236, 112, 84];
  const share = Math.abs(at);
  const mix = (from: number, to: number) => Math.round(from + (to - from) * share);
  return `rgb(${mix(37, r)} ${mix(45, g)} ${mix(57, b)})`;
}
