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
  const notIntroduced = ({ index }: RegExpMatchArray): boolean => !isIntroducedBefore(question, index ?? 0);
  const counted = [...question.matchAll(COUNTED)].filter(notIntroduced).flatMap((match) => {
    const [text, which = '', , afterOne, afterOrdinal] = match;
    const item = itemOf(which.toLowerCase(), items, exchanges);
    if (item === null) return [];
    const referent = (afterOne ?? afterOrdinal) ? possessiveOf(item) : item;
    return [{ start: match.index, end: match.index + text.length, referent }];
  });
  const all = [...question.matchAll(ALL)].filter(notIntroduced).map((match) => {
    const [text, whichOf, whichOne] = match;
    const which = whichOf ?? whichOne;
    const referent = which ? `${which} of ${joined(items)}` : joined(items);
    return { start: match.index, end: match.index + text.length, referent };
  });
  return [...counted, ...all];
}

function itemOf(which: string, items: readonly string[], exchanges: readonly Exchange[]): string | null {
  if (which === 'last') return items.at(-1) ?? null;
  const ordinal = ORDINALS.indexOf(which);
  if (ordinal >= 0) return items[ordinal] ?? null;
  const [first, second, more] = items;
  if (first === undefined || second === undefined || more !== undefined) return null;
  if (which === 'other') return otherOf(items, exchanges.at(-1));
  return which === 'former' ? first : second;
}

/** The other one than that which was spoken of last. */
function otherOf(items: readonly string[], last: Exchange | undefined): string | null {
  const spokenOf = [last?.answer ?? '', last?.question ?? ''].find(
    (text) => items.filter((item) => text.includes(bare(item))).length === 1,
  );
  return items.find((item) => spokenOf?.includes(bare(item)) === false) ?? null;
}

function bare(item: string): string {
  return item.replace(/^(?:the|an?)\s+/i, '');
}
