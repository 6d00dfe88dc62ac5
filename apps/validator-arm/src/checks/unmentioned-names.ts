import { isCalendarWord } from '@arbiter/english';
import { editDistance, languageOfParagraph, namesIn, spacedWords, splitSentences, terms } from '@arbiter/text';

/** Flags, names in code and in capitals, and what mixes letters with digits: `--port`, `QUILL_HOME`, `maxBody`, `v2`. */
const IDENTIFIER = /^--?[a-z]|^[A-Z]{2}[A-Z\d]*$|[a-z][A-Z]|\p{L}[_\d]|\d[_\p{L}]|\p{L}\.\p{L}/u;
/** Languages in which nouns are capitalised, so that a capital tells no name. */
const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de']);
/** Share of the words behind the first from which on a question is written in capitals, 0–1, and how many tell. */
const TITLE_CASE = 0.75;
const FEWEST_OF_TITLE = 4;
/** Times are asked about, and are no names of things. */
const isTime = (word: string): boolean => isCalendarWord(word) || /^(?:christmas|easter)$/i.test(word);
const LONGEST_QUESTION = 1_000;
/** What may be a misspelling of a term: a letter of six. */
const MISSPELT = 1 / 6;
const SHORTEST_MISSPELT = 5;

/** What the sources of an answer hold. */
export interface HeldTerms {
  holds(term: string): boolean;
  holdsTogether(terms: readonly string[]): boolean;
  terms(): Iterable<string>;
}

/**
 * Names of a question that no source mentions: people, places and things by their capital letters, flags, identifiers. What
 * the sources say of others is no answer then, however alike the rest is. A name counts as mentioned when a sentence holds all
 * its terms, since Ada Holm and Sigrid Lund are no Ada Lund, or when they may be misspellings of what is held. Where several
 * questions are asked at once, one without such a name may be answered.
 *
 * @returns as they are written, in their order
 */
export function unmentionedNames(question: string, held: HeldTerms): string[] {
  const text = question.slice(0, LONGEST_QUESTION);
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  const asking = sentences.filter((sentence) => sentence.endsWith('?'));
  const missing = (asking.length > 0 ? asking : [text]).map((asked) => missingIn(asked, held));
  return missing.every((names) => names.length > 0) ? [...new Set(missing.flat())] : [];
}

function missingIn(asked: string, held: HeldTerms): string[] {
  return [...new Set(namesOf(asked))].filter((name) => {
    const own = terms(name).map(({ term }) => term);
    if (own.length === 0 || held.holdsTogether(own)) return false;
    return own.every((term) => held.holds(term)) || !own.every((term) => held.holds(term) || isMisspelt(term, held));
  });
}

function namesOf(text: string): string[] {
  const words = (text.match(/(?<!\S)\p{L}+/gu) ?? []).slice(1);
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  const isTitle = words.length >= FEWEST_OF_TITLE && capitals >= TITLE_CASE * words.length;
  if (isTitle) return [];
  const identifiers = spacedWords(text).filter((word) => IDENTIFIER.test(word));
  const language = languageOfParagraph(text, { start: 0, end: text.length });
  if (CAPITALISES_NOUNS.has(language ?? '')) return identifiers;
  const names = namesIn(text).map(({ text: name }) => name);
  return [...names.filter((name) => !isTime(name)), ...identifiers];
}

function isMisspelt(term: string, held: HeldTerms): boolean {
  if (term.length < SHORTEST_MISSPELT) return false;
  for (const other of held.terms()) {
    if (Math.abs(other.length - term.length) <= 1 && editDistance(term, other) <= MISSPELT) return true;
  }
  return false;
}
