import { z } from 'zod';

/** Bytes in one message: in base64, with what stands around them, they fit into one of a broker (1 MiB). */
export const PIECE_BYTES = 256 * 1_024;

/** Bytes of all files of one upload request. */
export const UPLOAD_BYTES = 512 * 1_024 * 1_024;

const BASE64_CHARACTERS = Math.ceil(PIECE_BYTES / 3) * 4;

/** At most {@link PIECE_BYTES}, in base64 with padding (RFC 4648). */
export const PieceData = z
  .string()
  .max(BASE64_CHARACTERS)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be base64');

/** Sha256, hexadecimal. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256 in hexadecimal digits');

/** Fields of the input of an operation whose route has `bytes`. */
export const pieceAsked = {
  /** First byte of the piece. */
  offset: z.int().min(0).default(0),
  /** Most bytes of the piece; 0 asks only what the whole is. */
  length: z.int().min(0).max(PIECE_BYTES).default(0),
};

/** The output of an operation whose route has `bytes`. */
export const BytePiece = z.strictObject({
  /** Of the whole. */
  mediaType: z.string(),
  /** Of the whole as a file: its last segment, for people. */
  name: z.string(),
  /** Of the whole. */
  bytes: z.int().min(0),
  /** Of the whole. */
  sha256: Sha256,
  /** As many bytes from `offset` on as were asked for, or as there are. */
  data: PieceData,
});
export type BytePiece = z.output<typeof BytePiece>;

/**
 * The bytes that a request wants, by its header Range (RFC 9110, section 14). What is no single range of bytes counts as none.
 *
 * @param size of the whole, in bytes
 * @returns `start` inclusive, `end` exclusive; null for a range that begins behind the end
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number; readonly isPart: boolean } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return { start: 0, end: size, isPart: false };
  if (first === '') {
    const wanted = Math.min(Number(last), size);
    return wanted === 0 ? null : { start: size - wanted, end: size, isPart: true };
  }
  const [start, end] = [Number(first), last === '' ? size : Math.min(Number(last) + 1, size)];
  if (last !== '' && Number(last) < start) return { start: 0, end: size, isPart: false };
  return start >= size ? null : { start, end, isPart: true };
}
