import { pluralOf, singularOf } from '../quantities/noun-forms.js';

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SIGN = /^[$€£¥]$/;
/** Signs of measures have no plural. */
const SYMBOL = /[°/]|^\p{Ll}{0,2}\p{Lu}{1,3}\p{Ll}?$/u;
/** Decimals that a sum is said with; money has two. */
const DECIMALS = 2;
/** Sums of binary fractions differ in the last digits: .1 + .2. */
const SIGNIFICANT = 12;

/** Whether numbers are said in words, which needs all of them to be small and whole. */
export function saysWords(values: readonly number[]): boolean {
  return values.every((value) => WORDS[value] !== undefined);
}

export function sayNumber(value: number, inWords: boolean): string {
  return (
    (inWords ? WORDS[value] : undefined) ?? rounded(value).toLocaleString('en', { maximumFractionDigits: DECIMALS })
  );
}

/** Whether the number that is said is another than the value. */
export function isRounded(value: number): boolean {
  return rounded(value) !== Number(rounded(value).toFixed(DECIMALS));
}

/**
 * "Five wicks", "1 foot", "€5", "20%".
 *
 * @param unitText as a source writes it; null for a bare number
 */
export function sayAmount(value: number, unitText: string | null, inWords: boolean): string {
  const number = sayNumber(value, inWords);
  if (unitText === null) return number;
  if (SIGN.test(unitText)) {
    const isMoney = !Number.isInteger(rounded(value));
    return value < 0
      ? `-${sayAmount(-value, unitText, inWords)}`
      : `${unitText}${isMoney ? fixed(value) : sayNumber(value, false)}`;
  }
  if (unitText === '%') return `${sayNumber(value, false)}%`;
  if (isSymbol(unitText)) return `${number} ${unitText}`;
  return `${number} ${value === 1 ? singularOf(unitText) : pluralOf(unitText)}`;
}

/** Whether a unit is written as the sign of a measure, with digits before it. */
export function isSymbol(unitText: string | null): boolean {
  return unitText !== null && SYMBOL.test(unitText);
}

/** Without what binary arithmetic adds: .30000000000000004 is .3. */
export function rounded(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT));
}

function fixed(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: DECIMALS, maximumFractionDigits: DECIMALS });
}
