import { AUXILIARIES, BE, DETERMINERS, gerundOf, isVerb, PREPOSITIONS } from '@arbiter/english';
import { stem, tokenize, type Token } from '@arbiter/text';
import type { Exchange } from './exchange.js';
import type { Expression } from './expression.js';
import { mentionsOfExchange, type Mention } from './mentions.js';
import { isPredicate, nounPhrasesIn, type NounPhrase } from './noun-phrases.js';
import { referentOf } from './pronoun-expressions.js';
import { isIntroducedBefore } from './stands-alone.js';
import { ATTRIBUTES, isFunctionWord, TITLES } from './words.js';

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
  return tokens.flatMap((token, index) => {
    const word = token.text.toLowerCase();
    const [before, next] = [tokens[index - 1]?.text.toLowerCase() ?? '', tokens[index + 1]?.text ?? ''];
    const phrase = phrases.find(({ start }) => start === token.start);
    if (word === 'the') return phrase ? titled(phrase, mentions) : [];
    if (!/^(?:that|this|these|those)$/.test(word)) return [];
    // "the man that built", "I know that …": no pointing back.
    const isCalled = calledBy(next.toLowerCase(), mentions).length > 0;
    const introduces =
      before === '' ||
      AUXILIARIES.has(before) ||
      PREPOSITIONS.has(before) ||
      (isVerb(before) && (isCalled || index === tokens.length - 2));
    if (!introduces || isIntroducedBefore(question, token.start) || /^(?:of|for)$/i.test(next)) return [];
    const isSaidOf =
      BE.has(before) && index + 2 === tokens.length && phrases.length === 1 && !isCalled && !nounLike(next);
    if (!isSaidOf && next !== '' && !isFunctionWord(next.toLowerCase()) && !isVerbHere(tokens, index + 1, mentions)) {
      const others = phrases.filter((other) => other !== phrase).length;
      const referent = phrase ? nounReferent(phrase, mentions, others === 0) : null;
      const end = tokens[index + 1]?.end ?? token.end;
      return referent === null ? [] : [{ start: token.start, end, referent }];
    }
    if (word === 'these' || word === 'those') return [];
    const asksWhen = /^\s*when\b/i.test(question) && BE.has(before);
    const referent = asksWhen ? eventOf(exchanges) : bareReferent(before, exchanges, mentions);
    return referent === null ? [] : [{ start: token.start, end: token.end, referent }];
  });
}

/** A verb: "Does that include …", "Will that delete my …"; unless the session speaks of a thing by that word. */
function isVerbHere(tokens: readonly Token[], index: number, mentions: readonly Mention[]): boolean {
  const word = tokens[index]?.text.toLowerCase() ?? '';
  const after = tokens[index + 1]?.text.toLowerCase() ?? '';
  return (isVerb(word) || DETERMINERS.has(after)) && calledBy(word, mentions).length === 0;
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
function bareReferent(before: string, exchanges: readonly Exchange[], mentions: readonly Mention[]): string | null {
  const last = exchanges.at(-1);
  if (!last) return null;
  const action = ACTION.exec(last.question);
  if (action) {
    const [, verb = '', object = ''] = action;
    if (before === 'do') return null;
    return gerundOf(`${verb} ${object.trim()}`);
  }
  if (before === 'do') return null;
  const inQuestion = mentionsOfExchange(last).filter(({ from }) => from === 'question');
  return inQuestion.at(-1)?.text ?? mentions[0]?.text ?? null;
}

/** "Is that |dangerous?", "Is that |island …": whether a word may be what is pointed to. */
function nounLike(word: string): boolean {
  return !/(?:ive|al|y)$/.test(word) && !isPredicate(word);
}

/** "When was that?": what the answer has told last. */
function eventOf(exchanges: readonly Exchange[]): string | null {
  const answer = exchanges.at(-1)?.answer ?? '';
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
