import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { abortable, abortReason } from '@arbiter/adapter-kit/resilience';
import { READER_BGE_SMALL } from '@arbiter/models-reader-bge-small';
import {
  DEFAULT_MAX_SPANS,
  type PassageReading,
  type Reader,
  type ReadingTask,
  type ReadOptions,
} from '@arbiter/ports';
import { batchPairs } from '../cross-encoder/score-pairs.js';
import { InferenceThread } from '../inference-thread.js';
import { describeCrossEncoderProblem, READING } from '../model-problems.js';
import { ENTRIES } from '../start-thread.js';
import type { CrossEncoderSettings, EncodedWindows, ReaderCalls, WindowLogits } from '../worker/thread-protocol.js';
import { type JudgedWindow, mergeWindows } from './merge-windows.js';

/** Ten passages of 200 words take 400 ms with one worker and 256 with two, on two cores; more take too much memory. */
const MOST_WORKERS = 2;

/**
 * Batches that had to wait for another before one more worker starts. A start takes about a second of a processor, a batch 40 ms
 * (measured on two cores): from here on the worker that was not started has cost as much as it would have. A command that asks one
 * question never starts it, and a server does with its third or so (as in the ski-rental problem, Karlin et al., 1988).
 */
const BATCHES_FOR_WORKER = 24;

/**
 * Tokens of a batch, padding included: one passage of 200 words, or six short ones. Short passages are a third faster
 * together than alone; longer batches gain nothing, share out less evenly, and an abort takes effect between batches.
 */
export const MAX_READING_BATCH_TOKENS = 256;

/** Tasks that are encoded together, so that a call with many of them does not keep the thread from others. */
const SLICE_TASKS = 8;

const VERDICTS = 4;

/**
 * The packaged reader, or one of a folder like it, with a worker for each core, up to two. Nothing is read or started
 * before the first call (or `warmUp`), and the second worker not before there is work for it.
 */
export function createReader(options: Partial<OnnxReaderOptions> = {}): OnnxReader {
  return new OnnxReader({
    name: options.directory === undefined ? READER_BGE_SMALL.name : basename(options.directory),
    workers: Math.min(availableParallelism(), MOST_WORKERS),
    directory: READER_BGE_SMALL.directory,
    ...options,
  });
}

export interface OnnxReaderOptions {
  /** What results and errors call it. */
  readonly name: string;
  /** Absolute path of a folder with `model.onnx`, `tokenizer.json` and `config.json`. */
  readonly directory: string;
  /** Worker threads that take turns at the passages of a call, ≥ 1; each holds the network, some 140 MB. */
  readonly workers: number;
  /** Batches that had to wait before one more worker starts, ≥ 0; with 0 all start with the first. */
  readonly batchesForWorker?: number;
  /** Threads of a worker that share one matrix product, ≥ 1. Products of bytes are too short to gain from a second one. */
  readonly threads?: number;
  /** Told the number of windows before each run of the network, for metrics. */
  readonly onBatch?: (windows: number) => void;
  /** The worker's module; another one than the default only in tests. */
  readonly entry?: URL;
}

/**
 * Extractive question answering (Devlin et al., "BERT", 2019, section 4.3) in worker threads. A passage that does not fit is
 * read in windows that overlap by half. Calls at the same time take turns, batch by batch: each has one batch at most in
 * every worker.
 */
export class OnnxReader implements Reader {
  readonly model: string;
  readonly #threads: readonly InferenceThread<ReaderCalls>[];
  readonly #batchesForWorker: number;
  /** Those that hold the network, or will with their first call: the first, and what has loaded beside it. */
  readonly #loaded: InferenceThread<ReaderCalls>[];
  #loading: InferenceThread<ReaderCalls> | null = null;
  /** Batches so far that had to wait for another one. */
  #waited = 0;
  readonly #onBatch: (windows: number) => void;

