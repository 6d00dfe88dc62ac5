import { noTokenVectors, type EmbedOptions, type Embedder, type TokenEmbeddings } from '@arbiter/ports';
import { BatchQueue, type WaitingText } from './batch-queue.js';
import type { EmbeddingModel } from './embedding-model.js';
import { InferenceThread } from './inference-thread.js';
import { abortReason, untilAborted } from './until-aborted.js';

/**
 * Tokens of a batch, padding included: two texts of 256, or forty questions. For chunks of 200 tokens, batches of 1 to 8
 * are equally fast on two cores (within the noise of 10 rounds in alternation); the longer ones only take more memory
 * and let a query wait longer.
 */
export const MAX_BATCH_TOKENS = 512;

/** Characters that the thread turns into tokens before it looks for other work: some 50 ms. */
const SLICE_CHARACTERS = 200_000;

export interface OnnxEmbedderOptions {
  readonly model: EmbeddingModel;
  /** Threads that share one matrix product, ≥ 1. */
  readonly threads: number;
  /** The worker's module; another one than the default only in tests. */
  readonly entry?: URL;
}

/** The texts of one `embed`, and what has become of them. */
interface EmbedCall {
  readonly done: Promise<readonly Float32Array[]>;
  readonly vectors: Float32Array[];
  missing: number;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (reason: unknown) => void;
}

interface EncodedText extends WaitingText {
  readonly call: EmbedCall;
  readonly position: number;
  readonly ids: Int32Array;
}

/**
 * A sentence encoder in a worker thread, so that the event loop stays free. Here is decided what runs next; the thread
 * does one batch at a time, which is as long as a query ever waits for documents.
 */
export class OnnxEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly tokenDimensions = null;
  readonly maxTokens: number;
  readonly #thread: InferenceThread;
  readonly #queue = new BatchQueue<EncodedText>(MAX_BATCH_TOKENS);
  #running = false;
  #queriesBeingEncoded = 0;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor({
    model,
    threads,
    entry = new URL('./worker/embedding.worker.mjs', import.meta.url),
  }: OnnxEmbedderOptions) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be 1 or more, got ${threads}`);
    this.model = model.name;
    this.dimensions = model.dimensions;
    this.maxTokens = model.maxTokens;
    this.#thread = new InferenceThread({ model, threads, entry });
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    if (signal.aborted) throw abortReason(signal);
    if (texts.length === 0) return [];
    const call = openCall(texts.length);
    if (kind === 'query') this.#queriesBeingEncoded += 1;
    try {
      const encoded = await this.#encode(texts, signal);
      this.#queue.add(
        kind,
        encoded.map((ids, position) => ({ call, position, ids, length: ids.length })),
      );
    } finally {
      if (kind === 'query') this.#queriesBeingEncoded -= 1;
      this.#runNextBatch();
    }
    try {
      return await untilAborted(call.done, signal);
    } finally {
      this.#queue.keep((text) => text.call !== call);
    }
  }

  embedWithTokens<K extends EmbedOptions['kind']>(): Promise<readonly TokenEmbeddings[K][]> {
    return Promise.reject(noTokenVectors(this.model));
  }

  async countTokens(texts: readonly string[]): Promise<readonly number[]> {
    const counts: number[] = [];
    for (const slice of slices(texts)) counts.push(...(await this.#thread.call('count', { texts: slice })));
    return counts;
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.embed(['warm'], { kind: 'query', signal });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** In slices, so that the token ids of a query never wait for those of a thousand documents. */
  async #encode(texts: readonly string[], signal: AbortSignal): Promise<Int32Array[]> {
    const encoded: Int32Array[] = [];
    for (const slice of slices(texts)) {
      const { ids, lengths } = await untilAborted(this.#thread.call('encode', { texts: slice }), signal);
      let start = 0;
      for (const length of lengths) encoded.push(ids.subarray(start, (start += length)));
    }
    return encoded;
  }

  /** Waits for queries whose tokens are on their way: they go first, and together. */
  #runNextBatch(): void {
    if (this.#running || this.#queriesBeingEncoded > 0) return;
    const batch = this.#queue.take();
    if (batch.length === 0) return;
    this.#running = true;
    void this.#run(batch).finally(() => {
      this.#running = false;
      this.#runNextBatch();
    });
  }

  async #run(batch: readonly EncodedText[]): Promise<void> {
    try {
      const lengths = Int32Array.from(batch, ({ length }) => length);
      const ids = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
      let start = 0;
      for (const text of batch) {
        ids.set(text.ids, start);
        start += text.length;
      }
      const vectors = await this.#thread.call('embed', { ids, lengths }, [ids.buffer, lengths.buffer]);
      batch.forEach(({ call, position }, index) => {
        // Copied, so that one vector that is kept does not keep the whole batch.
        const start = index * this.dimensions;
        call.vectors[position] = new Float32Array(vectors.subarray(start, start + this.dimensions));
        call.missing -= 1;
        if (call.missing === 0) call.resolve(call.vectors);
      });
    } catch (error) {
      const failed = new Set(batch.map(({ call }) => call));
      // At once, or the next batch would hold what is left of them.
      this.#queue.keep(({ call }) => !failed.has(call));
      for (const call of failed) call.reject(error);
    }
  }
}

function openCall(texts: number): EmbedCall {
  let resolve: EmbedCall['resolve'] = () => undefined;
  let reject: EmbedCall['reject'] = () => undefined;
  const done = new Promise<readonly Float32Array[]>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { done, vectors: [], missing: texts, resolve, reject };
}

/** Runs of texts of at most {@link SLICE_CHARACTERS}, a longer text by itself. */
function* slices(texts: readonly string[]): Generator<string[]> {
  let slice: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (slice.length > 0 && characters + text.length > SLICE_CHARACTERS) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(text);
    characters += text.length;
  }
  if (slice.length > 0) yield slice;
}
