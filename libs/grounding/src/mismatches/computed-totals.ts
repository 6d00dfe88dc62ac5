import type { NumberMention } from '@arbiter/text';
import { sameValue } from '../features/number-features.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';

const TOTAL = /\b(?:total(?:s|l?ed|l?ing)?|sum(?:s|med)?|altogether|in all|combined|adds? up to|together)\b/i;

export interface ComputedTotal {
  readonly claimed: NumberMention;
  /** Sum of the numbers of the evidence. */
  readonly sum: number;
}

/**
 * "The list totals 2,000 points": the sum of the numbers of the evidence that count the same, where the claim states a
 * total that the evidence does not.
 *
 * @returns null when the claim states no total, the evidence states it itself, or has not two numbers to add
 */
export function computedTotal({ claim, window }: Pick<ComparedTexts, 'claim' | 'window'>): ComputedTotal | null {
  if (!TOTAL.test(claim.text)) return null;
  const stated = window.flatMap(({ numbers }) => numbers);
  for (const claimed of claim.numbers) {
    if (stated.some((number) => sameValue(number, claimed))) continue;
    const addends = stated.filter(({ head, unit, to }) => {
      const counted = unit === null ? head !== null && head === claimed.head : unit === claimed.unit;
      return to === null && counted;
    });
    if (addends.length >= 2) return { claimed, sum: addends.reduce((sum, { value }) => sum + value, 0) };
  }
  return null;
}

export function arithmeticMismatches(total: ComputedTotal | null): Mismatch[] {
  if (!total || isRight(total)) return [];
  const message = `the numbers in the source add up to ${total.sum}, not ${total.claimed.text}`;
  return [{ kind: 'arithmetic', message }];
}

export function isRight({ claimed, sum }: ComputedTotal): boolean {
  return Math.abs(sum - claimed.value) <= 1e-9 * Math.max(1, Math.abs(sum));
}
