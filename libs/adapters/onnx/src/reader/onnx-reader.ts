import {
  DEFAULT_MAX_SPANS,
  type PassageReading,
  type Reader,
  type ReadingTask,
  type ReadOptions,
} from '@arbiter/ports';
import { batchPairs } from '../cross-encoder/batch-pairs.js';
import { describeCrossEncoderProblem, READING } from '../cross-encoder/describe-cross-encoder-problem.js';
import type { CrossEncoderSettings } from '../cross-encoder/worker/cross-encoder-protocol.js';
import { InferenceThread } from '../inference-thread.js';
import { abortReason, untilAborted } from '../until-aborted.js';
import { mergeWindows, type JudgedWindow } from './merge-windows.js';
import type { EncodedWindows, ReaderCalls, WindowLogits } from './worker/reader-protocol.js';

/**
 * Tokens of a batch, padding included. Short passages are a third faster together than alone; beyond 512 tokens nothing is
 * gained, and an abort takes effect between batches.
 */
export const MAX_READING_BATCH_TOKENS = 512;
/** Tasks that are encoded together, so that a call with many of them does not keep the thread from others. */
const SLICE_TASKS = 8;
const VERDICTS = 4;

export interface OnnxReaderOptions {
  /** What results and errors call it. */
  readonly name: string;
  /** Absolute path of a folder with `model.onnx`, `tokenizer.json` and `config.json`. */
  readonly directory: string;
  /** Threads that share one matrix product, ≥ 1. */
  readonly threads: number;
  /** Told the number of windows before each run of the network, for metrics. */
  readonly onBatch?: (windows: number) => void;
  /** The worker's module; another one than the default only in tests. */
  readonly entry?: URL;
}

/**
 * Extractive question answering (Devlin et al., "BERT", 2019, section 4.3) in a worker thread. A passage that does not fit is
 * read in windows that overlap by half. Calls at the same time take turns, batch by batch.
 */
export class OnnxReader implements Reader {
  readonly model: string;
  readonly #thread: InferenceThread<ReaderCalls>;
  readonly #onBatch: (windows: number) => void;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor({
    name,
    directory,
    threads,
    onBatch = () => undefined,
    entry = new URL('./worker/reader.worker.mjs', import.meta.url),
  }: OnnxReaderOptions) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads must be 1 or more, got ${threads}`);
    this.model = name;
    this.#onBatch = onBatch;
    this.#thread = new InferenceThread<ReaderCalls>({
      model: name,
      subject: `The reader ${name}`,
      settings: { name, directory, threads } satisfies Omit<CrossEncoderSettings, 'guard'>,
      entry,
      describeProblem: (problem) => describeCrossEncoderProblem(READING, name, problem),
    });
  }

  /** A task whose logits are not finite has no reading. */
  async read(
    tasks: readonly ReadingTask[],
    { signal, maxSpans = DEFAULT_MAX_SPANS }: ReadOptions,
  ): Promise<readonly (PassageReading | null)[]> {
    if (!Number.isInteger(maxSpans) || maxSpans < 1)
      throw new RangeError(`maxSpans must be 1 or more, got ${maxSpans}`);
    const readings: (PassageReading | null)[] = [];
    for (let start = 0; start < tasks.length; start += SLICE_TASKS) {
      readings.push(...(await this.#readSlice(tasks.slice(start, start + SLICE_TASKS), maxSpans, signal)));
    }
    return readings;
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.read([{ question: 'warm', headings: '', passage: 'warm' }], { signal });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #readSlice(
    tasks: readonly ReadingTask[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly (PassageReading | null)[]> {
    if (signal.aborted) throw abortReason(signal);
    const encoded = await untilAborted(this.#thread.call('encode', { tasks }), signal);
    const windows = await this.#run(encoded, signal);
    return tasks.map(({ passage }, task) =>
      mergeWindows(
        windows.filter((_, window) => encoded.tasks[window] === task),
        passage,
        { isCut: encoded.cut[task] === 1, most },
      ),
    );
  }

  async #run(encoded: EncodedWindows, signal: AbortSignal): Promise<readonly JudgedWindow[]> {
    const windows: JudgedWindow[] = [];
    for (const { positions, pairs } of batchPairs([encoded], MAX_READING_BATCH_TOKENS)) {
      this.#onBatch(positions.length);
      const lengths = [...pairs.lengths];
      const transfer = [pairs.ids.buffer, pairs.lengths.buffer, pairs.firstLengths.buffer] as ArrayBuffer[];
      const logits = await untilAborted(this.#thread.call('run', pairs, transfer), signal);
      windowLogits(logits, lengths).forEach((ofWindow, index) => {
        const position = positions[index] ?? 0;
        windows[position] = { ...ofWindow, ...offsetsOf(encoded, position) };
      });
    }
    return windows;
  }
}

function windowLogits(
  { spans, verdicts }: WindowLogits,
  lengths: readonly number[],
): Pick<JudgedWindow, 'logits' | 'verdict'>[] {
  let start = 0;
  return lengths.map((length, window) => ({
    logits: spans.subarray(start, (start += 2 * length)),
    verdict: verdicts.subarray(window * VERDICTS, (window + 1) * VERDICTS),
  }));
}

function offsetsOf(
  { lengths, firstPieces, starts, ends }: EncodedWindows,
  window: number,
): Pick<JudgedWindow, 'starts' | 'ends' | 'firstPiece'> {
  // All tokens of a window behind its head but the closing [SEP] are pieces of the passage.
  const piecesOf = (index: number): number => (lengths[index] ?? 0) - (firstPieces[index] ?? 0) - 1;
  let from = 0;
  for (let index = 0; index < window; index++) from += piecesOf(index);
  const to = from + piecesOf(window);
  return { starts: starts.subarray(from, to), ends: ends.subarray(from, to), firstPiece: firstPieces[window] ?? 0 };
}
