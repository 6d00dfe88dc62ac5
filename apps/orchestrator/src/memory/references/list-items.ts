import type { Exchange } from './exchange.js';
import { mentionsOfExchange } from './mentions.js';
import { nounPhrasesIn } from './noun-phrases.js';

/** Items of a list one may count through; longer ones are pages, not lists. */
const MAX_ITEMS = 12;
/** Exchanges that are looked back on. */
const REACH = 5;
const NAME = /^(?:(?:the|an?)\s+)?\p{Lu}/u;
const LINE_ITEM = /^[^\S\n\r\u2028\u2029]*(?:[-*•]|\d{1,2}[.)])\s+(\S.*)$/gmu;
/** Words between which no list runs on. */
const BREAK =
  /[.:;?!]|\b(?:is|are|was|were|be|has|have|had|can|by|of|for|with|than|from|what|which|who|when|where|how)\b/i;

/**
 * The items of the last list that a session has spoken of: lines with bullets or numbers, "A, B and C" in an answer, or
 * in a question ("compare A and B").
 *
 * @returns fewer than two where there is none
 */
export function lastListOf(exchanges: readonly Exchange[]): readonly string[] {
  const lists = exchanges
    .map(({ question, answer }, index) => [
      linesOf(answer),
      seriesIn(answer),
      ...contrastsOf(exchanges[index - 1], { question, answer }),
      seriesIn(question),
    ])
    .slice(-REACH)
    .reverse()
    .flat()
    .filter((list) => list.length >= 2);
  // "wool and cheese" in passing does not take the place of the islands that were listed before.
  const items = lists.find((list) => list.every((item) => NAME.test(item))) ?? lists[0] ?? [];
  return items.slice(0, MAX_ITEMS);
}

/** As they are put into a sentence: "A, B and C". */
export function joined(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** "How fast is the Petrel?", "How fast is the Guillemot?": the two that were asked about in the same words. */
function contrastsOf(before: Exchange | undefined, last: Exchange): string[][] {
  const asked = before ? contrastOf(before.question, last.question) : [];
  if (!before || asked.length === 0) return [];
  // "Who sings on Friday?", "Who sings on Saturday?": the two that the answers name.
  if (!/\bwho\b/i.test(last.question)) return [asked];
  const told = [before, last].flatMap((each) => mentionsOfExchange(each).find((one) => one.asked)?.text ?? []);
  return [new Set(told).size === 2 ? told : [], asked];
}

function contrastOf(before: string, question: string): string[] {
  const [a, b] = [nounPhrasesIn(before), nounPhrasesIn(question)];
  for (const old of a) {
    const other = b.find(
      ({ text, start, end }) =>
        text !== old.text &&
        before.slice(0, old.start) + text + before.slice(old.end) ===
          question.slice(0, start) + text + question.slice(end),
    );
    if (other) return [old.text, other.text];
  }
  return [];
}

function linesOf(text: string): string[] {
  return [...text.matchAll(LINE_ITEM)].map(([, item = '']) => item.trimEnd().replace(/(?<=.)[.;]$/u, ''));
}

function seriesIn(text: string): string[] {
  for (const { index, 0: conjunction } of text.matchAll(/(?:,|(?<![\s,]))\s+(?:and|or)\s+/gi)) {
    const before = text.slice(0, index);
    const left = before.slice(lastBreak(before)).replace(/^\s+/, '').split(/,\s+/);
    const right = firstPhrase(text.slice(index + conjunction.length));
    const [opening = '', ...middle] = left;
    const first = lastPhrase(opening);
    if (first === null || right === null || middle.some((item) => item.split(' ').length > 6)) continue;
    return withSharedHead([first, ...middle, right]);
  }
  return [];
}

function lastBreak(text: string): number {
  let at = 0;
  for (let rest = BREAK.exec(text); rest; rest = BREAK.exec(text.slice(at))) at += rest.index + rest[0].length;
  return at;
}

function lastPhrase(text: string): string | null {
  const phrase = nounPhrasesIn(text).at(-1);
  return phrase?.end === text.trimEnd().length ? phrase.text : null;
}

function firstPhrase(text: string): string | null {
  const phrase = nounPhrasesIn(text)[0];
  return phrase?.start === 0 ? phrase.text : null;
}

/** "incremental and differential backups" are two kinds of backups. */
function withSharedHead(items: readonly string[]): string[] {
  const last = (items.at(-1) ?? '').split(' ');
  const isShared =
    last.length === 2 && items.slice(0, -1).every((item) => /^\p{Ll}+$/u.test(item) && !item.endsWith('s'));
  return isShared && /^\p{Ll}/u.test(last[0] ?? '') && (last[1] ?? '').endsWith('s')
    ? [...items.slice(0, -1).map((item) => `${item} ${last[1] ?? ''}`), last.join(' ')]
    : [...items];
}
