import { CollectionName, Metadata } from '@arbiter/contracts';
import { z } from 'zod';
import type { StoredDocument } from './document-store.js';

/** A document's description as stores write it down. */
export const StoredDocumentSchema = z.object({
  id: z.string().min(1),
  collection: CollectionName,
  origin: z.string(),
  source: z.string(),
  title: z.string(),
  mediaType: z.string(),
  contentHash: z.string(),
  version: z.string().optional(),
  pipelineVersion: z.number(),
  length: z.int().min(0),
  chunks: z.int().min(0),
  sections: z.array(z.object({ heading: z.string(), level: z.int(), start: z.int().min(0) })),
  pages: z.array(z.object({ number: z.int().min(1), start: z.int().min(0) })),
  layout: z
    .object({
      blocks: z.string(),
      utterances: z
        .array(
          z.object({
            start: z.int().min(0),
            end: z.int().min(0),
            speaker: z.string().nullable(),
            from: z.number().nullable(),
            to: z.number().nullable(),
          }),
        )
        .optional(),
    })
    .optional(),
  metadata: Metadata,
  updatedAt: z.string(),
}) satisfies z.ZodType<StoredDocument>;
