import type { EmbedOptions } from '@arbiter/ports';
import { BatchQueue, type Lane, type WaitingText } from './batch-queue.js';
import type { InferenceThread } from './inference-thread.js';
import type { Batch, EmbeddedBatch, WorkerCalls } from './worker/thread-protocol.js';

/**
 * Tokens of a batch, padding included: one text of 256, or twenty questions. For chunks of 200 tokens, batches of 1 to 8
 * are equally fast (within the noise of 10 rounds in alternation); the longer ones only take more memory, share out less
 * evenly between threads, and let a query wait longer.
 */
export const MAX_BATCH_TOKENS = 256;

/**
 * Batches that wait before another thread starts. A thread needs half a second of a core to load its network. That pays
 * off for more work than one question or one short document.
 */
export const WAITS_BEFORE_ANOTHER_THREAD = 8;

export interface BatchObservation {
  readonly kind: EmbedOptions['kind'];
  readonly texts: number;
  /** Of all texts, padding included. */
  readonly tokens: number;
}

interface BatchRunnerOptions {
  /** Each runs one batch at a time. */
  readonly threads: readonly InferenceThread<WorkerCalls>[];
  readonly dimensions: number;
  readonly onBatch: (batch: BatchObservation) => void;
}

interface Runner {
  readonly thread: InferenceThread<WorkerCalls>;
  running: boolean;
  /** Whether it has had a batch, and so has loaded its network. */
  started: boolean;
}

/** Decides which texts go through the network next, and in which of its threads. */
export class BatchRunner {
  readonly #waiting = new BatchQueue<EncodedText>(MAX_BATCH_TOKENS);
  readonly #runners: readonly Runner[];
  #held = 0;
  /** How often a batch has waited though a thread that has not started could have taken it. */
  #waits = 0;

  constructor(private readonly options: BatchRunnerOptions) {
    this.#runners = options.threads.map((thread, index) => ({ thread, running: false, started: index === 0 }));
  }

  /** @param texts of one call */
  add(lane: Lane, texts: readonly EncodedText[]): void {
    this.#waiting.add(lane, texts);
  }

  /** The texts of the call wait no longer. */
  drop(...calls: readonly EmbedCall[]): void {
    this.#waiting.keep(({ call }) => !calls.includes(call));
  }

  /** Nothing new begins until as many releases: queries whose tokens are on their way go first, and together. */
  hold(): void {
    this.#held += 1;
  }

  release(): void {
    this.#held -= 1;
    this.runNext();
  }

  runNext(): void {
    if (this.#held > 0) return;
    for (const runner of this.#runners) {
      if (runner.running) continue;
      if (this.#waiting.next === null) return;
      if (!runner.started && (this.#waits += 1) <= WAITS_BEFORE_ANOTHER_THREAD) return;
      const texts = this.#waiting.take();
      runner.running = true;
      runner.started = true;
      void this.#run(texts, runner.thread).finally(() => {
        runner.running = false;
        this.runNext();
      });
    }
  }

  async #run(texts: readonly EncodedText[], thread: InferenceThread<WorkerCalls>): Promise<void> {
    const { dimensions, onBatch } = this.options;
    try {
      const { batch, transfer } = packBatch(texts);
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
      onBatch({ kind: texts[0]?.call.kind ?? 'document', texts: texts.length, tokens: longest * texts.length });
      settleBatch(texts, await thread.call('embed', batch, transfer), dimensions);
    } catch (error) {
      const failed = new Set(texts.map(({ call }) => call));
      // At once, or the next batch would hold what is left of them.
      this.drop(...failed);
      for (const call of failed) call.fail(error);
    }
  }
}

/** Where the tokens of a text stand in it, one of each; −1 for special ones, empty when not asked for. */
interface Offsets {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** What the network made of a text. */
export interface EmbeddedText {
  /** Unit length. */
  readonly vector: Float32Array;
  /** Vectors of the pieces, special ones included, of unit length, one after the other; empty when none were wanted. */
  readonly pieces: Float32Array;
  readonly offsets: Offsets;
}

/** The texts of one call of the embedder, and what has become of them. */
export class EmbedCall {
  readonly done: Promise<readonly EmbeddedText[]>;
  readonly #embedded: EmbeddedText[] = [];
  #missing: number;
  #resolve: (embedded: readonly EmbeddedText[]) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  /** @param texts of the call, ≥ 1 */
  constructor(
    texts: number,
    readonly kind: EmbedOptions['kind'],
    /** Whether the vectors of the pieces are wanted, too. */
    readonly withPieces: boolean,
  ) {
    this.#missing = texts;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller that has gone does not hear of a failure.
    this.done.catch(() => undefined);
  }

  /** @param position of the text in the call; each is settled once */
  settle(position: number, embedded: EmbeddedText): void {
    this.#embedded[position] = embedded;
    this.#missing -= 1;
    if (this.#missing === 0) this.#resolve(this.#embedded);
  }

  fail(reason: unknown): void {
    this.#reject(reason);
  }
}

/** A text as token ids, and where its vector goes. */
export interface EncodedText extends WaitingText {
  readonly call: EmbedCall;
  /** Of the text in its call. */
  readonly position: number;
  readonly ids: Int32Array;
  readonly offsets: Offsets;
}

/**
 * @param texts of one kind, ≥ 1
 * @returns the batch to send to the thread, and the buffers of it to hand over
 */
function packBatch(texts: readonly EncodedText[]): { batch: Batch; transfer: ArrayBuffer[] } {
  const lengths = Int32Array.from(texts, ({ length }) => length);
  const ids = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  for (const text of texts) {
    ids.set(text.ids, start);
    start += text.length;
  }
  const withPieces = Uint8Array.from(texts, ({ call }) => Number(call.withPieces));
  return { batch: { ids, lengths, withPieces }, transfer: [ids.buffer, lengths.buffer, withPieces.buffer] };
}

/**
 * Gives every text its part of what came back: its vector as a copy, so that one that is kept does not keep the whole batch;
 * its pieces as a view: they are large, and are kept or dropped with those beside them.
 *
 * @param texts that the batch was packed from
 */
function settleBatch(texts: readonly EncodedText[], { vectors, pieces }: EmbeddedBatch, dimensions: number): void {
  let start = 0;
  texts.forEach(({ call, position, offsets, length }, index) => {
    const end = call.withPieces ? start + length * dimensions : start;
    call.settle(position, {
      vector: new Float32Array(vectors.subarray(index * dimensions, (index + 1) * dimensions)),
      pieces: pieces.subarray(start, end),
      offsets,
    });
    start = end;
  });
}
