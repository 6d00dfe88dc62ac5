import { constants } from 'node:fs';
import { copyFile, type FileHandle, open } from 'node:fs/promises';
import { ArbiterError, parseJson } from '@arbiter/contracts';
import type { DataDirectory } from '../data-directory.js';
import { readLines } from '../line-files.js';
import { JobEvent } from './job-ledger.js';

/** Called with one sentence about something that was found wrong and set right. */
export type WarningListener = (warning: string) => void;

/**
 * The write-ahead log of jobs: one JSON event per line. An event counts once `append` has resolved, when it is on the
 * disk; a last line that a crash has cut short never counted and is cut off.
 */
export class JobLog {
  #size = 0;
  #broken = false;

  private constructor(
    private readonly directory: DataDirectory,
    private readonly path: string,
    private file: FileHandle,
  ) {}

  /**
   * @param replay called for each event in order; returns false when it cannot be so
   * @throws ArbiterError when the file cannot be read or written
   */
  static async open(
    directory: DataDirectory,
    replay: (event: JobEvent) => boolean,
    onWarning: WarningListener,
  ): Promise<JobLog> {
    directory.refuseUnlessWritable();
    const path = directory.resolve('jobs', 'log.jsonl');
    const file = await openOrCreate(directory, path);
    const log = new JobLog(directory, path, file);
    try {
      await directory.attempt(path, () => log.#replay(replay, onWarning));
      return log;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** Resolves once the event is on the disk. When it rejects, the event is not in the log. */
  async append(event: JobEvent): Promise<void> {
    if (this.#broken) {
      throw new ArbiterError('UNAVAILABLE', 'The job log could not be repaired after a failed write: restart Arbiter.');
    }
    const bytes = Buffer.from(`${JSON.stringify(event)}\n`);
    await this.directory.attempt(this.path, async () => {
      try {
        await writeAll(this.file, bytes, this.#size);
        await this.file.datasync();
        this.#size += bytes.length;
      } catch (error) {
        await this.#undoWrite();
        throw error;
      }
    });
  }

  /** Replaces the log by these events, all or nothing. */
  async rewrite(events: Iterable<JobEvent>): Promise<void> {
    await this.directory.write(this.path, linesOf(events));
    await this.directory.attempt(this.path, async () => {
      // The handle still holds the replaced file: whatever happens, nothing may be appended there.
      this.#broken = true;
      const file = await open(this.path, 'r+');
      await this.file.close();
      this.file = file;
      this.#size = (await file.stat()).size;
      this.#broken = false;
    });
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  async #replay(replay: (event: JobEvent) => boolean, onWarning: WarningListener): Promise<void> {
    const damaged: number[] = [];
    let number = 0;
    let bad: { readonly number: number; readonly start: number } | null = null;
    for await (const line of readLines(this.file)) {
      number += 1;
      if (bad) damaged.push(bad.number);
      const event = line.whole ? JobEvent.safeParse(parseJson(line.bytes.toString('utf8'))) : null;
      bad = event?.success && replay(event.data) ? null : { number, start: line.start };
      this.#size = line.start + line.bytes.length + 1;
    }
    // Whatever is wrong with the last line alone is a write that was cut short: it had not been acknowledged.
    if (bad) {
      await this.file.truncate(bad.start);
      await this.file.sync();
      this.#size = bad.start;
      onWarning(`The last line of jobs/log.jsonl was not written to its end; it has been cut off.`);
    }
    if (damaged.length > 0) {
      await copyFile(this.path, `${this.path}.damaged`, constants.COPYFILE_FICLONE);
      onWarning(
        `Lines ${damaged.join(', ')} of jobs/log.jsonl are damaged and were left out; a copy is in jobs/log.jsonl.damaged. Ingest the sources again that the list of jobs lacks.`,
      );
    }
  }

  /** A part of a line would swallow the next one. */
  async #undoWrite(): Promise<void> {
    try {
      await this.file.truncate(this.#size);
    } catch {
      this.#broken = true;
    }
  }
}

async function openOrCreate(directory: DataDirectory, path: string): Promise<FileHandle> {
  try {
    return await directory.attempt(path, () => open(path, 'r+'));
  } catch (error) {
    if (!(error instanceof ArbiterError && error.code === 'NOT_FOUND')) throw error;
    await directory.write(path, '');
    return directory.attempt(path, () => open(path, 'r+'));
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

function* linesOf(events: Iterable<JobEvent>): Iterable<string> {
  for (const event of events) yield `${JSON.stringify(event)}\n`;
}
