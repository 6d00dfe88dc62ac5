import { restoreText } from '@arbiter/prompting';
import { saysNothingFound } from './says-nothing-found.js';
import { NOT_IN_SOURCES } from './synthesis.prompt.js';

const MARKER = /(?<![^\S\n])[^\S\n]*\[\d+\]/g;

/**
 * The words of a sentence while a model is still writing it, as far as they can be shown: without markers, whose numbers are
 * given when the sentence is bound to its sources, and without what is not meant for a reader.
 */
export class SentencePreview {
  #shown = '';

  /** @param fenceId a sentence that holds it repeats the prompt */
  constructor(private readonly fenceId: string) {}

  /**
   * @param underWay the sentence from its beginning, as far as it has come, its markers in the form of `MarkerScanner`
   * @returns what is to be added to what was shown of it; '' for nothing
   */
  extend(underWay: string): string {
    const text = restoreText(underWay.replace(MARKER, '')).trimEnd();
    if (this.isKeptBack(text) || !text.startsWith(this.#shown)) return '';
    const added = text.slice(this.#shown.length);
    this.#shown = text;
    return added;
  }

  /** @returns whether anything was shown of the sentence that has ended */
  end(): boolean {
    const wasShown = this.#shown !== '';
    this.#shown = '';
    return wasShown;
  }

  private isKeptBack(text: string): boolean {
    const words = text.trimStart();
    const isMeantForUs = words.includes(NOT_IN_SOURCES) || NOT_IN_SOURCES.startsWith(words);
    return isMeantForUs || words.includes(this.fenceId) || saysNothingFound(words);
  }
}
