// A table on its way into the page: from a file, from the clipboard, from an example; unpacked here, since the program cannot.
import iris from "./examples/iris.csv";
import wine from "./examples/wine.csv";
import type { Engine } from "./engine";
import { Refusal } from "./bridge";

export interface Table {
  name: string;
  bytes: Uint8Array;
  /** Options that belong to it, for examples. */
  options?: string[];
}

/** Beyond this the text, its numbers and the fit together come near the 4 GB that a page's program can have. */
export const largest = 500_000_000;

const inWords = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
const quoted = (name: string) => (/^[\w.@%+=:,/-]+$/.test(name) ? name : `'${name.replace(/'/g, "'\\''")}'`);

export const commandInstead = (name: string) =>
  `scpp fit ${quoted(name)} --memory 2G --labels labels.csv --model model.scpp`;

function requireSize(name: string, size: number): void {
  if (size <= largest) return;
  throw new Refusal(
    `${name} holds ${inWords(size)}, more than the ${inWords(largest)} that a page can take; ` +
      `on the command line type: ${commandInstead(name)}`,
  );
}

async function unpacked(name: string, packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value);
      requireSize(name, (size += next.value.length));
    }
  } catch (problem) {
    if (problem instanceof Refusal) throw problem;
    throw new Refusal(`${name} is a damaged or truncated gzip file`);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export async function tableOf(file: File): Promise<Table> {
  requireSize(file.name, file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.startsWith("-") ? `./${file.name}` : file.name; // else it would be an option
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { name, bytes };
  return { name: name.replace(/\.gz$/i, ""), bytes: await unpacked(name, bytes) };
}

export const pasted = (text: string): Table => ({
  name: "pasted.csv",
  bytes: new TextEncoder().encode(text),
});

export interface Example {
  title: string;
  sentence: string;
  table: (engine: Engine) => Promise<Table>;
}

const written = (name: string, text: string, options: string[]) => async (): Promise<Table> => ({
  ...pasted(text),
  name,
  options,
});

/** Clusters of different width, each visible in a few columns only, under columns of noise. */
async function generated(engine: Engine): Promise<Table> {
  const name = "hidden.csv";
  await engine.call("generate", [
    ..."scales --rows 600 -k 6 --columns 40 --noise-columns 24 --separation 6 --class-column class -o".split(
      " ",
    ),
    name,
  ]);
  return { name, bytes: await engine.call("readFile", name), options: ["--truth", "class"] };
}

export const examples: Example[] = [
  {
    title: "Irises",
    sentence: "150 flowers of three species, 4 measurements each",
    table: written("iris.csv", iris, ["--truth", "species"]),
  },
  {
    title: "Wines",
    sentence: "178 wines of three growers, 13 chemical measurements each",
    table: written("wine.csv", wine, ["--truth", "grower"]),
  },
  {
    title: "Hidden clusters",
    sentence: "600 rows made up in this page: 6 clusters under 24 columns of noise",
    table: generated,
  },
];
