import { join } from 'node:path';
import { ArbiterError, parseJson } from '@arbiter/contracts';
import { z } from 'zod';
import type { DataDirectory } from './data-directory.js';
import { readTextFile } from './read-text-file.js';

/** Raised when an older Arbiter could misread what a newer one writes. Raising it needs a step in {@link CURRENT_FORMAT}. */
export const DATA_FORMAT_VERSION = 1;

const FORMAT_FILE = 'format.json';

const DataFormat = z.object({
  format: z.literal('arbiter-data'),
  version: z.int().min(1),
  /** The first Arbiter that reads this version; format 1 has none, since every Arbiter does. */
  needs: z.string().max(64).optional(),
  /** The version that a writer has begun to raise: until it is gone, files of both are there. */
  raisedFrom: z.int().min(1).optional(),
});
type DataFormat = z.output<typeof DataFormat>;

/** A step from one format of the data directory to the next. */
export interface FormatStep {
  /** The version it begins with; it ends with the next one. */
  readonly from: number;
  /** What it does, for people: "sessions have a file each". */
  readonly does: string;
  /** The first Arbiter that reads the version that it ends with. */
  readonly needs: string;
  /**
   * Rewrites what differs, through `DataDirectory.write`, file by file. It finds files of both versions after a crash, so it
   * leaves alone what it did before. Directories without such files are left as they are.
   */
  run(directory: DataDirectory): Promise<void>;
}

export interface DataFormats {
  readonly version: number;
  /** One for each version below, ascending. */
  readonly steps: readonly FormatStep[];
}

/** All formats that this Arbiter reads. */
export const CURRENT_FORMAT: DataFormats = { version: DATA_FORMAT_VERSION, steps: [] };

/**
 * @returns null when there is no format file yet
 * @throws ArbiterError INVALID_REQUEST for a format of a newer Arbiter, or of another program
 */
export async function readFormat(root: string, formats: DataFormats): Promise<DataFormat | null> {
  const text = await readTextFile(join(root, FORMAT_FILE));
  if (text === null) return null;
  const format = DataFormat.safeParse(parseJson(text));
  if (!format.success) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `${FORMAT_FILE} in the data directory is not Arbiter's: set ARBITER_DATA_DIR to another folder, or restore the file from a backup.`,
    );
  }
  const { version, needs } = format.data;
  if (version > formats.version) {
    const remedy = needs === undefined ? 'update Arbiter' : `update Arbiter to ${needs} or later`;
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The data directory has format ${version}, this Arbiter reads up to ${formats.version}: ${remedy}, or set ARBITER_DATA_DIR to another folder.`,
      { details: { version, reads: formats.version, ...(needs !== undefined && { needs }) } },
    );
  }
  return format.data;
}

/**
 * Before the lock is taken, so that a directory of a newer Arbiter is not touched.
 *
 * @throws ArbiterError as readFormat; UNAVAILABLE to a reader of an older format, which only a writer can raise
 */
export async function refuseNewer(root: string, formats: DataFormats, mode: 'read' | 'write'): Promise<void> {
  const format = await readFormat(root, formats);
  if (mode === 'write' || format === null) return;
  if (format.version === formats.version && format.raisedFrom === undefined) return;
  throw new ArbiterError(
    'UNAVAILABLE',
    `The data directory has format ${format.raisedFrom ?? format.version}, and this Arbiter reads ${formats.version}. Whatever next opens it for writing raises it: start the ingestion worker or \`arbiter serve\`, after a backup.`,
    { details: { version: format.version, reads: formats.version } },
  );
}

/**
 * Raises a directory to the format of this Arbiter, step by step. The version is raised before its step, so that an older
 * Arbiter never opens what is half raised; a step that was interrupted runs again.
 *
 * @param format null for a new directory
 */
export async function raiseFormat(
  directory: DataDirectory,
  format: DataFormat | null,
  { version, steps }: DataFormats,
): Promise<void> {
  const needs = (of: number): { needs?: string } => {
    const first = steps.find(({ from }) => from === of - 1)?.needs;
    return first === undefined ? {} : { needs: first };
  };
  const write = async (content: Omit<DataFormat, 'format'>): Promise<void> => {
    const line = `${JSON.stringify({ format: 'arbiter-data', ...content })}\n`;
    await directory.write(directory.resolve(FORMAT_FILE), line);
  };
  if (format === null) return write({ version, ...needs(version) });
  for (let from = format.raisedFrom ?? format.version; from < version; from += 1) {
    const step = steps.find((one) => one.from === from);
    if (!step)
      throw new ArbiterError('INTERNAL', `No step leads from format ${from} of the data directory to the next.`);
    process.emitWarning(
      `The data directory "${directory.path}" is raised from format ${from} to ${from + 1} (${step.does}). An older Arbiter cannot open it any more; only a backup of before leads back.`,
      { code: 'ARBITER_FORMAT' },
    );
    await write({ version: from + 1, ...needs(from + 1), raisedFrom: from });
    await step.run(directory);
    await write({ version: from + 1, ...needs(from + 1) });
  }
}
