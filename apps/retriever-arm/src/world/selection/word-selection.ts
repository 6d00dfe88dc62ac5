import type { CitedStatement, Passage } from '@arbiter/contracts';
import { singularOf } from '@arbiter/extraction';
import type { AmountBound, Measure, SelectionQuestion } from '@arbiter/question-types';
import type { MeasuredThing } from './measured-things.js';

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
    return `${name}${amount === null ? '' : ` (${amount})`} [${markerOf(passage, passages)}]`;
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

/** "The ward with the most beds is Elm Ward (24 beds) [1], before Birch Ward (20 beds) [2]." Every thing that was compared is cited. */
export function wordMeasure(
  { noun, modifiers }: SelectionQuestion,
  { operation, unit }: Measure,
  things: readonly MeasuredThing[],
): CitedStatement {
  const passages: Passage[] = [];
  const cited = (thing: MeasuredThing): string => {
    const { name, passage } = thing;
    return `${name} (${amountIn(thing)}) [${markerOf(passage, passages)}]`;
  };
  const kind = [...modifiers, noun].join(' ');
  const singular = [...modifiers, singularOf(noun)].join(' ');
  if (operation === 'sum' || operation === 'mean') {
    const sum = things.reduce((total, { number }) => total + number, 0);
    const number = operation === 'sum' ? sum : sum / things.length;
    const amount = amountIn({ number, unit: things[0]?.unit ?? '' }, unit);
    const how = operation === 'sum' ? 'in total' : 'on average';
    return { text: `The ${things.length} ${kind} have ${amount} ${how}: ${listOf(things.map(cited))}.`, passages };
  }
  const sign = operation === 'most' ? -1 : 1;
  const ranked = things.toSorted((a, b) => sign * (a.number - b.number));
  const best = ranked.filter(({ number }) => number === ranked[0]?.number);
  const rest = ranked.slice(best.length);
  const what = `${operation === 'most' ? 'the most' : 'the least'} ${unit}`;
  const first =
    best.length === 1
      ? `The ${singular} with ${what} is ${best.map(cited).join('')}`
      : `The ${kind} with ${what} are ${listOf(best.map(cited))}`;
  return { text: `${first}${rest.length === 0 ? '' : `; the others are ${listOf(rest.map(cited))}`}.`, passages };
}

/** "24 beds", "$3", "2.5 points". */
function amountIn({ number, unit }: Pick<MeasuredThing, 'number' | 'unit'>, asked = ''): string {
  const rounded = String(Math.round(number * 100) / 100);
  if (/^[$€£¥]$/u.test(unit)) return `${unit}${rounded}`;
  if (unit === '') return rounded;
  if (unit === '%') return `${rounded} %`;
  const words = singularOf(asked) === unit ? asked : number === 1 || unit.endsWith('s') ? unit : `${unit}s`;
  return `${rounded} ${words}`;
}

function markerOf(passage: Passage, passages: Passage[]): number {
  const known = passages.findIndex(
    ({ documentId, start }) => documentId === passage.documentId && start === passage.start,
  );
  return known < 0 ? passages.push(passage) : known + 1;
}

function amountWords({ comparison, number, unit }: AmountBound): string {
  return `${COMPARISON_WORDS[comparison]} ${number} ${unit}`;
}

function listOf(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}
