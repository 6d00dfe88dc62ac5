import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import type { SourceFile } from './model-source.js';
import { ifThere } from './models-directory.js';

/** What a file must be; at least one of them. */
export interface Expectation {
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly gitBlob: string | null;
}

/**
 * The user's checksum takes precedence over the one recorded at the first pull, and that over the source's.
 *
 * @throws ArbiterError UNAVAILABLE when there is none of the three
 */
export function expectationOf(
  { name, source }: ChosenFile,
  given: string | undefined,
  recorded: string | undefined,
): Expectation {
  const sha256 = given ?? recorded;
  if (sha256 !== undefined) return { bytes: null, sha256, gitBlob: null };
  if (source.sha256 !== null || source.gitBlob !== null) return source;
  throw new ArbiterError(
    'UNAVAILABLE',
    `The source gives no checksum of ${name}: give it with --sha256 ${name}=…, from where you trust it.`,
    { details: { file: name } },
  );
}

export function isAsExpected(found: FileDigests, { bytes, sha256, gitBlob }: Expectation): boolean {
  return (
    (bytes === null || found.bytes === bytes) &&
    (sha256 === null || found.sha256 === sha256) &&
    (gitBlob === null || found.gitBlob === gitBlob)
  );
}

export function checksumError(name: string, found: FileDigests, { sha256, gitBlob }: Expectation): ArbiterError {
  return new ArbiterError(
    'UNAVAILABLE',
    `The file loaded as ${name} is not the published file (its checksum differs), and was thrown away: try again, or from another source.`,
    { details: { file: name, expected: sha256 ?? gitBlob, received: sha256 === null ? found.gitBlob : found.sha256 } },
  );
}

/** A file of a model folder, and where sources may have it, best first. */
interface WantedFile {
  readonly name: string;
  readonly paths: readonly string[];
}

/** A file of a model folder, and the file that it is made of. */
export interface ChosenFile {
  readonly name: string;
  readonly source: SourceFile;
}

/** @param network path of another network than the usual one, such as a quantised one; null for the usual one */
export function wantedFiles(network: string | null): readonly WantedFile[] {
  return [
    { name: 'model.onnx', paths: network === null ? ['onnx/model.onnx', 'model.onnx'] : [network] },
    { name: 'tokenizer.json', paths: ['tokenizer.json'] },
    { name: 'config.json', paths: ['config.json'] },
  ];
}

/** @throws ArbiterError NOT_FOUND that names the file that the source does not have */
export function chooseFiles(model: string, wanted: readonly WantedFile[], found: readonly SourceFile[]): ChosenFile[] {
  return wanted.map(({ name, paths }) => {
    const source = paths.map((path) => found.find((file) => file.path === path)).find((file) => file !== undefined);
    if (source) return { name, source };
    throw new ArbiterError(
      'NOT_FOUND',
      `${model} has no ${paths.join(', nor ')}: it must be exported to ONNX to be used here.`,
      { details: { model, file: name, paths } },
    );
  });
}

interface FileDigests {
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
