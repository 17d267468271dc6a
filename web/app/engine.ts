// The worker as the page sees it: calls that are promises, a stop that always works, and a new worker after every end.
import type { Bridge, Progress } from "./bridge";
import { Refusal } from "./bridge";
import type { Call, Reply, Request } from "./protocol";

/** The user asked for it. */
export class Stopped extends Error {}
/** The program broke down: a fault of ours, or too little memory. */
export class Crash extends Error {}

interface Waiting {
  done: (result: never) => void;
  failed: (problem: Error) => void;
}

export class Engine {
  onProgress: (now: Progress) => void = () => {};
  /** Notes and warnings of the last call. */
  said: string[] = [];
  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(
    private readonly source: () => string,
    private readonly wasm: Promise<WebAssembly.Module>,
  ) {}

  /** Also called early, so that the first table finds a worker that is ready. */
  start(): Promise<void> {
    return (this.ready ??= this.started());
  }

  private async started(): Promise<void> {
    const wasm = await this.wasm;
    const address = URL.createObjectURL(new Blob([this.source()], { type: "text/javascript" }));
    const worker = (this.worker = new Worker(address));
    const loaded = new Promise<void>((done, failed) => {
      worker.onmessage = ({ data: reply }: MessageEvent<Reply>) =>
        reply.kind === "ready" ? done() : this.take(reply);
      worker.onerror = (event) => {
        failed(new Crash(event.message));
        this.end(new Crash(event.message));
      };
    });
    this.post({ kind: "load", wasm });
    await loaded;
    URL.revokeObjectURL(address);
  }

  private post(request: Request): void {
    this.worker?.postMessage(request);
  }

  private take(reply: Exclude<Reply, { kind: "ready" }>): void {
    if (reply.kind === "progress") return this.onProgress(reply.now);
    const { done, failed } = this.waiting.get(reply.number)!;
    this.waiting.delete(reply.number);
    this.said = reply.said;
    if (reply.kind === "done") return done(reply.result as never);
    if (reply.refusal) return failed(new Refusal(reply.sentence));
    failed(new Crash(reply.sentence));
    this.end(new Crash(reply.sentence));
  }

  async call<Name extends Call>(
    name: Name,
    ...given: Parameters<Bridge[Name]>
  ): Promise<ReturnType<Bridge[Name]>> {
    await this.start();
    return new Promise((done, failed) => {
      const number = this.next++;
      this.waiting.set(number, { done, failed });
      this.post({ kind: "call", number, name, with: given });
    });
  }

  /** Whatever runs is over; the next call meets a new worker that holds nothing. */
  private end(problem: Error): void {
    this.worker?.terminate();
    this.worker = this.ready = null;
    for (const { failed } of this.waiting.values()) failed(problem);
    this.waiting.clear();
  }
  stop(): void {
    this.end(new Stopped("stopped"));
  }
  get isNew(): boolean {
    return this.ready === null;
  }
}
