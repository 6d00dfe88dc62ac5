import { Insight } from '@arbiter/contracts';
import { isLearntFrom, type DeletedDocuments, type InsightStore, type KeptInsight } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './json-value.js';
import { keyPart, KeyValueBucket, type BucketOptions } from './key-value-bucket.js';

export const INSIGHTS_BUCKET = 'arbiter-insights';

const StoredInsight = z.strictObject({
  insight: Insight,
  origin: z.strictObject({
    sessionId: z.string().nullable(),
    domain: z.string().nullable(),
    answerId: z.string(),
    documents: z.array(z.string()),
  }),
  /** Revision of its first writing; absent in that one. A use writes it anew and must not move it to the end. */
  order: z.int().optional(),
});
type StoredInsight = z.output<typeof StoredInsight>;

/** In the place of a domain or session that is null; neither can be called so. */
const NONE = '=';

/** Insights as keys `<domain>.<session>.<insight>`; uses are counted by compare-and-set. */
export class JetStreamInsightStore implements InsightStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = INSIGHTS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async save({ insight, origin }: KeptInsight, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const key = `${partOf(origin.domain)}.${origin.sessionId === null ? NONE : keyPart(origin.sessionId)}.${keyPart(insight.id)}`;
    const kept = { insight, origin: { ...origin, documents: [...origin.documents] } };
    await this.#bucket.update(key, (entry) => encodeJson(entry ? { ...kept, order: orderOf(entry) } : kept), signal);
  }

  async countUse(ids: readonly string[], at: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (const id of ids) {
      const found = await this.#bucket.last(`*.*.${keyPart(id)}`, signal);
      if (!found) continue;
      await this.#bucket.update(
        found.key,
        (entry) => {
          const stored = entry && decodeJson(StoredInsight, entry.value);
          if (!stored) return null;
          const insight = { ...stored.insight, usageCount: stored.insight.usageCount + 1, lastAccessed: at };
          return encodeJson({ ...stored, insight, order: orderOf(entry) });
        },
        signal,
      );
    }
  }

  async ofDomain(domain: string | null, limit: number, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    return (await this.#those(`${partOf(domain)}.>`, signal)).slice(-limit);
  }

  ofSession(sessionId: string, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    return this.#those(`*.${keyPart(sessionId)}.>`, signal);
  }

  async deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return this.#bucket.eraseAll(`*.${keyPart(sessionId)}.>`, signal);
  }

  async deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    let gone = 0;
    for (const entry of await this.#bucket.entries('>', signal)) {
      const stored = decodeJson(StoredInsight, entry.value);
      if (stored && isLearntFrom(stored, deleted) && (await this.#bucket.erase(entry, null, signal))) gone += 1;
    }
    return gone;
  }

  async #those(filter: string, signal: AbortSignal): Promise<KeptInsight[]> {
    const entries = await this.#bucket.entries(filter, signal);
    const found = entries.flatMap((entry): { kept: KeptInsight; order: number }[] => {
      const stored = decodeJson(StoredInsight, entry.value);
      return stored ? [{ kept: { insight: stored.insight, origin: stored.origin }, order: orderOf(entry) }] : [];
    });
    return found.sort((a, b) => a.order - b.order).map(({ kept }) => kept);
  }
}

function orderOf({ value, revision }: { readonly value: Uint8Array; readonly revision: number }): number {
  return decodeJson(StoredInsight, value)?.order ?? revision;
}

/** A domain as a part of a key, where a dot would divide it. */
function partOf(domain: string | null): string {
  return domain?.replaceAll('.', '/') ?? NONE;
}
