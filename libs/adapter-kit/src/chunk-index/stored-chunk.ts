import type { Chunk } from '@arbiter/ports';
import { z } from 'zod';

/** A chunk as a store of JSON documents keeps it, beside its ids, which each store files in a way of its own. */
export const StoredChunk = z.object({
  ordinal: z.number(),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  title: z.string(),
  source: z.string(),
  section: z.array(z.string()).readonly(),
  /** A store may leave out what is null. */
  page: z.number().nullish(),
  /** JSON: as an object of the store's own it would come back with other numbers, or with keys cut at their dots. */
  metadata: z.string(),
});

export type StoredChunk = z.infer<typeof StoredChunk>;

/** What is stored of a chunk; terms, vectors and whatever else a chunk of an index has are left out. */
export function storedChunkOf(chunk: Chunk): StoredChunk {
  const { ordinal, text, start, end, title, source, section, page, metadata } = chunk;
  return { ordinal, text, start, end, title, source, section, page, metadata: JSON.stringify(metadata) };
}

/** @returns the chunk that was stored, field by field; what else the record holds is left out */
export function chunkOfStored(ids: Pick<Chunk, 'id' | 'documentId'>, stored: StoredChunk): Chunk {
  const { ordinal, text, start, end, title, source, section, page = null, metadata } = stored;
  return {
    id: ids.id,
    documentId: ids.documentId,
    ordinal,
    text,
    start,
    end,
    title,
    source,
    section,
    page,
    metadata: JSON.parse(metadata) as Chunk['metadata'],
  };
}
