import { z } from 'zod';

/** One statement of an answer, field names as published (design document 001). */
export const Claim = z.strictObject({
  text: z.string(),
  type: z.enum(['fact', 'opinion', 'inference']),
  /** That this is one claim of this type, 0–1. */
  confidence: z.number().min(0).max(1),
  /** Span in the answer, UTF-16 code units: `text === answer.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** The claim as a sentence of its own where its text lacks the subject ("and weighs 40 pounds"); this is what is checked. */
  statement: z.string().optional(),
});
export type Claim = z.output<typeof Claim>;

/** What is checked of a claim. */
export function statementOf({ statement, text }: Pick<Claim, 'statement' | 'text'>): string {
  return statement ?? text;
}
