import { z } from 'zod';

const Id = z.union([z.string(), z.number()]).transform(String);

const StoredAnswer = z.object({
  text: z.string().trim().min(1),
  /**
   * Where the text begins in the context, in code points, as Python counts; an offset in UTF-16 code units is taken too
   * where the text stands there. Absent: wherever the text occurs.
   */
  start: z.int().min(0).nullish(),
});
export type StoredAnswer = z.output<typeof StoredAnswer>;

/** A line of a file of passages: a question with the passage that answers it or does not. Unknown fields are ignored. */
export const PassageQuestion = z
  .object({
    id: Id,
    /** Title and headings; '' where there are none. */
    title: z.string().nullish(),
    question: z.string(),
    context: z.string(),
    answerable: z.boolean(),
    /** Those that count as right. What an unanswerable question names is not read. */
    answers: z.array(StoredAnswer).default([]),
  })
  .refine(({ answerable, answers }) => !answerable || answers.length > 0, {
    path: ['answers'],
    message: 'an answerable question needs an answer',
  });
export type PassageQuestion = z.output<typeof PassageQuestion>;

/** A line of a file of sentences: whether the sentence answers the question. Unknown fields are ignored. */
export const SentenceQuestion = z.object({
  id: Id,
  question: z.string(),
  sentence: z.string(),
  label: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
});
export type SentenceQuestion = z.output<typeof SentenceQuestion>;
