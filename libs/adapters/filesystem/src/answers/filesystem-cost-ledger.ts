import { AnswerRecord } from '@arbiter/contracts';
import type { CostEntry, CostLedger, CostPeriod } from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { appendLine, linesAt, Serial } from '../line-files.js';
import { parseJson } from '../read-text-file.js';

const FILE = 'costs.jsonl';

const EntryLine = AnswerRecord.pick({
  createdAt: true,
  principal: true,
  sessionId: true,
  tokens: true,
  cost: true,
}).extend({ answerId: z.string().min(1) });

/** An answer per line, some 300 bytes of those for which a language model was asked. Nothing is ever taken out. */
export class FilesystemCostLedger implements CostLedger {
  readonly #changes = new Serial();

  constructor(private readonly directory: DataDirectory) {}

  async append(entry: CostEntry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.directory.resolve(FILE);
    await this.#changes.run(() => this.directory.attempt(path, () => appendLine(path, { ...entry })));
  }

  async *between({ from = '', to }: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry> {
    signal.throwIfAborted();
    for await (const line of linesAt(this.directory, this.directory.resolve(FILE), signal)) {
      const entry = entryOf(line);
      if (entry && entry.createdAt >= from && (to === undefined || entry.createdAt < to)) yield entry;
    }
  }

  async forgetSession(sessionId: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.directory.resolve(FILE);
    return this.#changes.run(async () => {
      const entries: CostEntry[] = [];
      for await (const entry of this.between({}, signal)) entries.push(entry);
      const forgotten = entries.filter((entry) => entry.sessionId === sessionId).length;
      if (forgotten === 0) return 0;
      const anonymous = entries.map((entry) => (entry.sessionId === sessionId ? { ...entry, sessionId: null } : entry));
      await this.directory.write(path, anonymous.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      return forgotten;
    });
  }
}

/** Null for a line that a crash has cut short. */
function entryOf(line: Buffer): CostEntry | null {
  return EntryLine.safeParse(parseJson(line.toString('utf8'))).data ?? null;
}
