import type { EmbedOptions } from '@arbiter/ports';
import type { EmbeddingModel } from '../embedding-model.js';

/** What the embedder and its worker thread say to each other. Every array of numbers is handed over, not copied. */

export interface WorkerSettings {
  readonly model: EmbeddingModel;
  /** Threads that share one matrix product. */
  readonly threads: number;
  /** Lower case; their vectors are left out of documents. */
  readonly stopWords: readonly string[];
  /** See exit-guard.mjs. */
  readonly guard: SharedArrayBuffer;
}

/** Texts as token ids, one after the other; text `i` has `lengths[i]` of them. */
export interface EncodedTexts {
  readonly ids: Int32Array;
  readonly lengths: Int32Array;
}

export interface Batch extends EncodedTexts {
  readonly kind: EmbedOptions['kind'];
  /** 1 for each text whose token vectors are wanted, else 0. */
  readonly withTokens: Uint8Array;
}

export interface EmbeddedBatch {
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
  /** Token vectors of each text; 0 where none were wanted. */
  readonly tokenCounts: Int32Array;
  /** Token vectors of all texts, one after the other, each of unit length. */
  readonly tokens: Float32Array;
}

/** From requests to what they answer. */
export interface WorkerCalls {
  /** Token ids, special ones included, cut to the model's longest input. */
  encode: { input: { readonly texts: readonly string[] }; output: EncodedTexts };
  /** Tokens of each text, special ones included, not cut. */
  count: { input: { readonly texts: readonly string[] }; output: Int32Array };
  /** One batch through the network. Token vectors are only for a model with a projection. */
  embed: { input: Batch; output: EmbeddedBatch };
}

export type WorkerCallName = keyof WorkerCalls;

export type WorkerRequest =
  | {
      [N in WorkerCallName]: { readonly id: number; readonly call: N; readonly input: WorkerCalls[N]['input'] };
    }[WorkerCallName]
  | { readonly call: 'close' };

export type WorkerReply =
  | { readonly type: 'ready' }
  /** The model cannot be used; the thread ends. */
  | { readonly type: 'unusable'; readonly problem: ModelProblem }
  | { readonly type: 'done'; readonly id: number; readonly output: WorkerCalls[WorkerCallName]['output'] }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

export interface ModelProblem {
  readonly kind: 'missing' | 'unreadable' | 'truncated' | 'altered' | 'rejected' | 'no-runtime';
  /** File name; for `no-runtime` the platform. */
  readonly subject: string;
  /** For the log: paths, sizes, what the runtime said. */
  readonly detail: string;
}
