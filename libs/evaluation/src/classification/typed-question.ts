import { QuestionType } from '@arbiter/contracts';
import { z } from 'zod';

/** A line of a set of questions whose type is known. Unknown fields are ignored. */
export const TypedQuestion = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  question: z.string().trim().min(1),
  type: QuestionType,
});
export type TypedQuestion = z.output<typeof TypedQuestion>;