  /** @throws RangeError when `workers` or `threads` is no whole number from 1 */
  constructor({
    name,
    directory,
    workers,
    batchesForWorker = BATCHES_FOR_WORKER,
    threads = 1,
    onBatch = () => undefined,
    entry = ENTRIES.reader,
  }: OnnxReaderOptions) {
    requireCount('workers', workers);
    requireCount('threads', threads);
    this.model = name;
    this.#onBatch = onBatch;
    this.#batchesForWorker = batchesForWorker;
    this.#threads = Array.from(
      { length: workers },
      () =>
        new InferenceThread<ReaderCalls>({
          model: name,
          subject: `The reader ${name}`,
          settings: { name, directory, threads } satisfies Omit<CrossEncoderSettings, 'guard'>,
          entry,
          describeProblem: (problem) => describeCrossEncoderProblem(READING, name, problem),
        }),
    );
    this.#loaded = this.#threads.slice(0, 1);
  }

  /** Workers that take part in reading: one, until there has been work for more. */
  get workers(): number {
    return this.#loaded.length;
  }

  /** A task whose logits are not finite has no reading. */
  async read(
    tasks: readonly ReadingTask[],
    { signal, maxSpans = DEFAULT_MAX_SPANS }: ReadOptions,
  ): Promise<readonly (PassageReading | null)[]> {
    requireCount('maxSpans', maxSpans);
    const slices = await this.#encode(tasks, signal);
    const windows = await this.#run(slices, signal);
    let next = 0;
    return slices.flatMap((slice, index) => {
      const ofSlice = windows.slice(next, (next += slice.lengths.length));
      return Array.from(slice.cut, (cut, task) => {
        const ofTask = ofSlice.filter((_, window) => slice.tasks[window] === task);
        const passage = tasks[index * SLICE_TASKS + task]?.passage ?? '';
        return mergeWindows(ofTask, passage, { isCut: cut === 1, most: maxSpans });
      });
    });
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw abortReason(signal);
    // One after the other: two that load at once hold the file twice.
    for (const thread of this.#loaded) await abortable(signal, () => load(thread), abortReason);
    while (this.#isWorthOneMore()) await abortable(signal, () => this.#loadOneMore(), abortReason);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Whether as many batches have waited as the start of the next worker is worth. */
  #isWorthOneMore(): boolean {
    const { length: loaded } = this.#loaded;
    return !this.#loading && loaded < this.#threads.length && this.#waited >= loaded * this.#batchesForWorker;
  }

  /** @throws ArbiterError as `InferenceThread.call` */
  async #loadOneMore(): Promise<void> {
    const thread = this.#threads[this.#loaded.length];
    if (!thread) return;
    this.#loading = thread;
    try {
      await load(thread);
      this.#loaded.push(thread);
    } finally {
      this.#loading = null;
    }
  }

  async #encode(tasks: readonly ReadingTask[], signal: AbortSignal): Promise<readonly EncodedWindows[]> {
    const slices: EncodedWindows[] = [];
    const [thread] = this.#threads;
    for (let start = 0; thread && start < tasks.length; start += SLICE_TASKS) {
      if (signal.aborted) throw abortReason(signal);
      const slice = tasks.slice(start, start + SLICE_TASKS);
      slices.push(await abortable(signal, () => thread.call('encode', { tasks: slice }), abortReason));
    }
    return slices;
  }

  /** @returns the windows of all slices in their order */
  async #run(slices: readonly EncodedWindows[], signal: AbortSignal): Promise<readonly JudgedWindow[]> {
    const places = slices.flatMap(windowPlaces);
    const windows: JudgedWindow[] = [];
    const waiting = batchPairs(slices, MAX_READING_BATCH_TOKENS);
    this.#waited += Math.max(0, waiting.length - this.#loaded.length);
    // It joins when it has loaded. One that cannot is no loss to this call, and the next one tries again.
    if (this.#isWorthOneMore()) void this.#loadOneMore().catch(() => undefined);
    const work = async (thread: InferenceThread<ReaderCalls>): Promise<void> => {
      for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
        const { positions, pairs } = batch;
        this.#onBatch(positions.length);
        const lengths = [...pairs.lengths];
        const transfer = [pairs.ids.buffer, pairs.lengths.buffer, pairs.firstLengths.buffer] as ArrayBuffer[];
        const logits = await abortable(signal, () => thread.call('run', pairs, transfer), abortReason);
        windowLogits(logits, lengths).forEach((ofWindow, index) => {
          const position = positions[index] ?? 0;
          const place = places[position];
          if (place) windows[position] = { ...ofWindow, ...place };
        });
      }
    };
    try {
      await Promise.all(this.#loaded.map(work));
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
    return windows;
  }
}

/** Makes a worker read the network: one window goes through it. */
async function load(thread: InferenceThread<ReaderCalls>): Promise<void> {
  const windows = await thread.call('encode', { tasks: [{ question: 'warm', headings: '', passage: 'warm' }] });
  await thread.call('run', windows);
}

function requireCount(name: string, count: number): void {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`${name} must be 1 or more, got ${count}`);
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

/** Where the pieces of each window stand: all tokens behind its head but the closing [SEP] are of the passage. */
function windowPlaces({
  lengths,
  firstPieces,
  starts,
  ends,
}: EncodedWindows): Pick<JudgedWindow, 'starts' | 'ends' | 'firstPiece'>[] {
  let from = 0;
  return Array.from(lengths, (length, window) => {
    const firstPiece = firstPieces[window] ?? 0;
    const to = from + length - firstPiece - 1;
    const place = { starts: starts.subarray(from, to), ends: ends.subarray(from, to), firstPiece };
    from = to;
    return place;
  });
}
