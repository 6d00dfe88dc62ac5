import type { NumberMention } from '@arbiter/text';

/** Features of numbers. */
export interface NumberFeatures {
  /** Numbers of the claim that the window does not state, 0–4. */
  readonly numbersMissing: number;
  /** 1 when the window counts the same thing, and only in other numbers, else 0. */
  readonly numbersOtherwise: number;
  /** 1 when it states the number in another unit, else 0. */
  readonly unitsOtherwise: number;
}

const MOST = 4;

export function numberFeatures(claim: readonly NumberMention[], window: readonly NumberMention[]): NumberFeatures {
  return {
    numbersMissing: Math.min(MOST, claim.filter((number) => !window.some((other) => sameValue(number, other))).length),
    numbersOtherwise: claim.some((number) => isCountedOtherwise(number, window)) ? 1 : 0,
    unitsOtherwise: claim.some((number) => isMeasuredOtherwise(number, window)) ? 1 : 0,
  };
}

/** Whether two mentions state the same value; of a range both ends, dice with their sides. */
export function sameValue(a: NumberMention, b: NumberMention): boolean {
  if ((a.kind === 'dice' || b.kind === 'dice') && (a.kind !== b.kind || a.unit !== b.unit)) return false;
  if (a.to !== null && b.to !== null) return a.value === b.value && a.to === b.to;
  const ends = [b.value, b.to ?? b.value];
  return ends.includes(a.value) || (a.to !== null && ends.includes(a.to));
}

/** Whether a window counts the head word of a number, and never in its value. */
export function isCountedOtherwise(number: NumberMention, window: readonly NumberMention[]): boolean {
  if (number.head === null) return false;
  const alike = window.filter(({ head }) => head === number.head);
  return alike.length > 0 && !alike.some((other) => sameValue(number, other));
}

/** Whether a window states the value of a number, and only in other units. */
export function isMeasuredOtherwise(number: NumberMention, window: readonly NumberMention[]): boolean {
  if (number.unit === null) return false;
  const alike = window.filter((other) => other.unit !== null && sameValue({ ...number, unit: other.unit }, other));
  return alike.length > 0 && alike.every(({ unit }) => unit !== number.unit);
}
