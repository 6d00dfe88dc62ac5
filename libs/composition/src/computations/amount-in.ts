import type { Span } from '@arbiter/text';
import { quantitiesIn, type Quantity } from '../quantities/quantities-in.js';

/** The one amount that a stretch of a text states; null where it states none, or several. */
export function amountIn(text: string, span: Span): Quantity | null {
  const [amount, ...others] = quantitiesIn(text).filter(({ start, end }) => start < span.end && span.start < end);
  return amount && others.length === 0 ? amount : null;
}
