import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { fromFilesystemError, hasCode } from './filesystem-error.js';
import { Serial } from './line-files.js';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.js';

export interface RotatingJsonLinesOptions {
  /** Of the file that is written to; its folder is made. */
  readonly path: string;
  /** A file that has grown to so many bytes is put aside as `<name>.1<extension>`, > 0. */
  readonly maxBytes: number;
  /** Files that are kept beside the one that is written to, ≥ 1; the oldest goes. */
  readonly keep: number;
  /** Lines that may wait to be written, ≥ 1; more are refused rather than kept in memory. */
  readonly maxWaiting?: number;
}

const DEFAULT_MAX_WAITING = 1_000;

/** A log of JSON lines that never grows beyond (1 + keep) × maxBytes. One process alone may write to it. */
export class RotatingJsonLines {
  readonly #serial = new Serial();
  #size: number | null = null;
  #waiting = 0;

  constructor(private readonly options: RotatingJsonLinesOptions) {}

  /**
   * Resolves when the line was given to the system; in the order of the calls.
   *
   * @throws ArbiterError OVERLOADED when too many lines wait, UNAVAILABLE when the file cannot be written
   */
  async append(record: Readonly<Record<string, unknown>>): Promise<void> {
    const { path, maxBytes, maxWaiting = DEFAULT_MAX_WAITING } = this.options;
    if (this.#waiting >= maxWaiting) {
      throw new ArbiterError('OVERLOADED', `${maxWaiting} lines wait to be written to the log.`);
    }
    this.#waiting += 1;
    try {
      await this.#serial.run(async () => {
        const line = `${JSON.stringify(record)}\n`;
        const size = (this.#size ??= await this.#open());
        if (size > 0 && size + Buffer.byteLength(line) > maxBytes) await this.#rotate();
        await appendFile(path, line, PRIVATE_FILE);
        this.#size += Buffer.byteLength(line);
      });
    } catch (error) {
      this.#size = null;
      throw fromFilesystemError(error, path, 'data');
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Resolves once everything that was appended is written, or has failed. */
  flush(): Promise<void> {
    return this.#serial.run(() => Promise.resolve());
  }

  async #open(): Promise<number> {
    await mkdir(dirname(this.options.path), { recursive: true, ...PRIVATE_FOLDER });
    try {
      return (await stat(this.options.path)).size;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return 0;
      throw error;
    }
  }

  async #rotate(): Promise<void> {
    for (let number = this.options.keep; number > 1; number--) {
      await renameIfThere(this.#aside(number - 1), this.#aside(number));
    }
    await renameIfThere(this.options.path, this.#aside(1));
    this.#size = 0;
  }

  #aside(number: number): string {
    const extension = extname(this.options.path);
    return `${this.options.path.slice(0, this.options.path.length - extension.length)}.${number}${extension}`;
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
