import type { EmbedOptions } from '@arbiter/ports';
import { BatchQueue, type Lane } from './batch-queue.js';
import type { EmbedCall } from './embed-call.js';
import { packBatch, settleBatch, type EncodedText } from './encoded-batch.js';
import type { InferenceThread } from './inference-thread.js';
import type { WorkerCalls } from './worker/worker-protocol.js';

/**
 * Tokens of a batch, padding included: one text of 256, or twenty questions. For chunks of 200 tokens, batches of 1 to 8
 * are equally fast (within the noise of 10 rounds in alternation); the longer ones only take more memory, share out less
 * evenly between threads, and let a query wait longer.
 */
export const MAX_BATCH_TOKENS = 256;

/**
 * Batches that wait before another thread starts. It takes half a second of a core to load its network, which pays where there
 * is more to do than one question or one short document asks for.
 */
export const WAITS_BEFORE_ANOTHER_THREAD = 8;

export interface BatchObservation {
  readonly kind: EmbedOptions['kind'];
  readonly texts: number;
  /** Of all texts, padding included. */
  readonly tokens: number;
}

export interface BatchRunnerOptions {
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
