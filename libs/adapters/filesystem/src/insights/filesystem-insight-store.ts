import { open } from 'node:fs/promises';
import { isLearntFrom, type DeletedDocuments, type InsightStore, type KeptInsight } from '@arbiter/ports';
import { appendLine } from '../answers/append-line.js';
import type { DataDirectory } from '../data-directory/data-directory.js';
import { readLines } from '../read-lines.js';
import { nullWhenMissing, parseJson } from '../read-text-file.js';
import { Serial } from '../serial.js';
import { applyInsightEvent, InsightEvent } from './insight-event.js';

const FILE = 'insights.jsonl';

/**
 * A log of what was learnt and how often it was used, an event per line, held in memory once it has been read. Uses are
 * appended, not written over; the log is compacted when it is first read by its writer, and where a session or document is deleted,
 * since what is deleted has to leave the disk. A line that a crash has cut short is no event.
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
    return this.#steps.run(async () => step(await this.#read()));
  }

  async #those(wanted: (kept: KeptInsight) => boolean, signal: AbortSignal): Promise<KeptInsight[]> {
    signal.throwIfAborted();
    const insights = await this.#steps.run(() => this.#read());
    return [...insights.values()].filter(wanted);
  }

  async #read(): Promise<Map<string, KeptInsight>> {
    // Another process may be writing what this one only reads.
    if (this.#insights && this.directory.writable) return this.#insights;
    const { insights, lines } = await this.directory.attempt(this.#path, () => this.#replay());
    if (this.directory.writable && lines > insights.size) await this.#rewrite([...insights.values()]);
    return (this.#insights = insights);
  }

  async #replay(): Promise<{ readonly insights: Map<string, KeptInsight>; readonly lines: number }> {
    const insights = new Map<string, KeptInsight>();
    const file = await nullWhenMissing(() => open(this.#path, 'r'));
    if (file === null) return { insights, lines: 0 };
    let lines = 0;
    try {
      for await (const { bytes } of readLines(file)) {
        lines += 1;
        const { data } = InsightEvent.safeParse(parseJson(bytes.toString('utf8')));
        if (data) applyInsightEvent(insights, data);
      }
    } finally {
      await file.close();
    }
    return { insights, lines };
  }

  #rewrite(kept: readonly KeptInsight[]): Promise<void> {
    const lines = kept.map((one) => `${JSON.stringify({ type: 'saved', kept: one })}\n`);
    return this.directory.write(this.#path, lines);
  }
}
