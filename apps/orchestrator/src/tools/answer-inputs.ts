import { AnswerText, QueryText } from '@arbiter/contracts';
import { z } from 'zod';

/** What the checks of a text take; they look for its sources in what the run has found. */
export const AnswerInputs = z.strictObject({
  answer: AnswerText.min(1).describe('The text to check.'),
  query: QueryText.optional().describe('The question that it answers; that of the run where it is not given.'),
});
export type AnswerInputs = z.output<typeof AnswerInputs>;
