import {
  noTokenVectors,
  quantiseTokenValues,
  type EmbedOptions,
  type Embedder,
  type TextEncoding,
  type TokenEmbeddings,
  type TokenMatrix,
} from '@arbiter/ports';
import { STOP_WORDS } from '@arbiter/text';
import { BatchQueue, type Lane } from './batch-queue.js';
import { describeModelProblem } from './describe-model-problem.js';
import { EmbedCall, type EmbeddedText } from './embed-call.js';
import type { EmbeddingModel } from './embedding-model.js';
import { packBatch, settleBatch, type EncodedText } from './encoded-batch.js';
import { InferenceThread } from './inference-thread.js';
import { sliceTexts } from './slice-texts.js';
import { abortReason, untilAborted } from './until-aborted.js';
import { NO_TOKENS, PROJECTED_TOKENS, WHOLE_TOKENS } from './worker/token-forms.mjs';
import type { WorkerCalls, WorkerSettings } from './worker/worker-protocol.js';

/**
 * Tokens of a batch, padding included: two texts of 256, or forty questions. For chunks of 200 tokens, batches of 1 to 8
 * are equally fast on two cores (within the noise of 10 rounds in alternation); the longer ones only take more memory
 * and let a query wait longer.
 */
export const MAX_BATCH_TOKENS = 512;

export interface BatchObservation {
  readonly kind: EmbedOptions['kind'];
  readonly texts: number;
  /** Of all texts, padding included. */
  readonly tokens: number;
}

export interface OnnxEmbedderOptions {
  readonly model: EmbeddingModel;
  /** Threads that share one matrix product, ≥ 1. */
  readonly threads: number;
  /** Told before each run of the network, for metrics. */
  readonly onBatch?: (batch: BatchObservation) => void;
  /** The worker's module; another one than the default only in tests. */
  readonly entry?: URL;
}

/**
 * A sentence encoder in a worker thread, so that the event loop stays free. Here is decided what runs next; the thread
 * does one batch at a time, which is as long as a query ever waits for documents.
 */
