import { z } from 'zod';
import { PieceData, PIECE_BYTES, Sha256, UPLOAD_BYTES } from '../operation/byte-pieces.js';
import { defineOperation } from '../operation/define-operation.js';

/** How long an upload waits for the job that reads it, in milliseconds. */
export const UPLOAD_MS = 86_400_000;

const MAX_NAME_LENGTH = 1_024;

/** A path such as `guide/a.pdf`: relative, without hidden characters, backslashes, and `.` or `..` as a segment. */
export const FileName = z.string().min(1).max(MAX_NAME_LENGTH).refine(isFileName, {
  error: 'must be a relative path without "..", backslashes and hidden characters',
});

export const UploadId = z.string().regex(/^u-[0-9a-f]{32}$/, 'must be an id that an upload was given');

/** A file that waits for a job to read it. */
export const Upload = z.strictObject({
  uploadId: UploadId,
  name: FileName,
  bytes: z.int().min(0),
  sha256: Sha256,
});
export type Upload = z.output<typeof Upload>;

export const upload = defineOperation({
  name: 'ingestion.upload',
  summary: `Store files, ${UPLOAD_BYTES / 1_024 / 1_024} MiB at most in one request, for sources of the kind "upload"; unused ones go after a day.`,
  input: z.strictObject({
    /** Chosen by whoever sends the file, at random. */
    uploadId: UploadId,
    /** Of this piece, from 0; all but the last have the same length. */
    index: z
      .int()
      .min(0)
      .max(UPLOAD_BYTES / PIECE_BYTES),
    /** Empty: only ends or discards the upload. */
    data: PieceData,
    /** The file is complete with this piece: how it is called, and what all pieces are together. */
    end: Upload.omit({ uploadId: true }).optional(),
    /** The upload broke off: whatever there is of it goes. */
    discard: z.literal(true).optional(),
  }),
  output: z.strictObject({
    /** In the order of the request. Of one piece: the upload, once it is complete. */
    uploads: z.array(Upload),
  }),
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/v1/uploads', status: 201, multipart: true },
  examples: {
    'a file of one piece': {
      uploadId: `u-${'0'.repeat(32)}`,
      index: 0,
      data: 'aGVsbG8=',
      end: {
        name: 'a.txt',
        bytes: 5,
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      },
    },
    'a piece that others follow': { uploadId: `u-${'1'.repeat(32)}`, index: 3, data: 'aGVsbG8=' },
    'an upload that broke off': { uploadId: `u-${'1'.repeat(32)}`, index: 3, data: '', discard: true },
  },
});

/** Control characters, and those that turn the direction of writing, so that `gpj.exe` looks like `exe.jpg`. */
const HIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A name as a client gives it, as {@link FileName} takes it: Windows' separators become `/`; what leads out of a folder, and
 * hidden characters, go.
 *
 * @returns `file` where nothing is left
 */
export function fileNameFrom(given: string): string {
  // The end says the format.
  return cleaned(cleaned(given).slice(-MAX_NAME_LENGTH)) || 'file';
}

function cleaned(name: string): string {
  const segments = name.replaceAll('\\', '/').replaceAll(HIDDEN, '').toWellFormed().split('/');
  return segments
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/');
}

function isFileName(name: string): boolean {
  return fileNameFrom(name) === name;
}
