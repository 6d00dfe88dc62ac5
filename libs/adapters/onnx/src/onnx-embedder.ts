import { abortable, abortReason } from '@arbiter/adapter-kit/resilience';
import type { EmbedOptions, Embedder, TextEncoding } from '@arbiter/ports';
import type { Lane } from './batch-queue.js';
import { BatchRunner, type BatchObservation } from './batch-runner.js';
import { describeModelProblem } from './describe-model-problem.js';
import { EmbedCall, type EmbeddedText } from './embed-call.js';
import type { EmbeddingModel } from './embedding-model.js';
import type { EncodedText } from './encoded-batch.js';
import { InferenceThread } from './inference-thread.js';
import { sliceTexts } from './slice-texts.js';
import type { WorkerCalls, WorkerSettings } from './worker/worker-protocol.js';
import { ENTRIES } from './start-thread.js';

export interface OnnxEmbedderOptions {
  readonly model: EmbeddingModel;
  /** Cores to use, ≥ 1: a thread for each where the model has a network in integers, else threads that share one product. */
  readonly threads: number;
  /** Told before each run of the network, for metrics. */
  readonly onBatch?: (batch: BatchObservation) => void;
  /** The worker's module; another one than the default only in tests. */
  readonly entry?: URL;
}

/**
 * A sentence encoder in worker threads, so that the event loop stays free. Products of integers are too short to be shared:
 * a model that has a network in integers gets a thread, and a batch, for each core.
 */
export class OnnxEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly canEncode = true;
  readonly maxTokens: number;
  /** Counts tokens, too; the others start once several batches have waited for it. */
  readonly #thread: InferenceThread<WorkerCalls>;
  readonly #others: readonly InferenceThread<WorkerCalls>[];
  readonly #runner: BatchRunner;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor({ model, threads, onBatch = () => undefined, entry = ENTRIES.embedder }: OnnxEmbedderOptions) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be 1 or more, got ${threads}`);
    this.model = model.name;
    this.dimensions = model.dimensions;
    this.maxTokens = model.maxTokens;
    const hasIntegers = model.integerNetwork !== undefined;
    const createThread = (): InferenceThread<WorkerCalls> =>
      new InferenceThread<WorkerCalls>({
        model: model.name,
        subject: `The embedder of ${model.name}`,
        settings: { model, threads: hasIntegers ? 1 : threads } satisfies Omit<WorkerSettings, 'guard'>,
        entry,
        describeProblem: (problem) => describeModelProblem(model.name, problem),
      });
    this.#thread = createThread();
    this.#others = hasIntegers ? Array.from({ length: threads - 1 }, createThread) : [];
    this.#runner = new BatchRunner({
      threads: [this.#thread, ...this.#others],
      dimensions: this.dimensions,
      onBatch,
    });
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    const embedded = await this.#embed(texts, { withPieces: false, ...options });
    return embedded.map(({ vector }) => vector);
  }

  async encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]> {
    const embedded = await this.#embed(texts, { withPieces: true, ...options });
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
    await Promise.all([this.#thread, ...this.#others].map((thread) => thread.close()));
  }

  async #embed(
    texts: readonly string[],
    { kind, withPieces, urgent = false, signal }: EmbedOptions & { readonly withPieces: boolean },
  ): Promise<readonly EmbeddedText[]> {
    if (signal.aborted) throw abortReason(signal);
    if (texts.length === 0) return [];
    const call = new EmbedCall(texts.length, kind, withPieces);
    const lane: Lane = kind === 'document' && urgent ? 'urgent' : kind;
    if (lane !== 'document') this.#runner.hold();
    try {
      const encoded = await this.#tokenise(texts, withPieces, signal);
      this.#runner.add(
        lane,
        encoded.map((text, position) => ({ call, position, ...text, length: text.ids.length })),
      );
    } finally {
      if (lane !== 'document') this.#runner.release();
      else this.#runner.runNext();
    }
    try {
      return await abortable(signal, () => call.done, abortReason);
    } finally {
      this.#runner.drop(call);
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
      const encode = () => this.#thread.call('encode', { texts: slice, withOffsets });
      const { ids, lengths, starts, ends } = await abortable(signal, encode, abortReason);
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
}

/** The first and the last token are special, and stand nowhere in the text. */
function withoutSpecial({ vector, pieces, offsets }: EmbeddedText, dimensions: number): TextEncoding {
  return {
    vector,
    starts: offsets.starts.slice(1, -1),
    ends: offsets.ends.slice(1, -1),
    vectors: pieces.subarray(dimensions, -dimensions),
  };
}
