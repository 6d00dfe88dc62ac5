import { z } from 'zod';

/** One list's say about a passage. */
export const ListExplanation = z.strictObject({
  /** `vector`, `keyword`, or either after feedback (`vector+feedback`). */
  list: z.string(),
  /** From 1; null when the list's own search did not find the passage and it was only scored. */
  rank: z.int().min(1).nullable(),
  /** In the scale of the list: a cosine, a BM25 score. Null when the list has no score for it. */
  score: z.number().nullable(),
  /** What the list added to the fused score. */
  contribution: z.number(),
});

/** Why a result is where it is: every score it came from. */
export const SearchExplanation = z.strictObject({
  lists: z.array(ListExplanation),
  /** How the lists were fused, e.g. `feedback`, `z-score`, `rrf`. */
  fusion: z.string(),
  fused_rank: z.int().min(1),
  fused_score: z.number(),
  /** Null when no reranker ran, or it did not score this passage. */
  rerank: z.strictObject({ reranker: z.string(), score: z.number() }).nullable(),
  /** What the relevance is estimated from, whatever the lists say. */
  evidence: z.strictObject({
    /** With the query as it was asked; null without vectors. */
    cosine: z.number().nullable(),
    /** Share of the query's terms that title, headings or text hold, rare terms counting more. */
    coverage: z.number().min(0).max(1),
  }),
  /** The relevance before it was made to fall along the ranks. */
  estimated_relevance: z.number().min(0).max(1),
});
export type SearchExplanation = z.output<typeof SearchExplanation>;
