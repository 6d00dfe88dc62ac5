import {
  AUXILIARIES,
  BE,
  CONJUNCTIONS,
  DETERMINERS,
  isCalendarWord,
  isComparative,
  isVerb,
  PREPOSITIONS,
} from '@arbiter/english';
import { namesIn, tokenize, type Span, type Token } from '@arbiter/text';
import { isFunctionWord, isPlural } from './words.js';

/** Something that a text speaks of. */
export interface NounPhrase extends Span {
  /** As it stands in the text, with its article and what belongs to it: "the ford at Ambry". */
  readonly text: string;
  /** Last word of its core, lower case: "ford". */
  readonly head: string;
  /** Whether it is a name or holds one. */
  readonly named: boolean;
  readonly determined: boolean;
  readonly plural: boolean;
  /** What stands after its first "of": "Tollen" in "the mayor of Tollen". */
  readonly of: string | null;
}

/** What may stand between two words of one phrase: a space, a hyphen, the apostrophe of a plural. */
const JOINED = /^(?:[ ]|[-‐]|['’] )$/;
const POSSESSIVE = /['’]s$/;
const SUBJECT_PRONOUNS = new Set(['i', 'you', 'we', 'they', 'he', 'she', 'it', 'to', 'people', 'there', 'who', 'how']);
/** Adjectives that follow "is the …": they belong to the predicate, not to the subject. */
const PREDICATES = new Set(
  `due open closed old tall high big large wide deep heavy long far valid available free safe new ready allowed
   built made born found kept held called named used sold paid worth vegan warm cold cheap expensive`.split(/\s+/),
);

/**
 * The noun phrases of a text in order, by closed classes and capitals alone: a run of words between function words and
 * verbs. Rough, since English does not mark its nouns; what is wrong costs a referent, never a false one by itself.
 */
export function nounPhrasesIn(text: string): NounPhrase[] {
  const tokens = tokenize(text);
  const ends = nameEnds(text, tokens);
  const phrases: NounPhrase[] = [];
  for (let at = 0; at < tokens.length;) {
    const last = coreEnd(text, tokens, ends, at);
    if (last === null) {
      at += 1;
      continue;
    }
    const [end, of] = tail(text, tokens, ends, at, last);
    const phrase = phraseOf(text, tokens, ends, at, last, end, of);
    if (phrase) phrases.push(phrase);
    at = isVerbAfter(text, tokens, ends, at, end) ? end + 2 : end + 1;
  }
  return phrases;
}

/** "Can a knight |join the Guard": what follows the subject of an auxiliary is its verb. */
function isVerbAfter(
  text: string,
  tokens: readonly Token[],
  ends: ReadonlyMap<number, number>,
  at: number,
  end: number,
): boolean {
  const auxiliary = wordAt(tokens, at - 1);
  return (
    AUXILIARIES.has(auxiliary) &&
    !BE.has(auxiliary) &&
    isJoined(text, tokens, end) &&
    !ends.has(end + 1) &&
    !isFunctionWord(wordAt(tokens, end + 1))
  );
}

/** For the first token of each name the index of its last, with the number or letter that follows: "Falcon X2". */
function nameEnds(text: string, tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const { start, end } of namesIn(text)) {
    const first = tokens.findIndex((token) => token.start >= start);
    let last = tokens.findLastIndex((token) => token.start < end);
    while (/^(?:\d[\d\p{L}]*|\p{Lu}\d*)$/u.test(tokens[last + 1]?.text ?? '') && isJoined(text, tokens, last))
      last += 1;
    if (first >= 0) ends.set(first, last);
  }
  return ends;
}

function isJoined(text: string, tokens: readonly Token[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  return token !== undefined && next !== undefined && JOINED.test(text.slice(token.end, next.start));
}

function wordAt(tokens: readonly Token[], index: number): string {
  return tokens[index]?.text.toLowerCase() ?? '';
}

/** Where a verb stands, whatever the word: "do I |descale", "who |conducts", "what |became of"; or an adverb: "how |heavy". */
function followsSubject(tokens: readonly Token[], at: number): boolean {
  const before = wordAt(tokens, at - 1);
  if (before === 'what') return !tokens.slice(at).some(({ text }) => AUXILIARIES.has(text.toLowerCase()));
  return SUBJECT_PRONOUNS.has(before) || wordAt(tokens, at).endsWith('ed');
}

/** Index of the last token of the phrase that begins at `at`, without what follows an "of"; null when none does. */
function coreEnd(text: string, tokens: readonly Token[], ends: ReadonlyMap<number, number>, at: number): number | null {
  const determined = DETERMINERS.has(wordAt(tokens, at));
  if (!determined && !ends.has(at) && !canOpen(tokens, at)) return null;
  let last = determined ? at : (ends.get(at) ?? at);
  while (isJoined(text, tokens, last)) {
    const nameEnd = ends.get(last + 1);
    if (nameEnd === undefined && !goesOn(tokens, ends, at, last)) break;
    last = nameEnd ?? last + 1;
  }
  return determined && last === at ? null : trimmed(text, tokens, ends, at, last);
}

/** Whether a word without an article may be a noun or an adjective. */
function canOpen(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  return !isFunctionWord(word) && !isVerb(word) && !followsSubject(tokens, at);
}

/** Whether the word after the phrase so far, which begins no name, belongs to it. */
function goesOn(tokens: readonly Token[], ends: ReadonlyMap<number, number>, at: number, last: number): boolean {
  const word = wordAt(tokens, last + 1);
  if (isFunctionWord(word) || DETERMINERS.has(word)) return false;
  const determined = DETERMINERS.has(wordAt(tokens, at));
  if (isVerb(word) && (last > at || !determined)) return false;
  if (!endsWithName(ends, last, tokens)) return true;
  return determined && !isPredicate(word) && !isComparative(word);
}

function endsWithName(ends: ReadonlyMap<number, number>, last: number, tokens: readonly Token[]): boolean {
  return [...ends.values()].includes(last) && !POSSESSIVE.test(tokens[last]?.text ?? '');
}

/** Gives a verb or predicate at the end back: "does the whimmer |breed", "is the tax |due", "the master |keeps the key". */
function trimmed(
  text: string,
  tokens: readonly Token[],
  ends: ReadonlyMap<number, number>,
  at: number,
  last: number,
): number {
  if (endsWithName(ends, last, tokens)) return last;
  const auxiliary = wordAt(tokens, at - 1);
  const content = last - at + (DETERMINERS.has(wordAt(tokens, at)) ? 0 : 1);
  // "The harbour master |enforces the act".
  if (content >= 2 && /[^s](?:s|ed)$/.test(wordAt(tokens, last)) && isObject(wordAt(tokens, last + 1))) return last - 1;
  if (content < 2 || !AUXILIARIES.has(auxiliary)) return last;
  const word = wordAt(tokens, last);
  if (BE.has(auxiliary) || /^ha[sdv]e?$/.test(auxiliary)) return isPredicate(word) ? last - 1 : last;
  const rest = text.slice(tokens[last]?.end ?? 0);
  const hasOtherVerb = tokens.slice(last + 1).some(({ text: each }) => isVerb(each.toLowerCase()));
  return hasOtherVerb || /^['’]/.test(rest) ? last : last - 1;
}

function isObject(word: string): boolean {
  return DETERMINERS.has(word) || /^(?:it|him|them)$/.test(word);
}

/** "open", "vegan", "dangerous", "closed": what is said of something, not a part of its name. */
export function isPredicate(word: string): boolean {
  return PREDICATES.has(word) || /(?:ed|ous|ful|able|ible|less)$/.test(word);
}

/** @returns the index of the last token with what follows "of", or a place after "the ford at", and what follows "of" */
function tail(
  text: string,
  tokens: readonly Token[],
  ends: ReadonlyMap<number, number>,
  at: number,
  last: number,
): readonly [number, string | null] {
  if (!isJoined(text, tokens, last)) return [last, null];
  const link = wordAt(tokens, last + 1);
  const begin = last + 2;
  if (!PREPOSITIONS.has(link) || !isJoined(text, tokens, last + 1)) return [last, null];
  if (link !== 'of') {
    const isPlaced = DETERMINERS.has(wordAt(tokens, at)) && /^(?:at|on|in|near)$/.test(link);
    const place = wordAt(tokens, begin) === 'the' ? begin + 1 : begin;
    const isDay = isCalendarWord(wordAt(tokens, place));
    return [(isPlaced && !isDay ? ends.get(place) : undefined) ?? last, null];
  }
  const inner = coreEnd(text, tokens, ends, begin);
  if (inner === null) return [last, null];
  const [end] = tail(text, tokens, ends, begin, inner);
  return [end, text.slice(tokens[begin]?.start, tokens[end]?.end)];
}

function phraseOf(
  text: string,
  tokens: readonly Token[],
  ends: ReadonlyMap<number, number>,
  at: number,
  last: number,
  end: number,
  of: string | null,
): NounPhrase | null {
  const [first, final, core] = [tokens[at], tokens[end], tokens[last]];
  if (!first || !final || !core || CONJUNCTIONS.has(wordAt(tokens, at))) return null;
  const head = core.text.toLowerCase().replace(POSSESSIVE, '');
  const spanEnd = final.end - (POSSESSIVE.exec(final.text)?.[0].length ?? 0);
  return {
    start: first.start,
    end: spanEnd,
    text: text.slice(first.start, spanEnd),
    head,
    named: [...ends].some(([from, to]) => from >= at && to <= end),
    determined: DETERMINERS.has(wordAt(tokens, at)),
    plural: isPlural(head),
    of,
  };
}
