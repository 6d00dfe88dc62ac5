import { AnswerRecord } from '@arbiter/contracts';
import type { CostEntry, CostLedger, CostPeriod } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { decodeJson, encodeJson } from '../call-jetstream.js';
import { type BucketEntry, type BucketOptions, KeyValueBucket } from '../key-value-bucket.js';
import { z } from 'zod';

export const COSTS_BUCKET = 'arbiter-costs';

const StoredCost = AnswerRecord.pick({
  createdAt: true,
  principal: true,
  sessionId: true,
  tokens: true,
  cost: true,
}).extend({
  answerId: z.string().min(1),
  /** Revision of its first writing; absent in that one. To write it anew must not move it to the end. */
  order: z.int().optional(),
});

/** Costs as keys `cost.<nuid>`, in the order of their revisions. */
export class JetStreamCostLedger implements CostLedger {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = COSTS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(entry: CostEntry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#bucket.create(`cost.${nuid.next()}`, encodeJson(entry), signal);
  }

  async *between({ from = '', to }: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry> {
    signal.throwIfAborted();
    const isOfPeriod = ({ createdAt }: CostEntry): boolean => createdAt >= from && (to === undefined || createdAt < to);
    for (const { cost } of await this.#those(isOfPeriod, signal)) yield cost;
  }

  async forgetSession(sessionId: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    let forgotten = 0;
    for (const { cost, order, entry } of await this.#those((one) => one.sessionId === sessionId, signal)) {
      if (await this.#bucket.erase(entry, encodeJson({ ...cost, sessionId: null, order }), signal)) forgotten += 1;
    }
    return forgotten;
  }

  /** Only those that are wanted are kept in memory. */
  async #those(isWanted: (cost: CostEntry) => boolean, signal: AbortSignal) {
    const found: { readonly cost: CostEntry; readonly order: number; readonly entry: BucketEntry }[] = [];
    await this.#bucket.forEach('cost.*', signal, (entry) => {
      const stored = decodeJson(StoredCost, entry.value);
      if (!stored) return;
      const { order = entry.revision, ...cost } = stored;
      if (isWanted(cost)) found.push({ cost, order, entry });
    });
    return found.sort((a, b) => a.order - b.order);
  }
}
