import { z } from 'zod';

/** What language models may still take for one answer; travels with the requests that are made on its behalf. */
export const ModelBudget = z.strictObject({
  /** Tokens of prompts and answers together, as the model's own kind counts them. What does not fit is not asked. */
  maxTokens: z.int().min(0),
});
export type ModelBudget = z.output<typeof ModelBudget>;
