// What is wished for, as words of the command line: the page has no options of its own.

export interface Wish {
  clusters: string;
  truth: string;
  missing: string;
  /** Anything else, as it would be typed. */
  more: string;
}

export const firstWish = (): Wish => ({ clusters: "auto", truth: "", missing: "error", more: "" });

/** As a shell parts a line: blanks part words, quotes keep them together. */
export function parted(line: string): string[] {
  const words: string[] = [];
  for (const [, double, single, plain] of line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g))
    words.push(double ?? single ?? plain);
  return words;
}

export const typed = (word: string) =>
  /^[\w.@%+=:,/-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;

/** How the table is read. */
function reading(wish: Wish): string[] {
  return [
    ...(wish.truth ? ["--truth", wish.truth] : []),
    ...(wish.missing !== "error" ? ["--missing", wish.missing] : []),
    ...parted(wish.more),
  ];
}

export const fitWords = (name: string, wish: Wish) => [name, "-k", wish.clusters || "auto", ...reading(wish)];
export const openWords = (model: string, name: string, wish: Wish) => [model, name, ...reading(wish)];

export const command = (name: string, wish: Wish) =>
  ["scpp", "fit", ...fitWords(name, wish), "--labels", "labels.csv", "--model", "model.scpp"]
    .map(typed)
    .join(" ");

/** The wish with an option that a sentence of the program names. */
export function withOption(wish: Wish, flag: string, value: string): Wish {
  if (flag === "truth" || flag === "missing") return { ...wish, [flag]: value };
  return { ...wish, more: `${wish.more} --${flag} ${typed(value)}`.trim() };
}

export interface Remedy {
  flag: string;
  value: string;
}

const offered = ["truth", "drop", "text", "header", "missing", "na-values"];

/** The options that a sentence names, each ready to be taken. */
export function remediesIn(sentence: string): Remedy[] {
  const found: Remedy[] = [];
  for (const [, flag, quoted, plain] of sentence.matchAll(/--([a-z-]+) (?:'([^']*)'|([^\s;]+))/g)) {
    const value = quoted ?? plain.replace(/,$/, "");
    if (!offered.includes(flag) || value === "...") continue;
    if (flag === "missing" && sentence.includes("median"))
      found.push(...["mean", "median", "drop-row", "drop-column"].map((rule) => ({ flag, value: rule })));
    else found.push({ flag, value });
  }
  return found.filter((a, i) => found.findIndex((b) => a.flag === b.flag && a.value === b.value) === i);
}
