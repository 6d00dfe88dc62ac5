import { CollectionName, Metadata } from '@arbiter/contracts';
import type { StoredDocument } from '@arbiter/ports';
import { z } from 'zod';

/** The content of a description file. `text` is the name of the text file that belongs to it. */
export const DescriptionFile = z.object({
  text: z.string().min(1),
  document: z.object({
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
    metadata: Metadata,
    updatedAt: z.string(),
  }) satisfies z.ZodType<StoredDocument>,
});
export type DescriptionFile = z.output<typeof DescriptionFile>;
