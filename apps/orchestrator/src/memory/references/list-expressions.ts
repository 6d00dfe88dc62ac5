import type { Exchange } from './exchange.js';
import { possessiveOf, type Expression } from './expression.js';
import { isIntroducedBefore } from './stands-alone.js';
import { joined, lastListOf } from './list-items.js';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ONE = String.raw`(?:\s+(?:one|item|option|entry|of\s+(?:them|these|those|the\s+(?:two|three|four|five))))`;
/** What may follow "the second" where it stands for a thing: no noun. */
const NOT_BEFORE_NOUN = String.raw`(?=\s*(?:[?.,!;:]|$|['’]s\b)|\s+(?:from|in|on|at|to|for|by|with|and|or|is|are|was|were|do|does|did|can|cost|have|has)\b)`;
const COUNTED = new RegExp(
  String.raw`\bthe\s+(${ORDINALS.join('|')}|last|former|latter|other)(?:(${ONE})(['’]s)?(?!\s+(?:who|that|which)\b)|(['’]s)?${NOT_BEFORE_NOUN})`,
  'gi',
);
/** "Which is easier?": of what was listed. */
const WHICH_IS =
  /^\s*(?:and\s+)?(which)(?:\s+one)?(\s+(?:is|was|are|costs?|has|runs|takes|goes)\s+(?:the\s+)?(?:(?:more|most|less|least)(?:\s+\p{Ll}+)?|better|best|worse|worst|\p{Ll}+(?:er|est)))(?:(\s+(?:to|for|in|at|on|from|of|with)\s[^?]*)|\s*)\?*$/iu;
const ALL =
  /\b(?:(which)(?:\s+one)?\s+of\s+(?:them|these|those|the\s+(?:two|three|four|five))|(which)\s+one|(?:each|all|both|neither|either|any|none)\s+of\s+(?:them|these|those)|the\s+(?:two|three|four)(?:\s+of\s+them)?|both)(?=\s*[?.,!]|\s+(?:is|are|was|were|has|have|had|can|do|does|did|in|on|run|will|costs?)\b)/gi;

/**
 * "the second one", "the latter", "the other one", "which of them", "both": items of the last list of the session.
 *
 * @returns none where there is no list, or it is too short for what is counted
 */
export function listExpressions(question: string, exchanges: readonly Exchange[]): Expression[] {
  const items = lastListOf(exchanges);
  if (items.length < 2) return [];
  const comparing = WHICH_IS.exec(question);
  if (comparing)
    return [
      {
        start: 0,
        end: question.length,
        referent: `Which${comparing[2] ?? ''}${comparing[3] ?? ''}, ${joined(items, 'or')}?`,
      },
    ];
  const expressions: Expression[] = [];
  for (const match of question.matchAll(COUNTED)) {
    if (isIntroducedBefore(question, match.index)) continue;
    const [text, which = '', , afterOne, afterOrdinal] = match;
    const possessive = afterOne ?? afterOrdinal;
    const item = itemOf(which.toLowerCase(), items, exchanges);
    if (item === null) continue;
    const referent = possessive ? possessiveOf(item) : item;
    expressions.push({ start: match.index, end: match.index + text.length, referent });
  }
  for (const match of question.matchAll(ALL)) {
    if (isIntroducedBefore(question, match.index)) continue;
    const [text, whichOf, whichOne] = match;
    const referent = (whichOf ?? whichOne) ? `${whichOf ?? whichOne ?? ''} of ${joined(items)}` : joined(items);
    expressions.push({ start: match.index, end: match.index + text.length, referent });
  }
  return expressions;
}

function itemOf(which: string, items: readonly string[], exchanges: readonly Exchange[]): string | null {
  const [first = null, second = null] = items;
  if (which === 'last') return items.at(-1) ?? null;
  if (which === 'former' || which === 'latter')
    return items.length === 2 ? (which === 'former' ? first : second) : null;
  if (which === 'other') {
    if (items.length !== 2) return null;
    // The other one than that which was spoken of last.
    const { question = '', answer = '' } = exchanges.at(-1) ?? {};
    const spokenOf = [answer, question].find((text) => items.filter((item) => text.includes(bare(item))).length === 1);
    return spokenOf === undefined ? null : (items.find((item) => !spokenOf.includes(bare(item))) ?? null);
  }
  return items[ORDINALS.indexOf(which)] ?? null;
}

function bare(item: string): string {
  return item.replace(/^(?:the|an?)\s+/i, '');
}
