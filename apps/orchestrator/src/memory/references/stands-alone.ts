import { isCalendarWord } from '@arbiter/english';
import { questionTerms, splitSentences, termSet, tokenize } from '@arbiter/text';
import type { Exchange } from './exchange.js';
import { isFunctionWord } from './words.js';

/** Words of a first sentence that tells a story of its own: "I forgot my umbrella on the train. Do they keep it?" */
const STORY_WORDS = 4;
/** New terms of a question that brings its own subject, however it points. */
const OWN_TERMS = 4;

/** "Is she the one who …": no other person has been named yet. */
const OPENS_WITH_PERSON = /^\s*(?:and\s+|but\s+)?\p{L}+\s+(?:he|she)\b[^.?!]*(?:[.?!]+\s*)?$/iu;
/** Whether a question explains whatever it points to, so that the session has no say in it. */
export function standsAlone(question: string, exchanges: readonly Exchange[]): boolean {
  if (OPENS_WITH_PERSON.test(question)) return false;
  const [first, second] = splitSentences(question);
  if (first && second && tokenize(question.slice(first.start, first.end)).length >= STORY_WORDS) return true;
  const own = questionTerms(question).map(({ term }) => term);
  if (own.length < OWN_TERMS) return false;
  const spokenOf = exchanges.map((exchange) => `${exchange.question}\n${exchange.answer}`).join('\n');
  const known = termSet(spokenOf);
  return !own.some((term) => known.has(term));
}

/** Whether the question itself holds a name, at any place. */
export function namesSomething(question: string): boolean {
  return tokenize(question).some(
    ({ text }, index) => index > 0 && /^\p{Lu}/u.test(text) && !/^I(?:['’]|$)/.test(text) && !isCalendarWord(text),
  );
}

/** Whether a clause of its own goes before a place in the question: "Standard or express: how do they differ?" */
export function isIntroducedBefore(question: string, at: number): boolean {
  const clause = /^(.*)[:;,–—](?:\s|$)/su.exec(question.slice(0, at))?.[1];
  if (clause === undefined) return false;
  return tokenize(clause).filter(({ text }) => !isFunctionWord(text.toLowerCase())).length >= 2;
}
