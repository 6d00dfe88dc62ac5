import { z } from 'zod';

/** Ids are text; sets that write numbers mean the same id. */
const Id = z.union([z.string().min(1), z.int()]).transform(String);
const OptionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A line of `corpus.jsonl` (Thakur et al., BEIR, NeurIPS 2021). Unknown fields are ignored. */
export const CorpusPassage = z
  .object({ _id: Id, title: OptionalText, text: OptionalText })
  .transform(({ _id, title, text }) => ({ id: _id, title, text }));
export type CorpusPassage = z.output<typeof CorpusPassage>;

/** A line of `queries.jsonl`. */
export const RetrievalQuery = z
  .object({ _id: Id, text: OptionalText })
  .transform(({ _id, text }) => ({ id: _id, text }));
export type RetrievalQuery = z.output<typeof RetrievalQuery>;
