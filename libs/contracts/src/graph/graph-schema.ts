import { z } from 'zod';

const Word = z.string().trim().min(1).max(64);

/** A relation type that a domain declares. */
export const RelationTypeSchema = z.strictObject({
  /** Such as `led_by`. */
  type: Word,
  /** What its ends may be, in words: "ward", "department or ward", "thing". */
  from: z.string().max(200).exactOptional(),
  to: z.string().max(200).exactOptional(),
  /** How near it brings its ends, for importance and communities; absent: by the meaning of its words, .5 to 1. */
  weight: z.number().positive().max(100).exactOptional(),
});

/** Weights of the signals that rank entities, ≥ 0; only their ratios matter. */
export const RankingWeights = z
  .strictObject({
    semantic: z.number().min(0).max(100),
    centrality: z.number().min(0).max(100),
    recency: z.number().min(0).max(100),
    status: z.number().min(0).max(100),
    proximity: z.number().min(0).max(100),
  })
  .refine((weights) => Object.values(weights).some((weight) => weight > 0), 'must not all be 0');
export type RankingWeights = z.output<typeof RankingWeights>;

/** What a domain declares of its entities. All of it may be empty: plain English stands in. */
export const GraphSchema = z.strictObject({
  entityTypes: z.array(Word).max(200).default([]),
  /** Empty: the words of the documents name the relations. */
  relationTypes: z.array(RelationTypeSchema).max(200).default([]),
  /** Statuses whose meaning for use plain English does not tell. */
  statuses: z
    .strictObject({ available: z.array(Word).max(200).default([]), unavailable: z.array(Word).max(200).default([]) })
    .default({ available: [], unavailable: [] }),
  /** Of the signals that rank its entities; absent: the shipped ones. */
  weights: RankingWeights.exactOptional(),
});
export type GraphSchema = z.output<typeof GraphSchema>;
