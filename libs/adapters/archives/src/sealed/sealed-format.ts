import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { z } from 'zod';

/** Raised when an older Arbiter could misread what a newer one writes. */
export const SEALED_VERSION = 1;
/** First entry. Says what comes, so that nothing is unpacked that is not wanted. */
export const HEADER_NAME = 'arbiter-backup.json';
/** Last entry. Without it, the archive has no end. */
export const END_NAME = 'end.json';
/** Of all other entries that are no manifest. */
export const FILES_PREFIX = 'data/';
/** A manifest follows each so many files, so that neither side keeps all of them in memory. */
export const FILES_PER_MANIFEST = 1_000;
export const MAX_PATH_LENGTH = 4_096;

/** Largest entry that is parsed, in bytes. A thousand paths of full length fit. */
export const MAX_PARSED_BYTES = 8 * 1_024 * 1_024;
/** What tar adds to a file at most, in bytes: headers, an extended header with a long path, and padding. */
export const TAR_OVERHEAD = 8 * 1_024;

export const manifestName = (number: number): string => `manifest/${String(number).padStart(6, '0')}.jsonl`;

const Size = z.int().min(0);

export const SealedHeader = z.object({
  format: z.literal('arbiter-backup'),
  version: z.int().min(1),
  /** The first Arbiter that reads this version; version 1 has none. */
  needs: z.string().max(64).optional(),
  files: Size,
  /** Of all files together. */
  bytes: Size,
  /** What the archive is about; its reader knows the schema. */
  about: z.unknown(),
});
export type SealedHeader = z.output<typeof SealedHeader>;

export const ManifestLine = z.strictObject({
  path: z.string().min(1).max(MAX_PATH_LENGTH),
  size: Size,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ManifestLine = z.output<typeof ManifestLine>;

export const SealedEnd = z.strictObject({
  files: Size,
  bytes: Size,
  /** sha256 of the header and of all manifests, in their order. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Why an archive is refused; in `details.reason` of an INVALID_REQUEST. */
export type SealFault = 'foreign' | 'newer' | 'damaged' | 'truncated' | 'unsafe';

export function refuse(
  reason: SealFault,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message, { details: { reason, ...details }, cause });
}

/** Control characters, what Windows reserves, and what leads out of a folder. */
// oxlint-disable-next-line no-control-regex -- it looks for them
const UNSAFE_SEGMENT = /^(\.{1,2}|)$|[\0-\x1f\\:*?"<>|\x7f]/;

/** Whether a path stays below the folder that it is written to, on every system. */
export function isSafePath(path: string): boolean {
  return (
    path.length <= MAX_PATH_LENGTH && path.isWellFormed() && path.split('/').every((part) => !UNSAFE_SEGMENT.test(part))
  );
}

/** The order of files: segment by segment, so that a folder is walked without sorting all of its paths. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareCodeUnits(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
