import { constants } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Report, ReportName } from '@arbiter/contracts';
import { excessOf } from '@arbiter/platform';
import { readReport } from './read-report.js';

const ENDING = '.json';
/** Reports of our own are a few hundred kilobytes; in bytes. */
const MAX_BYTES = 4 * 1_024 * 1_024;
/** Files that are looked at, by name. */
const MAX_FILES = 500;
/** Not through a link, which could lead out of the folder, and without waiting for who writes into a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reports that an operator keeps as `NAME.json` in one folder. Files are read again when they have changed. */
export class ReportFolder {
  /** By the states of their files; null: no report. */
  #kept: ReadonlyMap<string, Report | null> = new Map();

  /** @param path null: there is no folder, and no report */
  constructor(private readonly path: string | null) {}

  /** @returns the reports by name, and how many other files are there */
  async all(signal: AbortSignal): Promise<{ readonly reports: readonly Report[]; readonly unreadable: number }> {
    const { path: folder } = this;
    const files = folder === null ? [] : await readdir(folder).catch(() => []);
    const wanted = files.filter((file) => file.endsWith(ENDING)).sort();
    const kept = new Map<string, Report | null>();
    for (const file of wanted.slice(0, MAX_FILES)) {
      signal.throwIfAborted();
      const path = join(folder ?? '', file);
      const stats = await lstat(path).catch(() => null);
      if (!stats?.isFile() || stats.size > MAX_BYTES) continue;
      const state = `${file}:${stats.ino}:${stats.size}:${stats.mtimeMs}`;
      const known = this.#kept.get(state);
      kept.set(state, known === undefined ? await read(path, file.slice(0, -ENDING.length)) : known);
    }
    this.#kept = kept;
    const reports = [...kept.values()].filter((report) => report !== null);
    return { reports, unreadable: wanted.length - reports.length };
  }
}

async function read(path: string, name: string): Promise<Report | null> {
  if (!ReportName.safeParse(name).success) return null;
  try {
    const text = await readFile(path, { encoding: 'utf8', flag: FLAGS });
    const report = excessOf(text) === null ? readReport(JSON.parse(text)) : null;
    return report && { name, ...report };
  } catch {
    return null;
  }
}
