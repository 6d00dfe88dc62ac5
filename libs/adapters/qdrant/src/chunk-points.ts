import { createHash } from 'node:crypto';
import { chunkOfStored, StoredChunk, storedChunkOf } from '@arbiter/adapter-kit/retrieval';
import { ArbiterError } from '@arbiter/contracts';
import { type Chunk, type EmbeddedChunk, factsOf } from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { DENSE } from './collection-layout.js';

/** The point that holds a collection's commit record; chunks have UUIDs. */
export const RECORD_ID = 0;

/** At most so many chunks travel in one request … */
const BATCH_POINTS = 500;

/** … and about so many bytes: an eighth of the 32 MB that Qdrant takes, and 30 ms of JSON on the event loop. */
const BATCH_BYTES = 4_000_000;

/** Characters of a float32 in JSON, and of the names, quotes and commas of a text. */
const FLOAT_CHARACTERS = 21;
const TEXT_CHARACTERS = 12;

const ChunkPayload = StoredChunk.extend({ chunk_id: z.string(), document_id: z.string() });

/** What a search needs to rebuild a chunk; facts and commits only serve to find it. */
export const CHUNK_FIELDS: readonly string[] = Object.keys(ChunkPayload.shape);

const StoredVectors = z.object({ [DENSE]: z.array(z.number()) });

export type Point = Schemas['PointStruct'] & { readonly payload: Readonly<Record<string, unknown>> };

/** A point with the chunk as it is there from a commit on. */
function pointOf(chunk: EmbeddedChunk, commit: number): Point {
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

export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
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

/**
 * The point of a chunk as one commit writes it: a UUID of version 8 (RFC 9562, 5.8) over the SHA-256 of both. Repeating
 * the write of a commit meets the same points. Another commit never touches them. Old and new chunks stand side by side
 * until no reader sees the old ones.
 */
export function pointIdOf(chunkId: string, commit: number): string {
  const bytes = createHash('sha256').update(`${commit}\n${chunkId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The points of a commit, split into requests, in order; one that is larger than a batch travels alone. */
export function pointBatchesOf(chunks: Iterable<EmbeddedChunk>, commit: number): Generator<Point[]> {
  return batchesOf(chunks, (chunk) => [pointOf(chunk, commit), chunk.vector.length]);
}

/** @param toPoint makes a point, and says how many numbers its vectors have */
export function* batchesOf<T>(
  values: Iterable<T>,
  toPoint: (value: T) => readonly [point: Point, numbers: number],
): Generator<Point[]> {
  let batch: Point[] = [];
  let bytes = 0;
  for (const value of values) {
    const [point, numbers] = toPoint(value);
    const size = requestBytesOf(point, numbers);
    if (batch.length > 0 && (batch.length >= BATCH_POINTS || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(point);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** An estimate: computing the exact size would cost as much as the batch is meant to bound. */
function requestBytesOf({ payload }: Point, numbers: number): number {
  const texts = Object.values(payload).flat();
  return texts.reduce<number>((sum, text) => sum + TEXT_CHARACTERS + String(text).length, numbers * FLOAT_CHARACTERS);
}
