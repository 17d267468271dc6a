// A session as a file: the table, the model, and all that was entered.
import { Refusal } from "./bridge";
import type { Moment } from "./history";
import type { Table } from "./table";
import type { Wish } from "./words";

export interface Session {
  table: Table;
  wish: Wish;
  model: Uint8Array;
  /** The model came from a file, not from a fit of this table. */
  opened: boolean;
  edits: Omit<Moment, "version">;
}

const format = "scpp-session";

async function through(bytes: Uint8Array, change: TransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(change);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
async function packed(bytes: Uint8Array): Promise<string> {
  const small = await through(bytes, new CompressionStream("gzip"));
  let text = "";
  for (let i = 0; i < small.length; i += 32768) text += String.fromCharCode(...small.subarray(i, i + 32768));
  return btoa(text);
}
function unpacked(text: string): Promise<Uint8Array> {
  return through(
    Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
    new DecompressionStream("gzip"),
  );
}

export async function sessionText({ table, wish, model, opened, edits }: Session): Promise<string> {
  return JSON.stringify({
    format,
    version: 1,
    name: table.name,
    wish,
    opened,
    edits,
    table: await packed(table.bytes),
    model: await packed(model),
  });
}

export const isSession = (bytes: Uint8Array) =>
  new TextDecoder().decode(bytes.subarray(0, 40)).startsWith(`{"format":"${format}"`);
const modelMagic = [0x53, 0x43, 0x50, 0x50, 0x0d, 0x0a];
export const isModel = (bytes: Uint8Array) => modelMagic.every((byte, i) => bytes[i] === byte);

export async function sessionIn(name: string, bytes: Uint8Array): Promise<Session> {
  try {
    const read = JSON.parse(new TextDecoder().decode(bytes));
    if (read.version !== 1)
      throw new Refusal(`${name} is of version ${read.version}; this page reads version 1`);
    const table = { name: String(read.name), bytes: await unpacked(read.table) };
    return {
      table,
      wish: read.wish,
      opened: read.opened,
      edits: read.edits,
      model: await unpacked(read.model),
    };
  } catch (problem) {
    if (problem instanceof Refusal) throw problem;
    throw new Refusal(`${name} is a damaged session: it cannot be opened`);
  }
}
