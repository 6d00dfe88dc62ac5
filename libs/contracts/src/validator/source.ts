import { z } from 'zod';

/** A passage that an answer rests on, field names as published (design documents 000 and 001). */
export const Source = z.strictObject({
  id: z.string().min(1),
  /** Id of the document. */
  document: z.string(),
  chunkId: z.string(),
  /** At most a million UTF-16 code units: what a transport carries anyway. */
  content: z.string().max(1_000_000),
  /** Anything else may stand here too; read where it is given: `aliases` (names of its subject), `date` (ISO 8601), `authority` (0–1). */
  metadata: z.looseObject({
    title: z.string().optional(),
    page: z.int().min(1).optional(),
    section: z.string().optional(),
    url: z.string().optional(),
    domain: z.string().optional(),
  }),
  /** Relevance of the search that found it, 0–1. */
  score: z.number().min(0).max(1),
});
export type Source = z.output<typeof Source>;
