import { realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseChangelog } from '@arbiter/changelog';
import { ArbiterError, type ChangelogEntry } from '@arbiter/contracts';
import { fromFilesystemError } from '../filesystem-error.js';
import { isInside } from '../paths.js';
import { nullWhenMissing, readTextFile } from '../read-text-file.js';

export const CHANGELOG_FILE = 'changelog.jsonl';

/**
 * The entries of the `changelog.jsonl` in the folder of a pack; none where that file is not there.
 *
 * @throws ArbiterError INVALID_REQUEST naming the file, with the first wrong line as `details.line`; FORBIDDEN when it may not be
 *   read
 */
export async function readPackChangelog(folder: string): Promise<ChangelogEntry[]> {
  const file = join(basename(resolve(folder)), CHANGELOG_FILE);
  const text = await readInside(folder, file);
  if (text === null) return [];
  try {
    return parseChangelog(text);
  } catch (thrown) {
    const { message, details } = ArbiterError.from(thrown);
    throw new ArbiterError('INVALID_REQUEST', `${file}: ${message}`, { details: { ...details, file }, cause: thrown });
  }
}

async function readInside(folder: string, file: string): Promise<string | null> {
  try {
    const path = await nullWhenMissing(() => realpath(join(folder, CHANGELOG_FILE)));
    if (path === null) return null;
    if (isInside(await realpath(folder), path)) return await readTextFile(path);
  } catch (error) {
    throw fromFilesystemError(error, file, 'source');
  }
  throw new ArbiterError('INVALID_REQUEST', `${file}: The file lies outside of the pack.`, { details: { file } });
}
