import type { Quantity } from '../quantities/quantities-in.js';
import { unitOfWord } from '../quantities/counted-noun.js';
import { unitRatio, type ConversionRate } from '../quantities/unit-families.js';
import type { Computation } from './computation.js';
import { computeSpan } from './compute-span.js';
import { isRounded, rounded, sayAmount, sayNumber, saysWords } from './say-amount.js';

/** An amount as a source states it; of `quantitiesIn`, or put together by hand. */
export type Amount = Pick<Quantity, 'value' | 'to' | 'unit' | 'text'> &
  Partial<Pick<Quantity, 'unitText' | 'kind' | 'date'>>;

export interface Computed {
  readonly ok: true;
  /** The sum, said: "Five wicks more: eight wicks against three." */
  readonly sentence: string;
  readonly value: number;
  /** As `Quantity.unit`; of a rate that of the first operand, of a count and a ratio null. */
  readonly unit: string | null;
}

export interface NotComputed {
  readonly ok: false;
  /**
   * `missing`: an amount was not found. `range`: one is a range or dice. `units_differ`: no certain ratio. `undefined`: a
   * division by zero. `uncertain_date`: a date lacks the year, or its calendar is unknown.
   */
  readonly reason: 'missing' | 'range' | 'units_differ' | 'undefined' | 'uncertain_date';
}

export interface ComputeOptions {
  /** Rates that a source gives, for units of no certain family: one beacon is 12 wicks. */
  readonly rates?: readonly ConversionRate[];
}

/** All amounts in one unit. */
interface Unified {
  readonly values: readonly number[];
  readonly unit: string | null;
  readonly unitText: string | null;
}

/**
 * Computes what a question asks for from quoted amounts, and says it as a sentence.
 *
 * @param operands in the order of the computation's; null where an amount was not found. Of a count: the items themselves
 * @returns the sum, or why there is none; nothing is converted unless the ratio of the units is certain or a rate is given
 */
export function compute(
  computation: Computation,
  operands: readonly (Amount | null)[],
  { rates = [] }: ComputeOptions = {},
): Computed | NotComputed {
  const amounts = operands.flatMap((amount) => amount ?? []);
  const wanted = computation.kind === 'count' ? 0 : computation.operands.length;
  if (amounts.length < operands.length || amounts.length < wanted || amounts.length === 0) return not('missing');
  if (computation.kind === 'count') return counted(computation, amounts);
  if (computation.kind === 'span') return computeSpan(computation, amounts);
  if (amounts.some(({ to, kind, value }) => to !== null || kind === 'dice' || !Number.isFinite(value))) {
    return not('range');
  }
  if (computation.kind === 'rate') return ratePer(computation, amounts);
  const unified = unify(amounts, computation.unit, rates);
  if (unified === null) return not('units_differ');
  if (computation.kind === 'total') return total(computation, amounts, unified);
  return computation.kind === 'ratio' ? ratio(amounts, unified) : difference(computation, amounts, unified);
}

function not(reason: NotComputed['reason']): NotComputed {
  return { ok: false, reason };
}

/** "Four quarters: Fishgate, Lowmarket, Saltcourt and the Wicks." */
function counted({ unit }: Computation, items: readonly Amount[]): Computed {
  const names = items.map(({ text }) => text);
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  const number = capitalised(sayAmount(items.length, unit, saysWords([items.length])));
  return { ok: true, sentence: `${number}: ${list}.`, value: items.length, unit: null };
}

function difference({ comparative }: Computation, amounts: readonly Amount[], unified: Unified): Computed {
  const [a = 0, b = 0] = unified.values;
  const value = rounded(a - b);
  const { word, opposite, favoursSmaller } = comparative ?? { word: 'more', opposite: 'less', favoursSmaller: false };
  const by = Math.abs(value);
  const inWords = saysWords([by, ...amounts.map((amount) => amount.value)]);
  if (value === 0) {
    const each = sayAmount(amounts[0]?.value ?? 0, unitTextOf(amounts[0]), inWords);
    return { ok: true, sentence: `No difference: ${each} each.`, value, unit: unified.unit };
  }
  const isAsAsked = favoursSmaller ? value < 0 : value > 0;
  const verdict = isAsAsked ? bare(word) : `${opposite}, not ${bare(word)}`;
  const said =
    unified.unit === '%' ? `${sayNumber(by, inWords)} percentage points` : sayAmount(by, unified.unitText, inWords);
  const about = isRounded(by) ? 'about ' : '';
  const sentence = capitalised(`${about}${said} ${verdict}: ${against(amounts, inWords)}.`);
  return { ok: true, sentence, value, unit: unified.unit };
}

