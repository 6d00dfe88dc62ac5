import { unitOfWord } from '../quantities/counted-noun.js';
import { unitRatio } from '../quantities/unit-families.js';
import type { Amount, Computation, Computed, NotComputed } from './computation.js';
import { computeSpan, isRounded, isSymbol, rounded, sayAmount, sayNumber, saysWords } from './compute-span.js';

/** Fewer years may be an age; so many are a date. */
const YEARS_FROM = 150;

/** All amounts in one unit. */
interface Unified {
  readonly values: readonly number[];
  readonly unit: string | null;
  readonly unitText: string | null;
}

/**
 * Computes what a question asks for from quoted amounts, and says it as a sentence.
 *
 * @param operands in the order of the computation's; null where an amount was not found
 * @returns the sum, or why there is none; nothing is converted unless the ratio of the units is certain
 */
export function compute(computation: Computation, operands: readonly (Amount | null)[]): Computed | NotComputed {
  const amounts = operands.flatMap((amount) => amount ?? []);
  if (amounts.length === 0 || amounts.length < Math.max(operands.length, computation.operands.length)) {
    return not('missing');
  }
  if (computation.kind === 'span') return computeSpan(computation, amounts);
  if (amounts.some(({ to, kind, value }) => to !== null || kind === 'dice' || !Number.isFinite(value))) {
    return not('range');
  }
  if (amounts.some((amount) => isDate(computation, amount))) return not('uncertain_date');
  if (!areOfTheSame(computation, amounts)) return not('units_differ');
  if (computation.kind === 'rate') return ratePer(computation, amounts);
  const unified = unify(amounts, computation.unit);
  if (unified === null) return not('units_differ');
  if (computation.kind === 'total') return total(computation, amounts, unified);
  if (computation.kind === 'choice') return chosen(computation, amounts, unified);
  return computation.kind === 'ratio' ? ratio(amounts, unified) : difference(computation, amounts, unified);
}

function not(reason: NotComputed['reason']): NotComputed {
  return { ok: false, reason };
}

function difference({ comparative }: Computation, amounts: readonly Amount[], unified: Unified): Computed {
  const [a = 0, b = 0] = unified.values;
  const value = rounded(a - b);
  const { word, opposite, favoursSmaller } = comparative ?? { word: 'more', opposite: 'less', favoursSmaller: false };
  const by = Math.abs(value);
  const inWords = areInWords(amounts, by);
  if (value === 0) {
    const each = sayAmount(amounts[0]?.value ?? 0, unitTextOf(amounts[0]), inWords);
    return { ok: true, sentence: `No difference: ${each} each.`, value, unit: unified.unit };
  }
  const isAsAsked = favoursSmaller !== isSpeedByTime(word, amounts) ? value < 0 : value > 0;
  const verdict = isAsAsked ? bare(word) : `${opposite}, not ${bare(word)}`;
  const said =
    unified.unit === '%' ? `${sayNumber(by, inWords)} percentage points` : sayAmount(by, unified.unitText, inWords);
  const about = isRounded(by) ? 'about ' : '';
  const sentence = capitalised(`${about}${said} ${verdict}: ${against(amounts, inWords)}.`);
  return { ok: true, sentence, value, unit: unified.unit };
}

/** Less time means quicker. */
function isSpeedByTime(word: string, amounts: readonly Amount[]): boolean {
  return /^(?:faster|quicker|slower)$/.test(word) && amounts.every(({ kind }) => kind === 'duration');
}

/** Amounts per unit are compared only if the unit is the same, and summed only if the question asks for that unit. */
function areOfTheSame({ kind, operands }: Computation, amounts: readonly Amount[]): boolean {
  if (kind !== 'total') return new Set(amounts.flatMap(({ per }) => per ?? [])).size <= 1;
  return amounts.every(({ per }, index) => {
    const { text = '', times = 1 } = operands[index] ?? {};
    return times === 1 || per == null || per === 'each' || text.toLowerCase().includes(per);
  });
}

/** Whether an amount is a date: a house built in 1702 is not 1702 years old, nor is 21:00 a number. */
function isDate({ comparative }: Computation, { date, unit, value }: Amount): boolean {
  if (date) return true;
  if (unit !== null || !comparative) return false;
  return (
    /^(?:later|earlier)$/.test(comparative.word) ||
    (/^(?:older|younger)$/.test(comparative.word) && value >= YEARS_FROM)
  );
}

/** "Five wicks more expensive" is said "five wicks dearer". */
function bare(word: string): string {
  return /^more expensive$/.test(word) ? 'dearer' : word;
}

/** Small whole numbers of things that are counted. */
function areInWords(amounts: readonly Amount[], ...results: readonly number[]): boolean {
  return (
    saysWords([...results, ...amounts.map(({ value }) => value)]) &&
    !amounts.some((amount) => isSymbol(unitTextOf(amount)))
  );
}

/** "Eight wicks against three": a unit that both share is said once. */
function against([a, b]: readonly Amount[], inWords: boolean): string {
  if (!a || !b) return '';
  const [first, second] = [unitTextOf(a), unitTextOf(b)];
  const isShared = a.unit === b.unit && first !== null && /\p{L}{2,}/u.test(first);
  return `${sayAmount(a.value, first, inWords)} against ${isShared ? sayNumber(b.value, inWords) : sayAmount(b.value, second, inWords)}`;
}

/** "The hill road: 20 miles against 11." */
function chosen({ operands, comparative }: Computation, amounts: readonly Amount[], unified: Unified): Computed {
  const [a = 0, b = 0] = unified.values;
  const inWords = areInWords(amounts);
  if (a === b) {
    const each = sayAmount(amounts[0]?.value ?? 0, unitTextOf(amounts[0]), inWords);
    return { ok: true, sentence: `No difference: ${each} each.`, value: 0, unit: unified.unit };
  }
  const favoursSmaller = (comparative?.favoursSmaller ?? false) !== isSpeedByTime(comparative?.word ?? '', amounts);
  const isFirst = favoursSmaller ? a < b : a > b;
  const ordered = isFirst ? amounts : amounts.toReversed();
  const name = capitalised(operands[isFirst ? 0 : 1]?.text ?? '');
  return { ok: true, sentence: `${name}: ${against(ordered, inWords)}.`, value: Math.abs(a - b), unit: unified.unit };
}

function ratio(amounts: readonly Amount[], { values }: Unified): Computed | NotComputed {
  const [a = 0, b = 0] = values;
  if (b === 0) return not('undefined');
  const value = rounded(a / b);
  const inWords = areInWords(amounts) && Number.isInteger(value);
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
function unify(amounts: readonly Amount[], asked: string | null): Unified | null {
  const wanted = asked === null ? null : unitOfWord(asked);
  const units = [...new Set(amounts.map(({ unit }) => unit))];
  const smallest = units.reduce<string | null>((small, unit) => {
    if (small === null || unit === null) return small ?? unit;
    return (unitRatio(small, unit) ?? 0) > 1 ? unit : small;
  }, null);
  const inAsked = wanted === null ? null : converted(amounts, wanted);
  if (inAsked?.every((value) => !isRounded(value)) === true) return { values: inAsked, unit: wanted, unitText: asked };
  const values = converted(amounts, smallest);
  const unitText = unitTextOf(amounts.find(({ unit }) => unit === smallest));
  return values && { values, unit: smallest, unitText };
}

function converted(amounts: readonly Amount[], to: string | null): number[] | null {
  const values = amounts.map(({ value, unit }) => {
    const own = unit === to ? 1 : unit === null || to === null ? null : unitRatio(unit, to);
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
