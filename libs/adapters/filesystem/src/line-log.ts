import { parseJson } from '@arbiter/contracts';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { mapConcurrently, SerialQueue } from '@arbiter/adapter-kit/resilience';
import type { Changed, GroupedLog, LogReading } from '@arbiter/ports';
import type { z } from 'zod';
import type { DataDirectory } from './data-directory.js';
import { appendLines, type LineChange, linesAt, rewriteLines } from './line-files.js';
import { fileNameOf, idOfFileName } from './paths.js';
import { syncFolder } from './private-files.js';
import { nullWhenMissing, readFolder } from './read-text-file.js';

const ENDING = '.jsonl';
/** Files that are read at once. */
const READS_AT_ONCE = 8;

/** Where lines are: in a file for each group, `<folder>/<group>.jsonl`, or in one for all. */
export type LineLayout<T> =
  | { readonly folder: string }
  /** `groupOf` tells the groups apart; absent for a log of one group. Its groups can neither be listed nor deleted. */
  | { readonly file: string; readonly groupOf?: (record: T) => string };

/** A record per line. The records of one append go to the disk in one write. */
export class LineLog<T> implements GroupedLog<T> {
  readonly #changes = new SerialQueue();

  constructor(
    private readonly directory: DataDirectory,
    private readonly schema: z.ZodType<T>,
    private readonly layout: LineLayout<T>,
  ) {}

  async append(group: string, records: readonly T[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    if (records.length === 0) return;
    const lines = records.map((record) => JSON.stringify(record));
    const path = this.#pathOf(group);
    await this.#changes.run(path, () => this.directory.attempt(path, () => appendLines(path, lines)));
  }

  async *read(group: string, { newestFirst = false, where }: LogReading<T>, signal: AbortSignal): AsyncIterable<T> {
    signal.throwIfAborted();
    for await (const line of linesAt(
      this.directory,
      this.#pathOf(group),
      signal,
      newestFirst ? 'backwards' : 'forwards',
    )) {
      const record = this.#decode(line);
      if (record !== null && this.#isIn(group, record) && (where?.(record) ?? true)) yield record;
    }
  }

  async change(change: (record: T) => T | null, signal: AbortSignal): Promise<Changed> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    let [records, groups] = [0, 0];
    for (const path of await this.#paths()) {
      const before = records;
      const changeLine = (line: Buffer): LineChange => {
        const record = this.#decode(line);
        // What a crash has left of a record may hold anything.
        if (record === null) return null;
        const next = change(record);
        if (next === record) return 'keep';
        records += 1;
        return next === null ? null : Buffer.from(JSON.stringify(next));
      };
      await this.#changes.run(path, () => rewriteLines(this.directory, path, changeLine, signal));
      if (records > before) groups += 1;
    }
    return { records, groups };
  }

  async groups(prefix: string, signal: AbortSignal): Promise<ReadonlyMap<string, T>> {
    signal.throwIfAborted();
    const found = new Map<string, T>();
    await mapConcurrently(await this.#paths(), READS_AT_ONCE, async (path) => {
      const group = idOfFileName(basename(path, ENDING));
      const newest = group?.startsWith(prefix) ? await this.#newestAt(path, signal) : null;
      if (group !== null && newest !== null) found.set(group, newest);
    });
    return found;
  }

  delete(group: string, signal: AbortSignal): Promise<boolean> {
    return this.#delete(this.#pathOf(group), () => Promise.resolve(true), signal);
  }

  async deleteStale(isStale: (newest: T) => boolean, signal: AbortSignal): Promise<number> {
    let gone = 0;
    // One after the other: a few thousand small reads once a day, beside which questions are answered.
    for (const path of await this.#paths()) {
      // In turn with appends, so that a group which is written to just now is seen with its new record.
      const ends = async () => {
        const newest = await this.#newestAt(path, signal);
        return newest !== null && isStale(newest);
      };
      if (await this.#delete(path, ends, signal)) gone += 1;
    }
    return gone;
  }

  /** @returns null where no record can be read */
  async #newestAt(path: string, signal: AbortSignal): Promise<T | null> {
    for await (const line of linesAt(this.directory, path, signal, 'backwards')) {
      const record = this.#decode(line);
      if (record !== null) return record;
    }
    return null;
  }

  /** @returns whether it was there and wanted to go */
  async #delete(path: string, isGoing: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const remove = async (): Promise<boolean> => {
      await rm(path);
      await syncFolder(dirname(path));
      return true;
    };
    return this.#changes.run(path, async () => {
      if (!(await isGoing())) return false;
      return (await this.directory.attempt(path, () => nullWhenMissing(remove))) ?? false;
    });
  }

  /** @returns null for a line that a crash has cut short */
  #decode(line: Buffer): T | null {
    return this.schema.safeParse(parseJson(line.toString('utf8'))).data ?? null;
  }

  #isIn(group: string, record: T): boolean {
    return !('file' in this.layout) || (this.layout.groupOf?.(record) ?? group) === group;
  }

  #pathOf(group: string): string {
    if ('file' in this.layout) return this.directory.resolve(this.layout.file);
    // A group whose escaped name would be too long is named by its hash; nothing lists groups by name.
    const name = fileNameOf(group) ?? `%${createHash('sha256').update(group).digest('hex')}`;
    return this.directory.resolve(this.layout.folder, `${name}${ENDING}`);
  }

  async #paths(): Promise<readonly string[]> {
    if ('file' in this.layout) return [this.directory.resolve(this.layout.file)];
    const folder = this.directory.resolve(this.layout.folder);
    const names = await this.directory.attempt(folder, () => readFolder(folder));
    return names.filter((name) => name.endsWith(ENDING)).map((name) => join(folder, name));
  }
}
