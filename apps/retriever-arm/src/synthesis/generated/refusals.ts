import type { CutSentence } from './read-sentences.js';
import { NOT_IN_SOURCES } from './synthesis.prompt.js';

/**
 * Keeps back an answer that begins by saying that nothing was found, until a sentence names a source after all. If none
 * does, nothing was let through, and the answer is empty.
 */
export class RefusalGate {
  #isOpen = false;
  #kept: CutSentence[] = [];

  /** Nothing so far is a part of the answer. */
  restart(): void {
    [this.#isOpen, this.#kept] = [false, []];
  }

  /** Whether all that came said that nothing was found. */
  get isRefused(): boolean {
    return !this.#isOpen && this.#kept.length > 0;
  }

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

const SOURCES = '(?:sources?|passages?|context|documents?|texts?|information|excerpts?|material)';
const PROVIDED = '(?:provided|given|retrieved|available|above|quoted|supplied)';
const DO_NOT =
  "(?:do(?:es)?(?: not|n['’]t)|did(?: not|n['’]t)|cannot|can['’]t|contains? no|(?:has|have|gives?|offers?|provides?) no|(?:is|are)(?: not|n['’]t) (?:clear|specific|sufficient|enough|say|stat|mention)|fails? to)[a-z]*";

/** How models say in prose that they found nothing, whatever they were told to write instead. */
const WAYS_TO_SAY_IT = [
  `(?:none of )?(?:the|these|those|your) (?:${PROVIDED} )*${SOURCES}(?: ${PROVIDED})?(?: (?:here|alone|\\p{L}+ly))? ${DO_NOT}\\b`,
  `none of the (?:${PROVIDED} )*${SOURCES}\\b`,
  "(?:i|we) (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|did not|didn['’]t|am unable|am not able|was unable)\\b",
  "(?:i['’]m|i am) (?:sorry|unable|not able)\\b",
  '(?:sorry|unfortunately)\\b',
  `there (?:is|was|are) (?:no|not enough|insufficient) (?:${PROVIDED} )*(?:information|mention|answer|evidence|data|${SOURCES})`,
  `(?:no|not enough|insufficient) (?:${PROVIDED} )*(?:information|answer|mention|evidence|data)\\b`,
  `(?:it|this|that) (?:is|was) not (?:stated|mentioned|specified|given|said|found)\\b`,
];
const NOTHING_FOUND = new RegExp(
  `^\\W*(?:(?:based on|according to|from|in) [^,.]{0,60}, )?(?:${WAYS_TO_SAY_IT.join('|')})`,
  'iu',
);

/**
 * Whether a sentence says that the sources hold no answer. Asked of sentences without markers only: one with a marker
 * says something that stands in a source.
 */
export function saysNothingFound(sentence: string): boolean {
  return NOTHING_FOUND.test(sentence);
}
