/** What a worker thread with a model and the event loop say to each other, whatever the model does. */

/** From requests to what they answer. Every array of numbers in an output is handed over, not copied. */
export type CallTable<C> = { readonly [N in keyof C]: { readonly input: unknown; readonly output: unknown } };

export type ThreadRequest<C extends CallTable<C>> =
  | { [N in keyof C]: { readonly id: number; readonly call: N; readonly input: C[N]['input'] } }[keyof C]
  | { readonly call: 'close' };

export type ThreadReply<C extends CallTable<C>> =
  | { readonly type: 'ready' }
  /** The model cannot be used; the thread ends. */
  | { readonly type: 'unusable'; readonly problem: ModelProblem }
  | { readonly type: 'done'; readonly id: number; readonly output: C[keyof C]['output'] }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

/** What a thread answers calls with. */
export interface LoadedModel<C extends CallTable<C>> {
  readonly calls: { readonly [N in keyof C]: (input: C[N]['input']) => C[N]['output'] | Promise<C[N]['output']> };
  release(): Promise<void>;
}

/** What a thread that was started early is given: its settings are the first message. */
export interface EarlyThreadData {
  readonly awaitsSettings: true;
  /** See exit-guard.mjs. */
  readonly guard: SharedArrayBuffer;
}

/** What every thread is told. */
export interface ThreadSettings {
  /** Threads that share one matrix product. */
  readonly threads: number;
  /** See exit-guard.mjs. */
  readonly guard: SharedArrayBuffer;
}

export interface ModelProblem {
  readonly kind: 'missing' | 'unreadable' | 'truncated' | 'altered' | 'rejected' | 'no-runtime';
  /** File name; for `no-runtime` the platform. */
  readonly subject: string;
  /** For the log: paths, sizes, what the runtime said. */
  readonly detail: string;
}
