import { Insight } from '@arbiter/contracts';
import { type DeletedDocuments, type InsightStore, isLearntFrom, type KeptInsight } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, keyPart, KeyValueBucket } from './key-value-bucket.js';

export const INSIGHTS_BUCKET = 'arbiter-insights';

const StoredInsight = z.strictObject({
  insight: Insight,
  origin: z.strictObject({
    sessionId: z.string().nullable(),
    domain: z.string().nullable(),
    answerId: z.string(),
    documents: z.array(z.string()),
  }),
  /** Revision of its first writing; absent in that one. To write it anew must not move it to the end. */
  order: z.int().optional(),
});

/** What changes of an insight. It has a key of its own: a broker keeps the bytes of a value that is written over. */
const StoredUse = Insight.pick({ usageCount: true, lastAccessed: true });
type StoredUse = z.output<typeof StoredUse>;
const USE = 'use';

/** In the place of a domain or session that is null; neither can be called so. */
const NONE = '=';

/** Insights as keys `<domain>.<session>.<insight>`, with `.use` behind it their uses, counted by compare-and-set. */
export class JetStreamInsightStore implements InsightStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = INSIGHTS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async save({ insight, origin }: KeptInsight, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const key = `${partOf(origin.domain)}.${origin.sessionId === null ? NONE : keyPart(origin.sessionId)}.${keyPart(insight.id)}`;
    const kept = { insight, origin: { ...origin, documents: [...origin.documents] } };
    const present = await this.#bucket.last(key, signal);
    if (present) await this.#bucket.erase(present, encodeJson({ ...kept, order: orderOf(present) }), signal);
    else await this.#bucket.create(key, encodeJson(kept), signal);
  }

  async countUse(ids: readonly string[], at: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (const id of ids) {
      const found = await this.#bucket.last(`*.*.${keyPart(id)}`, signal);
      const stored = found && decodeJson(StoredInsight, found.value);
      if (!stored) continue;
      await this.#bucket.update(
        `${found.key}.${USE}`,
        (entry) => {
          const { usageCount } = (entry && decodeJson(StoredUse, entry.value)) ?? stored.insight;
          return encodeJson({ usageCount: usageCount + 1, lastAccessed: at });
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
    return this.#eraseThose(await this.#bucket.entries(`*.${keyPart(sessionId)}.>`, signal), signal);
  }

  async deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    const entries = await this.#bucket.entries('>', signal);
    const gone = entries.filter(({ value }) => {
      const stored = decodeJson(StoredInsight, value);
      return stored && isLearntFrom(stored, deleted);
    });
    const keys = new Set(gone.flatMap(({ key }) => [key, `${key}.${USE}`]));
    return this.#eraseThose(
      entries.filter(({ key }) => keys.has(key)),
      signal,
    );
  }

  /** @returns how many insights were among them */
  async #eraseThose(entries: readonly BucketEntry[], signal: AbortSignal): Promise<number> {
    let gone = 0;
    for (const entry of entries) {
      if ((await this.#bucket.erase(entry, null, signal)) && !isUse(entry)) gone += 1;
    }
    return gone;
  }

  async #those(filter: string, signal: AbortSignal): Promise<KeptInsight[]> {
    const entries = await this.#bucket.entries(filter, signal);
    const uses = new Map<string, StoredUse>();
    for (const { key, value } of entries.filter(isUse)) {
      const use = decodeJson(StoredUse, value);
      if (use) uses.set(key, use);
    }
    const found = entries.flatMap((entry): { kept: KeptInsight; order: number }[] => {
      const stored = decodeJson(StoredInsight, entry.value);
      if (!stored) return [];
      const insight = { ...stored.insight, ...uses.get(`${entry.key}.${USE}`) };
      return [{ kept: { insight, origin: stored.origin }, order: orderOf(entry) }];
    });
    return found.sort((a, b) => a.order - b.order).map(({ kept }) => kept);
  }
}

/** Keys of insights have three parts. */
function isUse({ key }: BucketEntry): boolean {
  return key.split('.').length > 3;
}

function orderOf({ value, revision }: { readonly value: Uint8Array; readonly revision: number }): number {
  return decodeJson(StoredInsight, value)?.order ?? revision;
}

/** A domain as a part of a key, where a dot would divide it. */
function partOf(domain: string | null): string {
  return domain?.replaceAll('.', '/') ?? NONE;
}