export class OnnxEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly tokenDimensions: number | null;
  readonly canEncode = true;
  readonly maxTokens: number;
  readonly #thread: InferenceThread<WorkerCalls>;
  readonly #onBatch: (batch: BatchObservation) => void;
  readonly #queue = new BatchQueue<EncodedText>(MAX_BATCH_TOKENS);
  #running = false;
  #urgentBeingEncoded = 0;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor({
    model,
    threads,
    onBatch = () => undefined,
    entry = new URL('./worker/embedding.worker.mjs', import.meta.url),
  }: OnnxEmbedderOptions) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be 1 or more, got ${threads}`);
    this.model = model.name;
    this.dimensions = model.dimensions;
    this.tokenDimensions = model.tokenProjection?.dimensions ?? null;
    this.maxTokens = model.maxTokens;
    this.#onBatch = onBatch;
    this.#thread = new InferenceThread<WorkerCalls>({
      model: model.name,
      subject: `The embedder of ${model.name}`,
      settings: { model, threads, stopWords: [...STOP_WORDS] } satisfies Omit<WorkerSettings, 'guard'>,
      entry,
      describeProblem: (problem) => describeModelProblem(model.name, problem),
    });
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    const embedded = await this.#embed(texts, NO_TOKENS, options);
    return embedded.map(({ vector }) => vector);
  }

  async embedWithTokens<K extends EmbedOptions['kind']>(
    texts: readonly string[],
    options: EmbedOptions & { readonly kind: K },
  ): Promise<readonly TokenEmbeddings[K][]> {
    const dimensions = this.tokenDimensions;
    if (dimensions === null) throw noTokenVectors(this.model);
    const shape = (values: Float32Array): Pick<TokenMatrix, 'dimensions' | 'count'> => ({
      dimensions,
      count: values.length / dimensions,
    });
    const shapeAs: { [Kind in EmbedOptions['kind']]: (embedded: EmbeddedText) => TokenEmbeddings[Kind] } = {
      query: ({ vector, tokens }) => ({ vector, tokens: { ...shape(tokens), values: tokens } }),
      document: ({ vector, tokens }) => ({
        vector,
        tokens: { ...shape(tokens), values: quantiseTokenValues(tokens) },
      }),
    };
    const embedded = await this.#embed(texts, PROJECTED_TOKENS, options);
    return embedded.map(shapeAs[options.kind]);
  }

  async encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]> {
    const embedded = await this.#embed(texts, WHOLE_TOKENS, options);
    return embedded.map((text) => withoutSpecial(text, this.dimensions));
  }

  async countTokens(texts: readonly string[]): Promise<readonly number[]> {
    const counts: number[] = [];
    for (const slice of sliceTexts(texts)) counts.push(...(await this.#thread.call('count', { texts: slice })));
    return counts;
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.embed(['warm'], { kind: 'query', signal });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #embed(
    texts: readonly string[],
    tokenForm: number,
    { kind, urgent = false, signal }: EmbedOptions,
  ): Promise<readonly EmbeddedText[]> {
    if (signal.aborted) throw abortReason(signal);
    if (texts.length === 0) return [];
    const call = new EmbedCall(texts.length, kind, tokenForm);
    const lane: Lane = kind === 'document' && urgent ? 'urgent' : kind;
    if (lane !== 'document') this.#urgentBeingEncoded += 1;
    try {
      const encoded = await this.#tokenise(texts, tokenForm === WHOLE_TOKENS, signal);
      this.#queue.add(
        lane,
        encoded.map((text, position) => ({ call, position, ...text, length: text.ids.length })),
      );
    } finally {
      if (lane !== 'document') this.#urgentBeingEncoded -= 1;
      this.#runNextBatch();
    }
    try {
      return await untilAborted(call.done, signal);
    } finally {
      this.#queue.keep((text) => text.call !== call);
    }
  }

  /** In slices, so that the token ids of a query never wait for those of a thousand documents. */
  async #tokenise(
    texts: readonly string[],
    withOffsets: boolean,
    signal: AbortSignal,
  ): Promise<Pick<EncodedText, 'ids' | 'offsets'>[]> {
    const tokenised: Pick<EncodedText, 'ids' | 'offsets'>[] = [];
    for (const slice of sliceTexts(texts)) {
      const call = this.#thread.call('encode', { texts: slice, withOffsets });
      const { ids, lengths, starts, ends } = await untilAborted(call, signal);
      let start = 0;
      for (const length of lengths) {
        const end = start + length;
        const offsets = { starts: starts.subarray(start, end), ends: ends.subarray(start, end) };
        tokenised.push({ ids: ids.subarray(start, end), offsets });
        start = end;
      }
    }
    return tokenised;
  }

  /** Waits for queries and urgent documents whose tokens are on their way: they go first, and together. */
  #runNextBatch(): void {
    if (this.#running || this.#urgentBeingEncoded > 0) return;
    const texts = this.#queue.take();
    if (texts.length === 0) return;
    this.#running = true;
    void this.#runByNetwork(texts).finally(() => {
      this.#running = false;
      this.#runNextBatch();
    });
  }

  /** What is encoded for comparison goes through another network than what is embedded. */
  async #runByNetwork(texts: readonly EncodedText[]): Promise<void> {
    const isCompared = ({ call }: EncodedText): boolean => call.tokenForm === WHOLE_TOKENS;
    const compared = texts.filter(isCompared);
    const embedded = texts.filter((text) => !isCompared(text));
    if (embedded.length > 0) await this.#run(embedded);
    if (compared.length > 0) await this.#run(compared);
  }

  async #run(texts: readonly EncodedText[]): Promise<void> {
    try {
      const { batch, transfer } = packBatch(texts);
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
      this.#onBatch({ kind: batch.kind, texts: texts.length, tokens: longest * texts.length });
      const embedded = await this.#thread.call('embed', batch, transfer);
      settleBatch(texts, embedded, this.dimensions, this.tokenDimensions ?? 0);
    } catch (error) {
      const failed = new Set(texts.map(({ call }) => call));
      // At once, or the next batch would hold what is left of them.
      this.#queue.keep(({ call }) => !failed.has(call));
      for (const call of failed) call.fail(error);
    }
  }
}

/** The first and the last token are special, and stand nowhere in the text. */
function withoutSpecial({ vector, tokens, offsets }: EmbeddedText, dimensions: number): TextEncoding {
  return {
    vector,
    starts: offsets.starts.slice(1, -1),
    ends: offsets.ends.slice(1, -1),
    vectors: tokens.subarray(dimensions, -dimensions),
  };
}
