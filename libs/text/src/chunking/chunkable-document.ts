import type { Span } from '../span.js';

/** The parts of a parsed document that the chunker reads. Offsets are UTF-16 code units into `text`. */
export interface ChunkableDocument {
  readonly text: string;
  /** Headings in document order; level 1 is outermost; `start` is that of the heading itself. */
  readonly sections: readonly { readonly heading: string; readonly level: number; readonly start: number }[];
  /** In document order; empty for a format without pages. Numbers from 1. */
  readonly pages: readonly { readonly number: number; readonly start: number }[];
  /** In document order, not overlapping. Text between them is read as paragraphs. */
  readonly blocks: readonly ChunkableBlock[];
}

export interface ChunkableBlock extends Span {
  readonly kind: 'paragraph' | 'heading' | 'list_item' | 'table_row' | 'code' | 'quote';
}

/** A passage to be indexed: `text === document.text.slice(start, end)`. */
export interface TextChunk extends Span {
  /** Position in the document, from 0. */
  readonly ordinal: number;
  readonly text: string;
  /** Headings from the outermost to the innermost; empty above the first heading. */
  readonly section: readonly string[];
  /** Page it starts on, from 1; null without pages. */
  readonly page: number | null;
}

/**
 * Counts the tokens of each text, in order. Each call carries many texts. Special tokens may be included: the count of
 * the empty text is taken off.
 */
export type CountTokens = (texts: readonly string[]) => readonly number[] | Promise<readonly number[]>;

export interface ChunkingOptions {
  readonly countTokens: CountTokens;
  /** Size at which a chunk is closed, in tokens. */
  readonly targetTokens?: number;
  /** Size that no chunk exceeds, in tokens: what the embedding model reads, less its special tokens. */
  readonly maxTokens?: number;
  /** Whole sentences of the chunk before that a chunk repeats, in tokens; 0 turns overlap off. */
  readonly overlapTokens?: number;
}

/**
 * Sizes for encoders that read 256 word pieces: the target leaves room for a title in front, the maximum for special
 * tokens and for the difference between a text's count and the sum over its sentences.
 */
export const DEFAULT_TARGET_TOKENS = 180;
export const DEFAULT_MAX_TOKENS = 240;
export const DEFAULT_OVERLAP_TOKENS = 30;
