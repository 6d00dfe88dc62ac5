import { ArbiterError } from '@arbiter/contracts';
import type { Message, MessagePicture } from '@arbiter/ports';

/** Of a file: 5 MiB of base64, the least that a vendor takes. https://platform.claude.com/docs/en/build-with-claude/vision */
export const MAX_PICTURE_BYTES = (3 / 4) * 5 * 2 ** 20;
/** Pixels of an edge; from there, too. */
const LONGEST_EDGE = 8_000;

const START_OF_IMAGE = 0xffd8;
/** Markers from which on there are pixels, and no more headers. */
const AFTER_HEADERS: ReadonlySet<number> = new Set([0xd9, 0xda]);
/** Tables and an extension, in the midst of the markers of frames. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

export interface PictureSize {
  /** In pixels, ≥ 1. */
  readonly width: number;
  readonly height: number;
}

/** As the frame header of a JPEG file tells it (ITU-T T.81, B.2.2); null for any other file. */
export function jpegSize(file: Uint8Array): PictureSize | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 2 || view.getUint16(0) !== START_OF_IMAGE) return null;
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (AFTER_HEADERS.has(marker)) return null;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return width > 0 && height > 0 ? { width, height } : null;
    }
    // Any number of 0xff may stand before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

export function picturesOf(message: Message): readonly MessagePicture[] {
  return message.role === 'user' ? (message.pictures ?? []) : [];
}

export function base64Of({ data }: MessagePicture): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

/** A picture as one text, for those who read the prompt. */
export function pictureText({ data }: MessagePicture): string {
  return `[picture, ${Math.ceil(data.length / 1_000)} kB]`;
}

/** @throws ArbiterError INVALID_REQUEST for what no vendor takes */
export function checkPicture({ data }: MessagePicture): void {
  const size = jpegSize(data);
  if (!size)
    throw new ArbiterError('INVALID_REQUEST', 'pictures must be JPEG files.', { details: { field: 'pictures' } });
  if (data.length > MAX_PICTURE_BYTES || Math.max(size.width, size.height) > LONGEST_EDGE) {
    const limits = `${MAX_PICTURE_BYTES / 1e6} MB and ${LONGEST_EDGE} pixels wide and high`;
    throw new ArbiterError('INVALID_REQUEST', `pictures must be at most ${limits}.`, {
      details: { field: 'pictures', reason: 'picture-too-large', ...size, bytes: data.length },
    });
  }
}

/** Pixels of a token. https://platform.claude.com/docs/en/build-with-claude/vision: newer models count begun cells of 28 × 28. */
const ANTHROPIC = { pixels: 750, cell: 28 };
/**
 * Tokens of each tile of 512 × 512, after the picture is shrunk to 2,048 × 2,048 and its shorter edge to 768 pixels, and of the
 * picture as a whole; or of each begun cell of 32 × 32, which small models count more than once.
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
const OPENAI = { tile: 170, whole: 85, cell: 1.2, small: { cell: 2.46, mostCells: 1_536 } };
/** The one that counts tiles more than once. */
const GPT_4O_MINI = { tile: 5_667, whole: 2_833 };

/**
 * Tokens of a picture by that of the vendors' formulas which counts the most: servers of one's own count as they like.
 *
 * @param model its name, as in `openai/gpt-4o`; '' for any
 */
export function pictureTokens({ data }: MessagePicture, model: string): number {
  const size = jpegSize(data) ?? { width: LONGEST_EDGE, height: LONGEST_EDGE };
  const { tile, whole } = model.includes('gpt-4o-mini') ? GPT_4O_MINI : OPENAI;
  const cells = cellsOf(size, 32);
  const bySmall = OPENAI.small.cell * Math.min(OPENAI.small.mostCells, cells);
  return Math.ceil(
    Math.max(
      (cellsOf(size, ANTHROPIC.cell) * ANTHROPIC.cell ** 2) / ANTHROPIC.pixels,
      /\b(?:mini|nano)\b/.test(model) ? bySmall : OPENAI.cell * cells,
      whole + tile * tilesOf(size),
    ),
  );
}

function cellsOf({ width, height }: PictureSize, edge: number): number {
  return Math.ceil(width / edge) * Math.ceil(height / edge);
}

function tilesOf({ width, height }: PictureSize): number {
  const fits = Math.min(1, 2_048 / Math.max(width, height));
  const scale = Math.min(fits, 768 / Math.min(width, height));
  return cellsOf({ width: width * scale, height: height * scale }, 512);
}
