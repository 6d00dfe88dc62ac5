import { isPluralPhrase, MODALS } from '@arbiter/english';
import type { Span } from '@arbiter/text';
import type { AskedOperand } from './computation.js';

/**
 * Words of a question, as few as will do. They begin and end with a sign and share no white space with what stands beside
 * them, which a pattern would otherwise divide among both in every way.
 */
export const WORDS = String.raw`\S+(?:\s+\S+)*?`;

const KEPT: ReadonlySet<string> = new Set(['did', ...MODALS]);

/** "does" of the bed, "do" of the beds; "did" where the question stands in the past. */
export function doFor(phrase: string, auxiliary: string): string {
  const word = auxiliary.toLowerCase();
  if (KEPT.has(word)) return word;
  return isPluralPhrase(phrase) || /^(?:I|we|you|they)$/i.test(phrase) ? 'do' : 'does';
}

/** Whether a form of "be" is past. */
export function isPast(be: string): boolean {
  return /^(?:was|were)$/i.test(be);
}

/**
 * The operand for a stretch of a question.
 *
 * @param question without its mark; null where the stretch is itself the amount
 */
export function operandOf(asked: string, span: Span, question: string | null, times = 1): AskedOperand {
  const sentence = question === null ? null : `${question.replace(/\s+/g, ' ').trim()}?`;
  return { start: span.start, end: span.end, text: asked.slice(span.start, span.end), question: sentence, times };
}

/** Where a named group of a match stands, without white space at its ends; null where it took no part. */
export function groupSpan(match: RegExpExecArray, name: string): Span | null {
  const at = match.indices?.groups?.[name];
  const text = match.groups?.[name];
  if (!at || text === undefined || text.trim() === '') return null;
  const start = at[0] + text.length - text.trimStart().length;
  return { start, end: start + text.trim().length };
}
