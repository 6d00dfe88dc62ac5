import { z } from 'zod';
import { ArbiterError } from '../errors.js';

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

/** Asks for a piece. */
export type AskForPiece = (offset: number, length: number) => Promise<BytePiece>;

/**
 * The bytes from `start` to before `end`, piece by piece.
 *
 * @param whole what the whole was at first
 * @throws ArbiterError as `ask`; UNAVAILABLE where another whole has taken its place
 */
export async function* piecesOf(
  { sha256 }: BytePiece,
  { start, end }: { readonly start: number; readonly end: number },
  ask: AskForPiece,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let offset = start; offset < end;) {
    const piece = await ask(offset, Math.min(PIECE_BYTES, end - offset));
    const bytes = Buffer.from(piece.data, 'base64');
    if (piece.sha256 !== sha256 || bytes.length === 0)
      throw new ArbiterError('UNAVAILABLE', 'The file was replaced while it was read: ask again.');
    offset += bytes.length;
    yield bytes;
  }
}

/** All bytes. @param whole what they are. @throws ArbiterError as {@link piecesOf} */
export async function readPieces(whole: BytePiece, ask: AskForPiece): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(whole, { start: 0, end: whole.bytes }, ask)) pieces.push(piece);
  return Buffer.concat(pieces);
}
