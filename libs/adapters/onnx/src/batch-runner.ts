import type { EmbedOptions } from '@arbiter/ports';
import { BatchQueue, type Lane } from './batch-queue.js';
import type { EmbedCall } from './embed-call.js';
import { packBatch, settleBatch, type EncodedText } from './encoded-batch.js';
import type { InferenceThread } from './inference-thread.js';
import { WHOLE_TOKENS } from './worker/token-forms.mjs';
import type { WorkerCalls } from './worker/worker-protocol.js';

/**
 * Tokens of a batch, padding included: two texts of 256, or forty questions. For chunks of 200 tokens, batches of 1 to 8
 * are equally fast on two cores (within the noise of 10 rounds in alternation); the longer ones only take more memory
 * and let a query wait longer.
 */
export const MAX_BATCH_TOKENS = 512;
/** Of what is compared: two passages. Shorter batches share out more evenly between threads, and cost no more. */
const MAX_COMPARED_TOKENS = 256;

export interface BatchObservation {
  readonly kind: EmbedOptions['kind'];
  readonly texts: number;
  /** Of all texts, padding included. */
  readonly tokens: number;
}

export interface BatchRunnerOptions {
  /** Runs every kind of batch, one at a time: as long as a query ever waits for documents. */
  readonly thread: InferenceThread<WorkerCalls>;
  /** Runs what is compared beside it; null where one core has to do. */
  readonly comparing: InferenceThread<WorkerCalls> | null;
  readonly dimensions: number;
  /** 0 for a model without token vectors. */
  readonly tokenDimensions: number;
  readonly onBatch: (batch: BatchObservation) => void;
}

interface Runner {
  readonly thread: InferenceThread<WorkerCalls>;
  readonly comparesOnly: boolean;
  running: boolean;
}

/**
 * Decides which texts go through which network next. What is compared and not kept has a queue of its own, since it goes
 * through another network; its products of bytes are too short to be shared by threads, so two threads take turns at its
 * batches where there are two cores.
 */
export class BatchRunner {
  readonly #embedded = new BatchQueue<EncodedText>(MAX_BATCH_TOKENS);
  readonly #compared = new BatchQueue<EncodedText>(MAX_COMPARED_TOKENS);
  readonly #runners: readonly Runner[];
  #held = 0;

  constructor(private readonly options: BatchRunnerOptions) {
    const { thread, comparing } = options;
    const main = { thread, comparesOnly: false, running: false };
    this.#runners = comparing ? [{ thread: comparing, comparesOnly: true, running: false }, main] : [main];
  }

  /** @param texts of one call */
  add(lane: Lane, texts: readonly EncodedText[]): void {
    const isCompared = texts[0]?.call.tokenForm === WHOLE_TOKENS;
    (isCompared ? this.#compared : this.#embedded).add(lane, texts);
  }

  /** The texts of the call wait no longer. */
  drop(...calls: readonly EmbedCall[]): void {
    for (const queue of [this.#embedded, this.#compared]) queue.keep(({ call }) => !calls.includes(call));
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
      const texts = this.#takeFor(runner);
      if (texts.length === 0) continue;
      runner.running = true;
      void this.#run(texts, runner.thread).finally(() => {
        runner.running = false;
        this.runNext();
      });
    }
  }

  #takeFor({ comparesOnly }: Runner): EncodedText[] {
    const { next } = this.#embedded;
    const embedsFirst = next !== null && (next !== 'document' || this.#compared.next === null);
    return !comparesOnly && embedsFirst ? this.#embedded.take() : this.#compared.take();
  }

  async #run(texts: readonly EncodedText[], thread: InferenceThread<WorkerCalls>): Promise<void> {
    const { dimensions, tokenDimensions, onBatch } = this.options;
    try {
      const { batch, transfer } = packBatch(texts);
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
      onBatch({ kind: batch.kind, texts: texts.length, tokens: longest * texts.length });
      settleBatch(texts, await thread.call('embed', batch, transfer), dimensions, tokenDimensions);
    } catch (error) {
      const failed = new Set(texts.map(({ call }) => call));
      // At once, or the next batch would hold what is left of them.
      this.drop(...failed);
      for (const call of failed) call.fail(error);
    }
  }
}
