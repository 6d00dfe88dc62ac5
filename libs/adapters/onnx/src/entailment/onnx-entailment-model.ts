import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { abortable, abortReason } from '@arbiter/adapter-kit/resilience';
import type { EntailmentModel, EntailmentPair } from '@arbiter/ports';
import { scorePairs } from '../cross-encoder/score-pairs.js';
import { InferenceThread } from '../inference-thread.js';
import { describeCrossEncoderProblem, ENTAILMENT } from '../model-problems.js';
import { MOST_USEFUL_THREADS } from '../onnx-embedder.js';
import type { CrossEncoderSettings, EncodedPairs, EntailmentCalls } from '../worker/thread-protocol.js';

/** Pairs that the thread turns into tokens before it looks for other work. */
const SLICE_PAIRS = 32;

/** Of each text, in UTF-16 code units: more than any such model reads, which would only be cut into pieces for nothing. */
const READ_CHARACTERS = 32_000;

/**
 * An entailment model from a folder with `model.onnx`, `tokenizer.json` and `config.json`, on as many cores as there are,
 * up to four. Nothing is read or started before the first call (or `warmUp`).
 *
 * @param options at least the folder; the name is that of the folder unless another is given
 */
export function createEntailmentModel(
  options: Partial<OnnxEntailmentOptions> & Pick<OnnxEntailmentOptions, 'directory'>,
): OnnxEntailmentModel {
  return new OnnxEntailmentModel({
    name: basename(options.directory),
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    ...options,
  });
}

export interface OnnxEntailmentOptions {
  /** What results and errors call it. */
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
 * A classifier of evidence and claim (premise and hypothesis of natural-language inference; Bowman et al., "A large
 * annotated corpus for learning natural language inference", 2015) in a worker thread. Calls at the same time take turns,
 * batch by batch.
 */
export class OnnxEntailmentModel implements EntailmentModel {
  readonly model: string;
  readonly #thread: InferenceThread<EntailmentCalls>;
  readonly #onBatch: (pairs: number) => void;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor({
    name,
    directory,
    threads,
    onBatch = () => undefined,
    entry = new URL('./worker/entailment.worker.mjs', import.meta.url),
  }: OnnxEntailmentOptions) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be 1 or more, got ${threads}`);
    this.model = name;
    this.#onBatch = onBatch;
    this.#thread = new InferenceThread<EntailmentCalls>({
      model: name,
      subject: `The ${ENTAILMENT.noun} ${name}`,
      settings: { name, directory, threads } satisfies Omit<CrossEncoderSettings, 'guard'>,
      entry,
      describeProblem: (problem) => describeCrossEncoderProblem(ENTAILMENT, name, problem),
    });
  }

  /** A pair whose logits are not finite has no probability. */
  async score(
    pairs: readonly EntailmentPair[],
    { signal }: { readonly signal: AbortSignal },
  ): Promise<readonly (number | null)[]> {
    if (signal.aborted) throw abortReason(signal);
    return scorePairs(this.#thread, await this.#encode(pairs, signal), this.#onBatch, signal);
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.score([{ claim: 'warm', evidence: 'warm' }], { signal });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #encode(pairs: readonly EntailmentPair[], signal: AbortSignal): Promise<readonly EncodedPairs[]> {
    const encoded: EncodedPairs[] = [];
    for (let start = 0; start < pairs.length; start += SLICE_PAIRS) {
      const slice = pairs
        .slice(start, start + SLICE_PAIRS)
        .map(({ claim, evidence }) => [evidence.slice(0, READ_CHARACTERS), claim.slice(0, READ_CHARACTERS)] as const);
      encoded.push(await abortable(signal, () => this.#thread.call('encode', { pairs: slice }), abortReason));
    }
    return encoded;
  }
}
