import { chunkOfStored, StoredChunk, storedChunkOf } from '@arbiter/adapter-kit/retrieval';
import { ArbiterError } from '@arbiter/contracts';
import { factsOf, type Chunk, type EmbeddedChunk } from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { DENSE } from './collection-layout.js';
import { pointIdOf } from './point-ids.js';

const ChunkPayload = StoredChunk.extend({ chunk_id: z.string(), document_id: z.string() });

/** What a search needs to rebuild a chunk; facts and commits only serve to find it. */
export const CHUNK_FIELDS: readonly string[] = Object.keys(ChunkPayload.shape);

const StoredVectors = z.object({ [DENSE]: z.array(z.number()) });

export type ChunkPoint = Schemas['PointStruct'] & { readonly payload: Readonly<Record<string, unknown>> };

/** A point with the chunk as it is there from a commit on. */
export function pointOf(chunk: EmbeddedChunk, commit: number): ChunkPoint {
  return {
    id: pointIdOf(chunk.id, commit),
    vector: { [DENSE]: Array.from(chunk.vector) },
    payload: {
      chunk_id: chunk.id,
      document_id: chunk.documentId,
      ...storedChunkOf(chunk),
      facts: factsOf(chunk.metadata),
      from: commit,
    },
  };
}

/** @returns the chunk that was written, field by field */
export function chunkOfPayload(payload: unknown): Chunk {
  const stored = parsed(ChunkPayload, payload);
  return chunkOfStored({ id: stored.chunk_id, documentId: stored.document_id }, stored);
}

export function chunkIdOf(payload: unknown): string {
  return parsed(ChunkPayload.pick({ chunk_id: true }), payload).chunk_id;
}

export function documentIdOf(payload: unknown): string {
  return parsed(ChunkPayload.pick({ document_id: true }), payload).document_id;
}

export function denseVectorOf(vectors: unknown): Float32Array {
  return Float32Array.from(parsed(StoredVectors, vectors)[DENSE]);
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ArbiterError(
    'UNAVAILABLE',
    'A point in Qdrant does not hold what Arbiter writes; "arbiter ingest" writes it again.',
    {
      cause: result.error,
    },
  );
}
