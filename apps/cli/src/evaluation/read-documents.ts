import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { readDocument, type PlainDocument } from '@arbiter/evaluation';
import { mapBounded } from './map-bounded.js';

const READ_AT_ONCE = 16;

/**
 * The Markdown and plain text files of a folder, in the order of their paths.
 *
 * @param folder absolute
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST when it holds none
 */
export async function readDocuments(folder: string): Promise<readonly PlainDocument[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no folder ${folder}.`, { cause });
  });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:md|markdown|txt)$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  if (paths.length === 0) throw new ArbiterError('INVALID_REQUEST', `${folder} holds no Markdown and no plain text.`);
  return mapBounded(paths, READ_AT_ONCE, async (path) =>
    readDocument(path, await readFile(join(folder, path), 'utf8')),
  );
}
