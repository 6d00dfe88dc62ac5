import type { CitedStatement, Passage } from '@arbiter/contracts';
import { singularOf } from '@arbiter/extraction';
import type { AmountBound, SelectionQuestion } from '@arbiter/question-types';

export interface CountedThing {
  readonly name: string;
  readonly passage: Passage;
  /** The number by which it fits; null without such a condition. */
  readonly amount: number | null;
}

const COMPARISON_WORDS: Readonly<Record<AmountBound['comparison'], string>> = {
  below: 'under',
  'at-most': 'at most',
  above: 'over',
  'at-least': 'at least',
  equal: 'exactly',
};

/** "2 wards are closed: Elm Ward [1] and Birch Ward [2]." */
export function wordSelection(
  question: SelectionQuestion,
  { place, state }: { readonly place: string | null; readonly state: string | null },
  things: readonly CountedThing[],
): CitedStatement {
  const passages: Passage[] = [];
  const items = things.map(({ name, passage, amount }) => {
    const known = passages.findIndex(
      ({ documentId, start }) => documentId === passage.documentId && start === passage.start,
    );
    const marker = known < 0 ? passages.push(passage) : known + 1;
    return `${name}${amount === null ? '' : ` (${amount})`} [${marker}]`;
  });
  const kinds = question.modifiers.filter((word) => word !== state && !/^\d+$/u.test(word));
  const noun = things.length === 1 ? singularOf(question.noun) : question.noun;
  const phrase = [...kinds, noun].join(' ');
  const isOne = things.length === 1;
  const said = [...(state === null ? [] : [state]), ...(place === null ? [] : [`in ${place}`])];
  const predicate = question.amount
    ? `${isOne ? 'has' : 'have'} ${amountWords(question.amount)}`
    : `${isOne ? 'is' : 'are'} ${said.length === 0 ? 'known' : said.join(' ')}`;
  return { text: `${things.length} ${phrase} ${predicate}: ${listOf(items)}.`, passages };
}

function amountWords({ comparison, number, unit }: AmountBound): string {
  return `${COMPARISON_WORDS[comparison]} ${number} ${unit}`;
}

function listOf(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}
