import { AUXILIARIES, BE, DEMONSTRATIVES, DETERMINERS, gerundOf, isVerb, PREPOSITIONS, TITLES } from '@arbiter/english';
import { stem, tokenize, type Token } from '@arbiter/text';
import type { Exchange } from './exchange.js';
import type { Expression } from './expression.js';
import { mentionsOfExchange, type Mention } from './mentions.js';
import { isPredicate, nounPhrasesIn, type NounPhrase } from './noun-phrases.js';
import { referentOf } from './pronoun-expressions.js';
import { isIntroducedBefore } from './stands-alone.js';
import { ATTRIBUTES, isFunctionWord } from './words.js';

/** "this morning", "that way": no things that were spoken of. */
const NOT_POINTED_TO = new Set(
  'morning afternoon evening night day week month year season time way kind sort case moment person people'.split(' '),
);
const ACTION =
  /\b(?:how\s+(?:do|can|should|must|would)\s+(?:i|we|you|one|people)|how\s+to|to)\s+(\p{L}+)\s+([^\s?,][^?,]*)\??$/iu;

/**
 * "that", "this", "do that", "that unit", "this castle", "the same tower", and a title alone for the person who bears it
 * ("the colonel").
 *
 * @param mentions of the session, as `mentionsOf` orders them
 */
export function demonstrativeExpressions(
  question: string,
  exchanges: readonly Exchange[],
  mentions: readonly Mention[],
): Expression[] {
  const tokens = tokenize(question);
  const phrases = nounPhrasesIn(question);
  return tokens.flatMap(({ text, start, end }, index) => {
    const phrase = phrases.find((one) => one.start === start);
    if (text.toLowerCase() === 'the') return phrase ? titled(phrase, mentions) : [];
    const place = { question, tokens, index, mentions };
    if (!DEMONSTRATIVES.has(wordAt(tokens, index)) || !pointsBack(place)) return [];
    if (hasNoun(place, phrases)) {
      const isOnlyOne = phrases.every((other) => other === phrase);
      const referent = phrase ? nounReferent(phrase, mentions, isOnlyOne) : null;
      return referent === null ? [] : [{ start, end: tokens[index + 1]?.end ?? end, referent }];
    }
    const referent = bareReferent(place, exchanges);
    return referent === null ? [] : [{ start, end, referent }];
  });
}

/** A demonstrative in its question. */
interface Demonstrative {
  readonly question: string;
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly mentions: readonly Mention[];
}

function wordAt(tokens: readonly Token[], index: number): string {
  return tokens[index]?.text.toLowerCase() ?? '';
}

/** "The man that built", "I know that …", "those of the hall" do not. */
function pointsBack({ question, tokens, index, mentions }: Demonstrative): boolean {
  const [before, next] = [wordAt(tokens, index - 1), wordAt(tokens, index + 1)];
  if (next === 'of' || next === 'for' || isIntroducedBefore(question, tokens[index]?.start ?? 0)) return false;
  if (before === '' || AUXILIARIES.has(before) || PREPOSITIONS.has(before)) return true;
  return isVerb(before) && (index === tokens.length - 2 || calledBy(next, mentions).length > 0);
}

/** Whether the next word is what is pointed to: "that unit", and not "Is that dangerous?". */
function hasNoun({ tokens, index, mentions }: Demonstrative, phrases: readonly NounPhrase[]): boolean {
  const next = wordAt(tokens, index + 1);
  if (next === '' || isFunctionWord(next)) return false;
  if (calledBy(next, mentions).length > 0) return true;
  const isSaidOf = BE.has(wordAt(tokens, index - 1)) && index + 2 === tokens.length && phrases.length === 1;
  if (isSaidOf && !nounLike(next)) return false;
  // "Does that include …", "Will that delete my …".
  return !isVerb(next) && !DETERMINERS.has(wordAt(tokens, index + 2));
}

/** The mentions that hold a noun. */
function calledBy(noun: string, mentions: readonly Mention[]): Mention[] {
  const wanted = stem(noun);
  return mentions.filter(({ text }) =>
    text
      .toLowerCase()
      .split(/[\s-]+/)
      .some((word) => stem(word) === wanted),
  );
}

/** "that unit": the thing that was called a unit; else what was asked for last, or spoken of. */
function nounReferent({ head, plural }: NounPhrase, mentions: readonly Mention[], isOnlyOne: boolean): string | null {
  const called = calledBy(head, mentions);
  const named = called.find((one) => one.named) ?? called.find(({ text }) => text.split(' ').length > 2);
  if (named) return named.text;
  if (!isOnlyOne || NOT_POINTED_TO.has(head) || ATTRIBUTES.has(head)) return null;
  const asked = mentions.find((one) => one.asked)?.text;
  return asked ?? (plural ? referentOf('plural', mentions) : null) ?? referentOf('thing', mentions);
}

/** "How do I descale it?" – "How often should I do that?": what was done; elsewhere what was named last. */
function bareReferent(
  { question, tokens, index, mentions }: Demonstrative,
  exchanges: readonly Exchange[],
): string | null {
  const last = exchanges.at(-1);
  const before = wordAt(tokens, index - 1);
  if (!last || before === 'do' || /^th[eo]se$/.test(wordAt(tokens, index))) return null;
  if (BE.has(before) && /^\s*when\b/i.test(question)) return eventOf(last);
  const [, verb, object = ''] = ACTION.exec(last.question) ?? [];
  if (verb !== undefined) return gerundOf(`${verb} ${object.trim()}`);
  const inQuestion = mentionsOfExchange(last).filter(({ from }) => from === 'question');
  return inQuestion.at(-1)?.text ?? mentions[0]?.text ?? null;
}

/** "Is that |dangerous?", "Is that |island …": whether a word may be what is pointed to. */
function nounLike(word: string): boolean {
  return !/(?:ive|al|y)$/.test(word) && !isPredicate(word);
}

/** "When was that?": what the answer has told last. */
function eventOf({ answer }: Exchange): string | null {
  const told = nounPhrasesIn(answer).at(-1);
  const isLast = told !== undefined && /^[\s.!]*$/.test(answer.slice(told.end));
  return isLast && !/\d/.test(told.text) ? told.text : null;
}

/** "do that" with what is to be done: "descale the Bruno 300"; null where the last question names no action. */
export function actionExpression(question: string, exchanges: readonly Exchange[]): Expression | null {
  const match = /\bdo\s+(?:that|this|it|so)\b/i.exec(question);
  const action = ACTION.exec(exchanges.at(-1)?.question ?? '');
  if (!match || !action) return null;
  const [, verb = '', object = ''] = action;
  return { start: match.index, end: match.index + match[0].length, referent: `${verb} ${object.trim()}` };
}

/** "the colonel" → "Colonel Petra Stahl". */
function titled({ text, head, end, start }: NounPhrase, mentions: readonly Mention[]): Expression[] {
  if (text.split(/\s+/).length !== 2 || !TITLES.has(head)) return [];
  const bearer = mentions.find((one) => one.text.toLowerCase().startsWith(`${head} `) && one.named);
  return bearer && !BE.has(head) ? [{ start, end, referent: bearer.text }] : [];
}
