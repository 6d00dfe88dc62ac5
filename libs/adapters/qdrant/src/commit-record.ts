import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import type { CollectionShape } from './collection-layout.js';

/**
 * The state of a collection, in one point of it, because Qdrant changes single points atomically and nothing larger.
 *
 * Each chunk says from which commit on it is there and, once replaced or deleted, until which. A commit writes its chunks
 * (not visible yet), marks those that they replace (still visible), and then raises `commit`. From that moment readers
 * see all of the new chunks and none of the old, since they begin by reading this record. Multi-version concurrency
 * control, as databases do it (Reed, "Naming and Synchronization in a Decentralized Computer System", 1978).
 */
export interface CommitRecord extends CollectionShape {
  /** The last commit that took effect: its time, in milliseconds since 1970, or one more than that of the one before. */
  readonly commit: number;
  /** Version of the collection behind the alias that holds this record; a reader continues with it. */
  readonly name: string;
}

/** A chunk lives no longer unseen than this: a reader that still sees it has its answer long before. */
export const KEEP_REPLACED_MS = 2 * 60_000;

const RecordPayload = z.object({
  commit: z.number().int().nonnegative(),
  name: z.string(),
  dimensions: z.number().int().positive().nullable(),
});

/** @throws ArbiterError UNAVAILABLE for a collection that this adapter did not write */
export function recordOf(payload: unknown, collection: string): CommitRecord {
  const parsed = RecordPayload.safeParse(payload);
  if (!parsed.success)
    throw new ArbiterError(
      'UNAVAILABLE',
      `What Qdrant holds under the name of collection "${collection}" was not written by Arbiter; "arbiter ingest" after dropping it, or another QDRANT_COLLECTION, helps.`,
      { cause: parsed.error, details: { collection } },
    );
  return parsed.data;
}

export function payloadOfRecord({ commit, name, dimensions }: CommitRecord): Record<string, unknown> {
  return { commit, name, dimensions } satisfies z.input<typeof RecordPayload>;
}

/** @param now milliseconds since 1970 */
export function nextCommit({ commit }: CommitRecord, now: number): number {
  return Math.max(commit + 1, Math.floor(now));
}
