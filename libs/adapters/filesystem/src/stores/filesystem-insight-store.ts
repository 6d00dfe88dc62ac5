import { Insight, parseJson } from '@arbiter/contracts';
import { type DeletedDocuments, type InsightStore, isLearntFrom, type KeptInsight } from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { appendLine, linesAt, Serial } from '../line-files.js';

const FILE = 'insights.jsonl';

const Kept = z.strictObject({
  insight: Insight,
  origin: z.strictObject({
    sessionId: z.string().nullable(),
    domain: z.string().nullable(),
    answerId: z.string(),
    documents: z.array(z.string()),
  }),
});

/** A line of the log of insights. */
export const InsightEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('saved'), kept: Kept }),
  z.strictObject({ type: z.literal('used'), ids: z.array(z.string()), at: z.iso.datetime() }),
]);
export type InsightEvent = z.output<typeof InsightEvent>;

/** Does to the insights what an event tells. */
function applyInsightEvent(insights: Map<string, KeptInsight>, event: InsightEvent): void {
  if (event.type === 'saved') {
    insights.set(event.kept.insight.id, event.kept);
    return;
  }
  for (const id of event.ids) {
    const kept = insights.get(id);
    if (!kept) continue;
    const usageCount = kept.insight.usageCount + 1;
    insights.set(id, { ...kept, insight: { ...kept.insight, usageCount, lastAccessed: event.at } });
  }
}

/**
 * A log of insights and their uses, an event per line, held in memory once it has been read. Uses are appended, not
 * written over. The log is compacted when its writer first reads it. Deleting a session or document compacts it too, since
 * deleted content has to leave the disk. A line that a crash has cut short is no event.
 */
export class FilesystemInsightStore implements InsightStore {
  readonly #steps = new Serial();
  readonly #path: string;
  #insights: Map<string, KeptInsight> | null = null;

  constructor(private readonly directory: DataDirectory) {
    this.#path = directory.resolve(FILE);
  }

  save(kept: KeptInsight, signal: AbortSignal): Promise<void> {
    return this.#append(
      { type: 'saved', kept: { ...kept, origin: { ...kept.origin, documents: [...kept.origin.documents] } } },
      signal,
    );
  }

  async countUse(ids: readonly string[], at: string, signal: AbortSignal): Promise<void> {
    if (ids.length > 0) await this.#append({ type: 'used', ids: [...ids], at }, signal);
  }

  async ofDomain(domain: string | null, limit: number, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    return (await this.#those(({ origin }) => origin.domain === domain, signal)).slice(-limit);
  }

  ofSession(sessionId: string, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    return this.#those(({ origin }) => origin.sessionId === sessionId, signal);
  }

  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return this.#delete(({ origin }) => origin.sessionId === sessionId, signal);
  }

  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    return this.#delete((kept) => isLearntFrom(kept, deleted), signal);
  }

  #delete(unwanted: (kept: KeptInsight) => boolean, signal: AbortSignal): Promise<number> {
    return this.#change(signal, async (insights) => {
      const kept = [...insights.values()].filter((one) => !unwanted(one));
      const gone = insights.size - kept.length;
      if (gone === 0) return 0;
      await this.#rewrite(kept);
      this.#insights = new Map(kept.map((one) => [one.insight.id, one]));
      return gone;
    });
  }

  #append(event: InsightEvent, signal: AbortSignal): Promise<void> {
    return this.#change(signal, async (insights) => {
      await this.directory.attempt(this.#path, () => appendLine(this.#path, event));
      applyInsightEvent(insights, event);
    });
  }

  async #change<T>(signal: AbortSignal, step: (insights: Map<string, KeptInsight>) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    return this.#steps.run(async () => step(await this.#read(signal)));
  }

  async #those(wanted: (kept: KeptInsight) => boolean, signal: AbortSignal): Promise<KeptInsight[]> {
    signal.throwIfAborted();
    const insights = await this.#steps.run(() => this.#read(signal));
    return [...insights.values()].filter(wanted);
  }

  async #read(signal: AbortSignal): Promise<Map<string, KeptInsight>> {
    // Another process may be writing what this one only reads.
    if (this.#insights && this.directory.writable) return this.#insights;
    const insights = new Map<string, KeptInsight>();
    let lines = 0;
    for await (const line of linesAt(this.directory, this.#path, signal)) {
      lines += 1;
      const { data } = InsightEvent.safeParse(parseJson(line.toString('utf8')));
      if (data) applyInsightEvent(insights, data);
    }
    if (this.directory.writable && lines > insights.size) await this.#rewrite([...insights.values()]);
    return (this.#insights = insights);
  }

  #rewrite(kept: readonly KeptInsight[]): Promise<void> {
    const lines = kept.map((one) => `${JSON.stringify({ type: 'saved', kept: one })}\n`);
    return this.directory.write(this.#path, lines);
  }
}
