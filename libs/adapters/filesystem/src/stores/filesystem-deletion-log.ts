import { open } from 'node:fs/promises';
import {
  type Clock,
  type DeletionCursor,
  type DeletionLog,
  DELETIONS_KEPT_MS,
  type DocumentDeletion,
  type LoggedDeletion,
} from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { appendLine, readLines, rewriteLines, Serial } from '../line-files.js';
import { nullWhenMissing, parseJson, readTextFile } from '../read-text-file.js';

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

/** A deletion per line; when a process opens it for writing, those that are too old are let go. The position is the number of the line. */
export class FilesystemDeletionLog implements DeletionLog {
  readonly #changes = new Serial();
  readonly #path: string;
  /** Of the last line; null before it is known. */
  #last: number | null = null;

  constructor(
    private readonly directory: DataDirectory,
    private readonly clock: Clock,
  ) {
    this.#path = directory.resolve(LOG_FILE);
  }

  async append({ collection, documents, at, jobId }: DocumentDeletion, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    await this.#changes.run(async () => {
      const number = (await this.#open(signal)) + 1;
      const line: DeletionLine = { number, collection, documents: [...documents], at, jobId };
      await this.directory.attempt(this.#path, () => appendLine(this.#path, line));
      this.#last = number;
    });
  }

  async after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]> {
    signal.throwIfAborted();
    const from = position === null ? 0 : Number(position);
    // A caller that polls every second costs no read if this process is the writer.
    if (this.directory.writable && from >= (await this.#changes.run(() => this.#open(signal)))) return [];
    return this.#read(from, limit, signal);
  }

  #read(from: number, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]> {
    return this.directory.attempt(this.#path, async () => {
      const found: LoggedDeletion[] = [];
      const file = await nullWhenMissing(() => open(this.#path, 'r'));
      if (file === null) return found;
      try {
        for await (const { bytes } of readLines(file)) {
          signal.throwIfAborted();
          const line = lineOf(bytes);
          if (!line || line.number <= from) continue;
          const { number, ...deletion } = line;
          found.push({ ...deletion, position: String(number) });
          if (found.length === limit) break;
        }
        return found;
      } finally {
        await file.close();
      }
    });
  }

  /** @returns the number of the last line, 0 where there is none */
  async #open(signal: AbortSignal): Promise<number> {
    if (this.#last !== null) return this.#last;
    const oldest = new Date(this.clock.now() - DELETIONS_KEPT_MS).toISOString();
    const lines = await this.#read(0, Number.MAX_SAFE_INTEGER, signal);
    const last = Number(lines.at(-1)?.position ?? 0);
    // The last one stays, so that numbers go on from it.
    const isStale = ({ at }: Pick<DeletionLine, 'at'>, number: number): boolean => at < oldest && number !== last;
    if (lines.some((line) => isStale(line, Number(line.position)))) {
      const change = (bytes: Buffer): 'keep' | null => {
        const line = lineOf(bytes);
        return line && !isStale(line, line.number) ? 'keep' : null;
      };
      await rewriteLines(this.directory, this.#path, change, signal);
    }
    return (this.#last = last);
  }
}

/** Null for a line that a crash has cut short. */
function lineOf(bytes: Buffer): DeletionLine | null {
  return DeletionLine.safeParse(parseJson(bytes.toString('utf8'))).data ?? null;
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
