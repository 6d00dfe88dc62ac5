import {
  type Clock,
  type DeletionCursor,
  type DeletionLog,
  DELETIONS_KEPT_MS,
  type DocumentDeletion,
  type LoggedDeletion,
  type RecordLog,
} from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { Serial } from '../line-files.js';
import { LineLog } from '../line-log.js';
import { readTextFile } from '../read-text-file.js';

const LOG_FILE = 'deletions.jsonl';
const CURSOR_FILE = 'deletions-seen';

const DeletionLine = z.strictObject({
  /** Rises by one with each line, also over those that have been let go. */
  number: z.int().min(1),
  collection: z.string(),
  documents: z.array(z.string()),
  at: z.iso.datetime(),
  jobId: z.string().nullable(),
});
type DeletionLine = z.output<typeof DeletionLine>;

/** Group of all lines. */
const DELETIONS = 'deletions';

/** A deletion per line; when a process opens it for writing, those that are too old are let go. The position is the number of the line. */
export class FilesystemDeletionLog implements DeletionLog {
  readonly #log: RecordLog<DeletionLine>;
  readonly #changes = new Serial();
  /** Of the last line; null before it is known. */
  #last: number | null = null;

  constructor(
    private readonly directory: DataDirectory,
    private readonly clock: Clock,
  ) {
    this.#log = new LineLog(directory, DeletionLine, { file: LOG_FILE });
  }

  async append({ collection, documents, at, jobId }: DocumentDeletion, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    await this.#changes.run(async () => {
      const number = (await this.#open(signal)) + 1;
      await this.#log.append(DELETIONS, [{ number, collection, documents: [...documents], at, jobId }], signal);
      this.#last = number;
    });
  }

  async after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]> {
    signal.throwIfAborted();
    const from = position === null ? 0 : Number(position);
    // A caller that polls every second costs no read if this process is the writer.
    if (this.directory.writable && from >= (await this.#changes.run(() => this.#open(signal)))) return [];
    const found: LoggedDeletion[] = [];
    const where = ({ number }: DeletionLine): boolean => number > from;
    for await (const { number, ...deletion } of this.#log.read(DELETIONS, { where }, signal)) {
      if (found.push({ ...deletion, position: String(number) }) === limit) break;
    }
    return found;
  }

  /** @returns the number of the last line, 0 where there is none */
  async #open(signal: AbortSignal): Promise<number> {
    if (this.#last !== null) return this.#last;
    const oldest = new Date(this.clock.now() - DELETIONS_KEPT_MS).toISOString();
    let [last, hasStale] = [0, false];
    for await (const { number, at } of this.#log.read(DELETIONS, {}, signal)) {
      last = number;
      hasStale ||= at < oldest;
    }
    // The last one stays, so that numbers go on from it.
    const keep = (line: DeletionLine): DeletionLine | null => (line.at < oldest && line.number !== last ? null : line);
    if (hasStale) await this.#log.change(keep, signal);
    return (this.#last = last);
  }
}

/** The position in a file of its own. */
export class FilesystemDeletionCursor implements DeletionCursor {
  readonly #path: string;

  constructor(private readonly directory: DataDirectory) {
    this.#path = directory.resolve(CURSOR_FILE);
  }

  async read(signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    const text = await this.directory.attempt(this.#path, () => readTextFile(this.#path));
    return text?.trim() ?? null;
  }

  async write(position: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.directory.write(this.#path, `${position}\n`);
  }
}
