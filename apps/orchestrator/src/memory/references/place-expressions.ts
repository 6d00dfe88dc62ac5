import { anyOf, AUXILIARIES, BE } from '@arbiter/english';
import type { Exchange } from './exchange.js';
import type { Expression } from './expression.js';
import type { Mention } from './mentions.js';
import { isIntroducedBefore, namesSomething } from './stands-alone.js';

/** "there" as a place; "is there a …", "there are" say that something is. */
const THERE = /\bthere\b(?!['’]|\s+(?:is|are|was|were|will|has|have|been|be|any|an?|no)\b)/gi;
const EXISTENTIAL = new RegExp(String.raw`\b${anyOf(AUXILIARIES, BE)}\s+$`, 'i');
const MOTION =
  /\b(?:go|goes|went|get|gets|got|come|came|travel|walk|drive|sail|climb|move|moved|way|arrive|fly|ride)\s+$/i;
const PLACE_IN_ANSWER = /\b(at|in|on|near)\s+((?:the\s+)?\p{Lu}[\p{L}'’]*(?:\s+\p{Lu}[\p{L}'’]*)*)/u;

/** "there" with its place: the location that the last answer gives, or the topic of the session. */
export function placeExpressions(
  question: string,
  exchanges: readonly Exchange[],
  mentions: readonly Mention[],
): Expression[] {
  return [...question.matchAll(THERE)].flatMap((match) => {
    const before = question.slice(0, match.index);
    if (EXISTENTIAL.test(before) || namesSomething(before) || isIntroducedBefore(question, match.index)) return [];
    const place = placeOf(exchanges, mentions);
    if (place === null) return [];
    const [preposition, name] = place;
    const referent = MOTION.test(before) ? `to ${name}` : `${preposition} ${name}`;
    return [{ start: match.index, end: match.index + match[0].length, referent }];
  });
}

function placeOf(exchanges: readonly Exchange[], mentions: readonly Mention[]): readonly [string, string] | null {
  const places = mentions.filter(({ kind, named, plural }) => named && !plural && kind === 'thing');
  const spokenOf = places.find(({ asked, from }) => asked || from === 'question') ?? places[0];
  if (!spokenOf) return null;
  // "a bed at the Drowned Heron": "there" means the Drowned Heron, too.
  const [, within, name] = PLACE_IN_ANSWER.exec(spokenOf.text) ?? [];
  if (within !== undefined && name !== undefined) return [within, name];
  const texts = exchanges
    .slice(-4)
    .flatMap(({ question, answer }) => [question, answer])
    .join(' ')
    .toLowerCase();
  const preposition = ['in', 'at', 'on'].find((each) => texts.includes(` ${each} ${spokenOf.text.toLowerCase()}`));
  return [preposition ?? 'at', spokenOf.text];
}
