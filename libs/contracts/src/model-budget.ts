import { z } from 'zod';

/** What language models may still take for one answer; travels with the requests that are made on its behalf. */
export const ModelBudget = z.strictObject({
  /** Tokens of prompts and answers together, as the model's own kind counts them. What does not fit is not asked. */
  maxTokens: z.int().min(0),
});
export type ModelBudget = z.output<typeof ModelBudget>;

/** What language models may take for a whole answer; absent bounds nothing, 0 asks none of them. */
export const AnswerBudget = z.strictObject({
  /** Tokens of all prompts and answers together. */
  tokens: z.int().min(0).optional(),
  /** In the currency of the server's price table. */
  cost: z.number().min(0).optional(),
});
export type AnswerBudget = z.output<typeof AnswerBudget>;
