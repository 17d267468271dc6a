// The program in WebAssembly (apps/browser.cpp), as typed calls. Knows nothing of pages and workers, so that it is tested in node.

/** What emscripten's loader gives. */
interface Program {
  HEAPU8: Uint8Array;
  FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
    readdir(path: string): string[];
    unlink(path: string): void;
    mkdir(path: string): void;
    chdir(path: string): void;
  };
  _malloc(size: number): number;
  _free(at: number): void;
  _scpp_answer(): number;
  _scpp_answer_size(): number;
  _scpp_read(words: number, size: number): number;
  _scpp_columns(words: number, size: number): number;
  _scpp_open(words: number, size: number): number;
  _scpp_generate(words: number, size: number): number;
  _scpp_use(bytes: number, size: number): number;
  _scpp_fit(): number;
  _scpp_split(edits: number, cluster: number): number;
  _scpp_row(what: number): number;
  _scpp_model(edits: number): number;
  _scpp_labels(edits: number, scores: number): number;
  _scpp_report(edits: number): number;
}

export type Loader = (given: object) => Promise<Program>;

export interface Facts {
  rows: number;
  columns: number;
  rowsInFile: number;
  names: string[];
  classes: string[];
}

export interface Column {
  /** Its place in the file, counted from 0. */
  position: number;
  name: string;
  kind: "number" | "text";
}

export interface Progress {
  stage: string;
  rows: number;
  found: number;
  wanted: number;
  evaluations: number;
}

export interface Row {
  row: number;
  label: number;
  values: (number | null)[];
  /** Of its cluster; how far out it lies; the likeliest other cluster, or -1. Models of old have none of these. */
  probability?: number;
  outlier?: number;
  other?: number;
  class?: string;
  /** Its cell in the column of --id. */
  id?: string;
}

/** What the program says no to, in its own sentence. */
export class Refusal extends Error {}

export class Bridge {
  /** Notes and warnings since they were last taken, as the command line prints them. */
  private said: string[] = [];

  private constructor(private readonly program: Program) {}

  static async load(
    load: Loader,
    wasm: WebAssembly.Module,
    progress: (now: Progress) => void,
  ): Promise<Bridge> {
    const said: string[] = [];
    const program = await load({
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(wasm, imports);
        done(instance);
        return instance.exports;
      },
      print: () => {},
      printErr: (line: string) => said.push(line),
      onProgress: (stage: string, rows: number, found: number, wanted: number, evaluations: number) =>
        progress({ stage, rows, found, wanted, evaluations }),
    });
    program.FS.mkdir("/tables");
    program.FS.chdir("/tables");
    const bridge = new Bridge(program);
    bridge.said = said;
    return bridge;
  }

  writeFile(name: string, bytes: Uint8Array): void {
    this.program.FS.writeFile(name, bytes);
  }
  readFile(name: string): Uint8Array {
    return this.program.FS.readFile(name);
  }
  removeFiles(): void {
    for (const name of this.program.FS.readdir("."))
      if (name !== "." && name !== "..") this.program.FS.unlink(name);
  }
  takeSaid(): string[] {
    return this.said.splice(0);
  }

  /** `words` are those of `scpp fit`. */
  read(words: string[]): Facts {
    return this.parsed(this.withBytes(joined(words), this.program._scpp_read));
  }
  columns(words: string[]): Column[] {
    return this.parsed(this.withBytes(joined(words), this.program._scpp_columns));
  }
  /** `words` are those of `scpp report`: a model's file, and rows for it. */
  open(words: string[]): Facts {
    return this.parsed(this.withBytes(joined(words), this.program._scpp_open));
  }
  /** `words` are those of `scpp generate`. */
  generate(words: string[]): void {
    this.withBytes(joined(words), this.program._scpp_generate);
  }
  /** The bytes of the model. */
  fit(): Uint8Array {
    return this.answer(this.program._scpp_fit());
  }
  use(model: Uint8Array): void {
    this.withBytes(model, this.program._scpp_use);
  }
  /** The edited model with one of its clusters cut in two. */
  split(edits: string, cluster: number): Uint8Array {
    return this.withText(edits, (at) => this.program._scpp_split(at, cluster));
  }
  /** By its id, where --id names a column of them, else by its number, counted from 1. */
  row(what: string): Row {
    return this.parsed(this.withText(what, this.program._scpp_row));
  }
  /** `edits` is what a report exports, or "" for the model as it is; here and below. */
  model(edits: string): Uint8Array {
    return this.withText(edits, this.program._scpp_model);
  }
  labels(edits: string, scores: boolean): Uint8Array {
    return this.withText(edits, (at) => this.program._scpp_labels(at, Number(scores)));
  }
  report(edits: string): Uint8Array {
    return this.withText(edits, this.program._scpp_report);
  }

  private withBytes(bytes: Uint8Array, call: (at: number, size: number) => number): Uint8Array {
    const at = this.program._malloc(Math.max(1, bytes.length));
    if (!at) throw new Refusal("there is not enough memory");
    this.program.HEAPU8.set(bytes, at);
    try {
      return this.answer(call(at, bytes.length));
    } finally {
      this.program._free(at);
    }
  }
  private withText(text: string, call: (at: number) => number): Uint8Array {
    return this.withBytes(joined([text]), call);
  }
  private answer(there: number): Uint8Array {
    const at = this.program._scpp_answer();
    const bytes = this.program.HEAPU8.slice(at, at + this.program._scpp_answer_size());
    if (!there) throw new Refusal(new TextDecoder().decode(bytes));
    return bytes;
  }
  private parsed<T>(answer: Uint8Array): T {
    return JSON.parse(new TextDecoder().decode(answer)) as T;
  }
}

/** Each word ends with a zero byte. */
const joined = (words: string[]) => new TextEncoder().encode(words.map((word) => `${word}\0`).join(""));
