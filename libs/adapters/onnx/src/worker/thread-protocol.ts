import type { Picture, ReadingTask } from '@arbiter/ports';
import type { EmbeddingModel, ModelFolder } from '../embedding-model.js';

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

/** Data of a thread that was started early: its settings are the first message. */
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

/** What the embedder and its worker thread say to each other. */

export interface WorkerSettings extends ThreadSettings {
  readonly model: EmbeddingModel;
}

/** Texts as token ids, one after the other; text `i` has `lengths[i]` of them. */
export interface EncodedTexts {
  readonly ids: Int32Array;
  readonly lengths: Int32Array;
}

export interface EncodeInput {
  readonly texts: readonly string[];
  /** Whether it matters where in its text a token stands. */
  readonly withOffsets: boolean;
}

export interface TokenisedTexts extends EncodedTexts {
  /** UTF-16 code units, one of each id, −1 for special ones; both empty without `withOffsets`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export interface Batch extends EncodedTexts {
  /** For each text, 1 where the vectors of its pieces are wanted, else 0. */
  readonly withPieces: Uint8Array;
}

export interface EmbeddedBatch {
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
  /** Vectors of the pieces, of those texts where they were wanted, one after the other, each of unit length. */
  readonly pieces: Float32Array;
}

/** From requests to what they answer. */
export interface WorkerCalls {
  /** Token ids, special ones included, cut to the model's longest input. */
  encode: { input: EncodeInput; output: TokenisedTexts };
  /** Tokens of each text, special ones included, not cut. */
  count: { input: { readonly texts: readonly string[] }; output: Int32Array };
  /** One batch through the network. */
  embed: { input: Batch; output: EmbeddedBatch };
}

/** What the reranker and its worker thread say to each other. */

export interface CrossEncoderSettings extends ThreadSettings {
  /** What people call the model. */
  readonly name: string;
  /** Absolute path of the folder with its files. */
  readonly directory: string;
}

/** Pairs `[CLS] query [SEP] passage [SEP]` as token ids; `firstLengths[i]` of pair `i` are before the passage. */
export interface EncodedPairs extends EncodedTexts {
  readonly firstLengths: Int32Array;
}

/** From requests to what they answer. */
export interface CrossEncoderCalls {
  /** Cut to the model's longest input. */
  encode: { input: { readonly query: string; readonly passages: readonly string[] }; output: EncodedPairs };
  /** One batch through the network: a logit for each pair. */
  score: { input: EncodedPairs; output: Float32Array };
}

/** What the reader and its worker thread say to each other. */

/** How much of each part the network reads, in word pieces. */
export interface ReadingLimits {
  /** Of the whole input, special tokens included. */
  readonly pieces: number;
  readonly questionPieces: number;
  readonly headingPieces: number;
}

/**
 * Inputs `[CLS] question [SEP] headings [SEP] passage [SEP]`, one per window of a passage; `firstLengths[w]` tokens of window `w`
 * are before the headings.
 */
export interface EncodedWindows extends EncodedPairs {
  /** Position of the first piece of the passage in each window; the last token of a window is [SEP]. */
  readonly firstPieces: Int32Array;
  /** Of each window the task that it is of, ascending. */
  readonly tasks: Int32Array;
  /** UTF-16 offsets in the passage of the pieces of all windows, one window after the other. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Of each task 1 where its passage is longer than its windows. */
  readonly cut: Uint8Array;
}

/** What the network says of a batch of windows, padding left out. */
export interface WindowLogits {
  /** Of all tokens of all windows in their order: start and end. */
  readonly spans: Float32Array;
  /** Of each window: nothing, a span, yes, no. */
  readonly verdicts: Float32Array;
}

/** From requests to what they answer. */
export interface ReaderCalls {
  encode: { input: { readonly tasks: readonly ReadingTask[] }; output: EncodedWindows };
  /** One batch through the network. */
  run: { input: EncodedPairs; output: WindowLogits };
}

/** What the layout model and its worker thread say to each other. */

/** A network like PicoDet as a folder with `model.onnx`. */
export interface LayoutNetwork extends ModelFolder {
  /** Of the picture that it takes, in pixels. */
  readonly width: number;
  readonly height: number;
  /** In the order of its scores. */
  readonly labels: readonly string[];
  /** Pixels between the points of each pair of heads. */
  readonly strides: readonly number[];
}

export interface LayoutSettings extends ThreadSettings {
  readonly model: LayoutNetwork;
}

/** From requests to what they answer. */
export interface LayoutCalls {
  /** Of each region its label, score and left, top, right and bottom edge as shares of the picture; the most certain first. */
  regions: { input: Picture; output: Float32Array };
}

/** What the recogniser of text and its worker thread say to each other. */

export interface RecogniserSettings extends ThreadSettings {
  /** A folder with `detector.onnx`, `recogniser.onnx` and `alphabet.txt`. */
  readonly model: ModelFolder;
}

/** Lines cut out of a picture, upright, `STRIP_HEIGHT` pixels high, RGB, one after the other. */
export interface Strips {
  readonly pixels: Uint8Array;
  /** In pixels. */
  readonly widths: Int32Array;
}

export interface FoundLines extends Strips {
  /**
   * Of each strip the place that it was cut from, as shares of the picture: left, top, right and bottom edge of the line, and the
   * quarter turns, 0, 1 or 3, with which it was cut; strips of one line follow each other.
   */
  readonly places: Float32Array;
}

/** From requests to what they answer. */
export interface RecogniserCalls {
  find: { input: Picture; output: FoundLines };
  /** Of each sign, in the order of strips: the strip, its code point, its middle as a share of the strip's width, and 0–1 how sure it is. */
  read: { input: Strips; output: Float32Array };
}
