import { amountIn, type Quantity } from '@arbiter/composition';
import type { JudgedSentence } from '../reading/judge-sentences.js';

/** The one amount among the words that answer; null where none stand out, or they state none, or several. */
export function statedAmount({ candidate: { text, start, passage }, span }: JudgedSentence): Quantity | null {
  const shift = start - passage.start;
  return span && amountIn(text, { start: span.start - shift, end: span.end - shift });
}

export function isSameAmount(a: Quantity, b: Quantity): boolean {
  return a.value === b.value && a.to === b.to && a.unit === b.unit;
}
