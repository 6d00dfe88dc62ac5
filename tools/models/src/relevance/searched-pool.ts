import { createReadStream } from 'node:fs';
import { streamJsonLines } from '@arbiter/evaluation';
import { z } from 'zod';

/** A passage that was found, with all that its relevance may be estimated from. */
export const PooledPassage = z.object({
  chunkId: z.string(),
  /** Title, aliases, section and text, as the arm compares them with a query. */
  text: z.string(),
  /** With the query; null where no vectors were searched. */
  cosine: z.number().nullable(),
  /** What the reranker says; null without one. */
  rerankScore: z.number().nullable(),
  /** Whether the question's answer rests on it. */
  isEvidence: z.boolean(),
});
export type PooledPassage = z.output<typeof PooledPassage>;

export const METHODS = ['hybrid', 'vector', 'keyword'] as const;

/** What one search found, best first: a line of the file of pools. */
export const SearchedPool = z.object({
  /** The set that the question is of. */
  set: z.string(),
  /** The set whose documents were searched; another one: nothing there is relevant. */
  library: z.string(),
  questionId: z.string(),
  question: z.string(),
  method: z.enum(METHODS),
  passages: z.array(PooledPassage),
});
export type SearchedPool = z.output<typeof SearchedPool>;

export function isOffTopic({ set, library }: Pick<SearchedPool, 'set' | 'library'>): boolean {
  return set !== library;
}

/**
 * Reads a file of pools, one a line.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no pool; what reading fails with
 */
export async function readPools(file: string): Promise<SearchedPool[]> {
  const pools: SearchedPool[] = [];
  for await (const { value } of streamJsonLines(createReadStream(file, 'utf8'), file, SearchedPool)) pools.push(value);
  return pools;
}
