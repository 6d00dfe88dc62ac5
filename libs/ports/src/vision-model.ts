import type { GenerateOptions } from './language-model.js';

/** A page to be read for a question. */
export interface PageReading {
  readonly question: string;
  /** Of the document. */
  readonly title: string;
  /** From 1. */
  readonly page: number;
  /** A JPEG file. */
  readonly picture: Uint8Array;
  /** Words that are known to stand on it; '' for none. */
  readonly words: string;
}

/** Reads pictures of pages. Rejects as a LanguageModel does. */
export interface VisionModel {
  /** Vendor and model, as in `anthropic/claude-…`. */
  readonly name: string;
  /** @returns what the picture says to the question, a sentence each and none repeated; none where it says nothing */
  read(reading: PageReading, options: GenerateOptions): Promise<readonly string[]>;
}
