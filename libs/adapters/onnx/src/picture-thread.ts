import { availableParallelism } from 'node:os';
import { abortable, SerialQueue, withDeadline } from '@arbiter/adapter-kit/resilience';
import { assertPicture, type Picture } from '@arbiter/ports';
import type { ModelFolder } from './embedding-model.js';
import { InferenceThread } from './inference-thread.js';
import { describePictureModelProblem } from './model-problems.js';
import type { CallTable } from './worker/thread-protocol.js';

/** Two share the work of a page in .6 of the time of one; more gain less and less. */
const MOST_USEFUL_THREADS = 2;

export interface PictureModelOptions {
  /** Threads that share one matrix product, ≥ 1. Default: two where there are two cores. */
  readonly threads?: number;
  /** For one picture, waiting included, in milliseconds. */
  readonly timeoutMs?: number;
}

interface PictureThreadOptions extends PictureModelOptions {
  readonly model: ModelFolder;
  /** What begins the sentences of errors: `The layout model`. */
  readonly noun: string;
  readonly entry: URL;
  readonly timeoutMs: number;
}

/** Calls one thread about pictures, one call after the other: a call that waits and is aborted never gets to the thread. */
export class PictureThread<C extends CallTable<C>> {
  readonly #thread: InferenceThread<C>;
  readonly #queue = new SerialQueue();

  constructor(private readonly options: PictureThreadOptions) {
    const { model, noun, entry, threads = Math.min(availableParallelism(), MOST_USEFUL_THREADS) } = options;
    this.#thread = new InferenceThread<C>({
      model: model.name,
      subject: `${noun} ${model.name}`,
      settings: { model, threads },
      entry,
      describeProblem: (problem) => describePictureModelProblem(model.name, problem),
    });
  }

  /**
   * @throws ArbiterError INVALID_REQUEST for a picture that is too large, or that the work on takes too long
   * @throws RangeError for one whose pixels are not those of its size
   */
  async within<T>(picture: Picture, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    assertPicture(picture);
    const { noun, model, timeoutMs } = this.options;
    return withDeadline(signal, { timeoutMs, what: `${noun} ${model.name}`, code: 'INVALID_REQUEST' }, work);
  }

  /** @throws ArbiterError UNAVAILABLE when the model cannot be used or the thread dies, and the signal's reason */
  call<N extends keyof C>(
    name: N,
    input: C[N]['input'],
    signal: AbortSignal,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<C[N]['output']> {
    const run = (): Promise<C[N]['output']> => abortable(signal, () => this.#thread.call(name, input, transfer));
    return abortable(signal, () => this.#queue.run('thread', run));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
