import type { Span } from '@arbiter/text';
import type { AskedOperand } from './computation.js';

const ARTICLES = /^(?:the|a|an|one|this|that|these|those|his|her|its|their|my|our|your)\s/i;
/** Ends in s and is one thing. */
const SINGULAR_S = /(?:ss|us|is|['’]s)$/i;

/**
 * Words of a question, as few as will do. They begin and end with a sign and share no white space with what stands beside
 * them, which a pattern would otherwise divide among both in every way.
 */
export const WORDS = String.raw`\S+(?:\s+\S+)*?`;

/** Whether a noun phrase takes "are" and "do": a plural without "a" before it, or two things joined. */
export function isPlural(phrase: string): boolean {
  if (/^(?:an?|one|this|that|each|every)\s/i.test(phrase)) return false;
  if (/\sand\s/i.test(phrase)) return true;
  // Of "the beds at the Heron" the beds count; names of several capitals ("the Cinders") are taken as one.
  const noun =
    phrase.split(/\s(?:of|at|in|on|from|for|with|by|to|near|under|above|below|over)\s/i)[0]?.replace(ARTICLES, '') ??
    '';
  const word = noun.split(/\s/).at(-1) ?? '';
  return /^\p{Ll}/u.test(word) && /(?:[^s]s|people|men|children|feet)$/.test(word) && !SINGULAR_S.test(word);
}

/** "does" of the bed, "do" of the beds; "did" where the question stands in the past. */
export function doFor(phrase: string, auxiliary: string): string {
  if (/^(?:did|will|would|can|could|must|may|might|should)$/i.test(auxiliary)) return auxiliary.toLowerCase();
  return isPlural(phrase) || /^(?:I|we|you|they)$/i.test(phrase) ? 'do' : 'does';
}

export function beFor(phrase: string, auxiliary: string): string {
  const isPast = /^(?:was|were)$/i.test(auxiliary);
  return isPlural(phrase) ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is';
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
