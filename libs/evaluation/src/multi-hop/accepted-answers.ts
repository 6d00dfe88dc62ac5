import { z } from 'zod';

const Id = z.union([z.string().min(1), z.int()]).transform(String);

/** A line of the `answers.jsonl` that a set of questions of several hops has beside the files of BEIR. */
export const AcceptedAnswers = z
  .object({ _id: Id, answers: z.array(z.string().trim().min(1)) })
  .transform(({ _id, answers }) => ({ id: _id, answers }));
export type AcceptedAnswers = z.output<typeof AcceptedAnswers>;
