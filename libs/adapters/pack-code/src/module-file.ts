import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** UTF-8 bytes of one module: tools are written by hand. */
const MAX_BYTES = 1_048_576;
/** A segment of a plain path: no hidden file, no `..`, nothing that a shell or a URL reads otherwise. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
const ENDING = /\.m?[jt]s$/;

/**
 * Reads a module of a pack.
 *
 * @param folder the pack's `tools/`: absolute, without links
 * @param file a plain path in it, with its ending, `/` between segments
 * @throws ArbiterError INVALID_REQUEST for a path that is not plain, leads out of the folder by a link, or to no module
 */
export async function readModuleFile(folder: string, file: string): Promise<string> {
  const refused = (why: string, cause?: unknown): ArbiterError =>
    new ArbiterError('INVALID_REQUEST', `tools/${file} ${why}`, { details: { file }, cause });
  if (!file.split('/').every((segment) => SEGMENT.test(segment)) || !ENDING.test(file)) {
    throw refused('is no plain path of a module: name a .js, .mjs, .ts or .mts file inside tools/.');
  }
  const path = join(folder, ...file.split('/'));
  const real = await realpath(path).catch((cause: unknown) => {
    throw refused('is not there: correct the name, or write the file.', cause);
  });
  if (!real.startsWith(`${folder}${sep}`)) throw refused('is a link that leads out of tools/: put the file there.');
  const found = await stat(real);
  if (!found.isFile()) throw refused('is no file.');
  if (found.size > MAX_BYTES) throw refused(`is larger than ${MAX_BYTES} bytes.`);
  return readFile(real, 'utf8');
}

/** The sha256 of a module as it is compiled, in hexadecimal. */
export function digestOf(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}

/** @throws ArbiterError FORBIDDEN where the code may be compiled only as it came with the software, and has been changed */
export function checkDigest(source: string, file: string, digests: Readonly<Record<string, string>> | undefined): void {
  if (!digests || (Object.hasOwn(digests, file) && digests[file] === digestOf(source))) return;
  throw new ArbiterError(
    'FORBIDDEN',
    `tools/${file} is not the file that came with Arbiter: install Arbiter again, or run it with --allow-pack-code.`,
    { details: { file } },
  );
}

/** The path of what a module imports relative to itself. */
export function importedFile(importer: string, specifier: string): string {
  return posix.join(posix.dirname(importer), specifier);
}
