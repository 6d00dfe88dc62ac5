import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { abortable, abortReason } from '@arbiter/adapter-kit/resilience';
import type { Chunk, Reranker, RerankPassage } from '@arbiter/ports';
import { InferenceThread, sliceTexts } from '../inference-thread.js';
import { describeCrossEncoderProblem, RERANKING } from '../model-problems.js';
import { MOST_USEFUL_THREADS } from '../onnx-embedder.js';
import type { CrossEncoderCalls, CrossEncoderSettings, EncodedPairs } from '../worker/thread-protocol.js';
import { scorePairs } from './score-pairs.js';

/**
 * A reranker from a folder with `model.onnx`, `tokenizer.json` and `config.json`, on as many cores as there are, up to
 * four. Nothing is read or started before the first call (or `warmUp`).
 *
 * @param options at least the folder; the name is that of the folder unless another is given
 */
export function createCrossEncoder(
  options: Partial<CrossEncoderOptions> & Pick<CrossEncoderOptions, 'directory'>,
): CrossEncoderReranker {
  return new CrossEncoderReranker({
    name: basename(options.directory),
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    ...options,
  });
}

export interface CrossEncoderOptions {
  /** What explanations and errors call it: `cross-encoder/ms-marco-MiniLM-L-6-v2`. */
  readonly name: string;
  /** Absolute path of a folder with `model.onnx`, `tokenizer.json` and `config.json`. */
  readonly directory: string;
  /** Threads that share one matrix product, ≥ 1. */
  readonly threads: number;
  /** Told the number of pairs before each run of the network, for metrics. */
  readonly onBatch?: (pairs: number) => void;
  /** The worker's module; another one than the default only in tests. */
  readonly entry?: URL;
}

/**
 * Reads query and passage together, with attention from each to the other (Nogueira and Cho, "Passage Re-ranking with
 * BERT", 2019), in a worker thread. Scores are the network's logits as they are. Calls at the same time take turns,
 * batch by batch.
 */
export class CrossEncoderReranker implements Reranker {
  readonly name: string;
  readonly #thread: InferenceThread<CrossEncoderCalls>;
  readonly #onBatch: (pairs: number) => void;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor({
    name,
    directory,
    threads,
    onBatch = () => undefined,
    entry = new URL('./worker/cross-encoder.worker.mjs', import.meta.url),
  }: CrossEncoderOptions) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be 1 or more, got ${threads}`);
    this.name = name;
    this.#onBatch = onBatch;
    this.#thread = new InferenceThread<CrossEncoderCalls>({
      model: name,
      subject: `The reranker of ${name}`,
      settings: { name, directory, threads } satisfies Omit<CrossEncoderSettings, 'guard'>,
      entry,
      describeProblem: (problem) => describeCrossEncoderProblem(RERANKING, name, problem),
    });
  }

  /** A passage whose logit is not finite has no score. */
  async rerank(
    query: string,
    passages: readonly RerankPassage[],
    signal: AbortSignal,
  ): Promise<readonly (number | null)[]> {
    const texts = passages.map(({ chunk }) => passageText(chunk));
    return this.#score(query, texts, signal);
  }

  /** Loads the model and runs it once, so that the first search need not wait for either. */
  async warmUp(signal: AbortSignal): Promise<void> {
    await this.#score('warm', ['warm'], signal);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #score(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly (number | null)[]> {
    if (signal.aborted) throw abortReason(signal);
    return scorePairs(this.#thread, await this.#encode(query, texts, signal), this.#onBatch, signal);
  }

  async #encode(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly EncodedPairs[]> {
    const encoded: EncodedPairs[] = [];
    for (const slice of sliceTexts(texts)) {
      encoded.push(await abortable(signal, () => this.#thread.call('encode', { query, passages: slice }), abortReason));
    }
    return encoded;
  }
}

/** What the model reads: the passage under its title and heading, as the embedder does. */
function passageText({ title, section, text }: Chunk): string {
  const heading = section.at(-1);
  return [title, heading === title ? undefined : heading, text]
    .filter((part) => part !== undefined && part !== '')
    .join('. ');
}
