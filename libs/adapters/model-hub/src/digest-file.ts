import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ifThere } from './if-there.js';

export interface FileDigests {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** See SourceFile. */
  readonly gitBlob: string;
}

/** @returns null where there is no such file */
export async function digestFile(path: string, signal: AbortSignal): Promise<FileDigests | null> {
  const found = await ifThere(stat(path));
  if (!found?.isFile()) return null;
  const sha256 = createHash('sha256');
  // What Git hashes (git-scm.com/book/en/v2/Git-Internals-Git-Objects).
  const gitBlob = createHash('sha1').update(`blob ${found.size}\0`);
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
    sha256.update(chunk);
    gitBlob.update(chunk);
  }
  return { bytes: found.size, sha256: sha256.digest('hex'), gitBlob: gitBlob.digest('hex') };
}