/** "Five wicks more expensive" is said "five wicks dearer". */
function bare(word: string): string {
  return /^more expensive$/.test(word) ? 'dearer' : word;
}

/** "Eight wicks against three": a unit that both share is said once. */
function against([a, b]: readonly Amount[], inWords: boolean): string {
  if (!a || !b) return '';
  const [first, second] = [unitTextOf(a), unitTextOf(b)];
  const isShared = a.unit === b.unit && first !== null && /\p{L}{2,}/u.test(first);
  return `${sayAmount(a.value, first, inWords)} against ${isShared ? sayNumber(b.value, inWords) : sayAmount(b.value, second, inWords)}`;
}

function ratio(amounts: readonly Amount[], { values }: Unified): Computed | NotComputed {
  const [a = 0, b = 0] = values;
  if (b === 0) return not('undefined');
  const value = rounded(a / b);
  const inWords = saysWords(amounts.map((amount) => amount.value)) && Number.isInteger(value);
  const said = value === 1 ? 'as much' : value === 2 ? 'twice as much' : `${sayNumber(value, inWords)} times as much`;
  const about = isRounded(value) ? 'about ' : '';
  const start = value === 1 ? 'Just ' : '';
  const sentence = `${start}${start === '' ? capitalised(about + said) : said}: ${against(amounts, inWords)}.`;
  return { ok: true, sentence, value, unit: null };
}

/** "24 wicks in all: 3 × 8." */
function total({ operands }: Computation, amounts: readonly Amount[], { values, unit, unitText }: Unified): Computed {
  const times = operands.map((operand) => operand.times);
  const value = rounded(values.reduce((sum, one, index) => sum + one * (times[index] ?? 1), 0));
  const isShared = amounts.every((amount) => amount.unit === unit);
  const terms = amounts.map((amount, index) => {
    const often = times[index] ?? 1;
    const own = isShared ? sayNumber(amount.value, false) : sayAmount(amount.value, unitTextOf(amount), false);
    return often === 1 ? own : `${sayNumber(often, false)} × ${own}`;
  });
  const about = isRounded(value) ? 'About ' : '';
  const sum = `${about}${sayAmount(value, unitText, false)} in all`;
  return { ok: true, sentence: `${sum}: ${terms.join(' + ')}.`, value, unit };
}

/** "4 wicks per day: 12 wicks for 3 days." */
function ratePer({ unit: per }: Computation, [whole, parts]: readonly Amount[]): Computed | NotComputed {
  if (!whole || !parts) return not('missing');
  const asked = per === null ? null : (unitOfWord(per) ?? per);
  const ratioOfParts = parts.unit === null || asked === null ? 1 : unitRatio(parts.unit, asked);
  if (ratioOfParts === null) return not('units_differ');
  if (parts.value === 0) return not('undefined');
  const value = rounded(whole.value / (parts.value * ratioOfParts));
  const about = isRounded(value) ? 'About ' : '';
  const said = `${about}${sayAmount(value, unitTextOf(whole), false)} per ${per ?? unitTextOf(parts) ?? 'piece'}`;
  const from = `${sayAmount(whole.value, unitTextOf(whole), false)} for ${sayAmount(parts.value, unitTextOf(parts) ?? per, false)}`;
  return { ok: true, sentence: `${said}: ${from}.`, value, unit: whole.unit };
}

/** In the unit that the question asks for where that comes out even, else in the smallest that occurs. */
function unify(amounts: readonly Amount[], asked: string | null, rates: readonly ConversionRate[]): Unified | null {
  const wanted = asked === null ? null : unitOfWord(asked);
  const units = [...new Set(amounts.map(({ unit }) => unit))];
  const smallest = units.reduce<string | null>((small, unit) => {
    if (small === null || unit === null) return small ?? unit;
    return (unitRatio(small, unit, rates) ?? 0) > 1 ? unit : small;
  }, null);
  const inAsked = wanted === null ? null : converted(amounts, wanted, rates);
  if (inAsked?.every((value) => !isRounded(value)) === true) return { values: inAsked, unit: wanted, unitText: asked };
  const values = converted(amounts, smallest, rates);
  const unitText = unitTextOf(amounts.find(({ unit }) => unit === smallest));
  return values && { values, unit: smallest, unitText };
}

function converted(amounts: readonly Amount[], to: string | null, rates: readonly ConversionRate[]): number[] | null {
  const values = amounts.map(({ value, unit }) => {
    const own = unit === to ? 1 : unit === null || to === null ? null : unitRatio(unit, to, rates);
    return own === null ? Number.NaN : rounded(value * own);
  });
  return values.some(Number.isNaN) ? null : values;
}

function unitTextOf(amount: Amount | undefined): string | null {
  return amount?.unitText ?? amount?.unit ?? null;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
