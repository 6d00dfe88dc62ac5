import { ArbiterError } from '@arbiter/contracts';
import type { ChosenFile } from './choose-files.js';
import type { FileDigests } from './digest-file.js';

/** What a file must be; at least one of them. */
export interface Expectation {
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly gitBlob: string | null;
}

/**
 * What the user says goes before what was recorded at the first pull, and that before what the source says.
 *
 * @throws ArbiterError UNAVAILABLE when nobody says anything
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
    `What was loaded as ${name} is not the published file (its checksum differs), and was thrown away: try again, or from another source.`,
    { details: { file: name, expected: sha256 ?? gitBlob, received: sha256 === null ? found.gitBlob : found.sha256 } },
  );
}
