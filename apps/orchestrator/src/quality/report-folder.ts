import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Report, ReportName, type ReportSummary } from '@arbiter/contracts';
import { excessOf } from '@arbiter/platform';
import { readReport } from './read-report.js';

const ENDING = '.json';
/** Reports of our own are a few hundred kilobytes; in bytes. */
const MAX_BYTES = 4 * 1_024 * 1_024;
/** Files that are looked at, by name. */
const MAX_FILES = 500;
/** Not through a link, which could lead out of the folder, and without waiting for who writes into a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface Kept {
  readonly state: string;
  readonly report: Report | null;
}

/** Reports that an operator keeps as `NAME.json` in one folder. Files are read again when they have changed. */
export class ReportFolder {
  #kept: ReadonlyMap<string, Kept> = new Map();

  /** @param path null: there is no folder, and no report */
  constructor(private readonly path: string | null) {}

  /** @returns the reports by name, and how many other files are there */
  async all(signal: AbortSignal): Promise<{ readonly reports: readonly Report[]; readonly unreadable: number }> {
    const names = await this.#names();
    const kept = new Map<string, Kept>();
    for (const name of names.slice(0, MAX_FILES)) {
      signal.throwIfAborted();
      const found = await this.#read(name);
      if (found) kept.set(name, found);
    }
    this.#kept = kept;
    const reports = [...kept.values()].flatMap(({ report }) => report ?? []);
    return { reports, unreadable: names.length - reports.length };
  }

  /** @param name whatever a client sent. @returns null for what is no report of the folder */
  async get(name: string): Promise<Report | null> {
    return ReportName.safeParse(name).success ? ((await this.#read(name))?.report ?? null) : null;
  }

  /** Without ending; names that are none of a report end in it. */
  async #names(): Promise<string[]> {
    if (this.path === null) return [];
    const files = await readdir(this.path).catch(() => []);
    return files
      .filter((file) => file.endsWith(ENDING))
      .map((file) => file.slice(0, -ENDING.length))
      .sort();
  }

  /** @returns null for what is no file of the folder */
  async #read(name: string): Promise<Kept | null> {
    if (this.path === null || !ReportName.safeParse(name).success) return null;
    const file = await open(join(this.path, `${name}${ENDING}`), FLAGS).catch(() => null);
    if (!file) return null;
    try {
      const stats = await file.stat();
      const state = `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
      const kept = this.#kept.get(name);
      if (kept?.state === state) return kept;
      if (!stats.isFile() || stats.size > MAX_BYTES) return { state, report: null };
      const bytes = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
      return { state, report: reportOf(name, bytes.toString('utf8', 0, bytesRead)) };
    } catch {
      return null;
    } finally {
      await file.close();
    }
  }
}

/** The fields of a report that lists show. */
export function summaryOf({ name, kind, dataset, n, measuredAt, version }: Report): ReportSummary {
  return { name, kind, dataset, n, measuredAt, version };
}

function reportOf(name: string, text: string): Report | null {
  if (excessOf(text) !== null) return null;
  try {
    const report = readReport(JSON.parse(text));
    return report && { name, ...report };
  } catch {
    return null;
  }
}
