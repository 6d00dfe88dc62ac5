import { saysNothingFound } from './says-nothing-found.js';
import { NOT_IN_SOURCES } from './synthesis.prompt.js';
import type { CutSentence } from './sentence-cutter.js';

/**
 * Keeps back an answer that begins by saying that nothing was found, until a sentence names a source after all. If none
 * does, nothing was let through, and the answer is empty.
 */
export class RefusalGate {
  #isOpen = false;
  #kept: CutSentence[] = [];

  /** @returns what may be written now, in order */
  pass(sentence: CutSentence): CutSentence[] {
    if (sentence.text.includes(NOT_IN_SOURCES)) {
      this.#kept.push(sentence);
      return [];
    }
    const namesSource = /\[[1-9]\d*\]/.test(sentence.text);
    const isRefused = this.#kept.length > 0 || saysNothingFound(sentence.text);
    if (!this.#isOpen && isRefused && !namesSource) {
      this.#kept.push(sentence);
      return [];
    }
    this.#isOpen = true;
    const kept = this.#kept.filter(({ text }) => !text.includes(NOT_IN_SOURCES));
    this.#kept = [];
    return [...kept, sentence];
  }
}
