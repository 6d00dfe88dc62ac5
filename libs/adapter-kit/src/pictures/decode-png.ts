import { constants, inflateSync } from 'node:zlib';
import type { PictureHead } from './picture-head.js';

/** Samples of a pixel, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First column and row of the seven pictures that an interlaced one consists of, and how far the next ones are (PNG, 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;
/** Bytes after the last pixel that encoders have been seen to leave. */
const PADDING = 1_024;

interface PngData {
  /** Of all IDAT chunks. */
  readonly data: Uint8Array;
  /** Of PLTE; empty without one. */
  readonly palette: Uint8Array;
  /** Of tRNS; empty without one. */
  readonly transparency: Uint8Array;
}

/**
 * The pixels of a PNG file on white paper: red, green and blue, a byte each. What a file that is cut off does not have stays white.
 *
 * @returns undefined for data that does not unpack, or to more than the pixels need
 */
export function decodePng(head: PictureHead, { data, palette, transparency }: PngData): Uint8Array | undefined {
  const { width, height, bits, colour } = head;
  const channels = CHANNELS[colour] ?? 1;
  const passes = (head.isInterlaced ? ADAM7 : WHOLE).map(([left, top, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - left) / across));
    const rows = columns > 0 ? Math.max(0, Math.ceil((height - top) / down)) : 0;
    return {
      start: 3 * (top * width + left),
      across,
      down,
      columns,
      rows,
      rowBytes: (columns * channels * bits + 7) >> 3,
    };
  });
  const needed = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0);
  const unpacked = unpack(data, needed + PADDING);
  if (!unpacked) return undefined;
  const pixels = new Uint8Array(3 * width * height).fill(255);
  const step = Math.max(1, (channels * bits) / 8);
  const paint = painterOf(head, { palette, transparency });
  let at = 0;
  for (const { start, across, down, columns, rows, rowBytes } of passes) {
    let above: Uint8Array = new Uint8Array(rowBytes);
    for (let row = 0; row < rows && at + rowBytes < unpacked.length; row++, at += 1 + rowBytes) {
      const line = unpacked.subarray(at + 1, at + 1 + rowBytes);
      unfilter(line, above, { filter: unpacked[at] ?? 0, step });
      above = line;
      for (let column = 0, to = start + 3 * row * down * width; column < columns; column++, to += 3 * across) {
        paint(line, column * channels, pixels, to);
      }
    }
  }
  return pixels;
}

/** Puts a pixel of a row on white paper. @param from its first sample @param to its place in the pixels */
type Painter = (line: Uint8Array, from: number, pixels: Uint8Array, to: number) => void;

function painterOf({ bits, colour }: PictureHead, { palette, transparency }: Omit<PngData, 'data'>): Painter {
  if (colour === 3)
    return (line, from, pixels, to) => {
      const index = sampleOf(line, from, bits);
      const alpha = transparency[index] ?? 255;
      for (let part = 0; part < 3; part++) pixels[to + part] = onWhite(palette[3 * index + part] ?? 0, alpha);
    };
  const channels = CHANNELS[colour] ?? 1;
  const scale = bits < 8 ? 255 / ((1 << bits) - 1) : 1;
  const colours = channels < 3 ? [0, 0, 0] : [0, 1, 2];
  // One colour may be transparent; it stands there in two bytes a sample.
  const isKeyed = colour < 4 && bits <= 8 && transparency.length > 0;
  const alphaOf = (line: Uint8Array, from: number): number => {
    if (colour > 3) return sampleOf(line, from + channels - 1, bits);
    const isKey = (part: number): boolean => sampleOf(line, from + part, bits) === transparency[2 * part + 1];
    return isKeyed && colours.every(isKey) ? 0 : 255;
  };
  return (line, from, pixels, to) => {
    const alpha = alphaOf(line, from);
    for (const [part, at] of colours.entries())
      pixels[to + part] = onWhite(sampleOf(line, from + at, bits) * scale, alpha);
  };
}

function onWhite(sample: number, alpha: number): number {
  return 255 - ((255 - sample) * alpha) / 255;
}

/** As far as the data goes. @returns undefined above the limit, in bytes, and where nothing can be unpacked */
function unpack(data: Uint8Array, maxOutputLength: number): Uint8Array | undefined {
  try {
    const unpacked = inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.length > 0 ? unpacked : undefined;
  } catch {
    return undefined;
  }
}

/** Of 16 bits the upper 8; fewer as they are. */
function sampleOf(line: Uint8Array, index: number, bits: number): number {
  if (bits >= 8) return line[(index * bits) >> 3] ?? 0;
  const bit = index * bits;
  return ((line[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

/** Undoes the filter of a row in its place (PNG, 9.2). @param step bytes to the pixel before */
function unfilter(line: Uint8Array, above: Uint8Array, { filter, step }: { filter: number; step: number }): void {
  if (filter === 0) return;
  for (let at = 0; at < line.length; at++) {
    const [before, up] = [at < step ? 0 : (line[at - step] ?? 0), above[at] ?? 0];
    let predicted = filter === 1 ? before : filter === 2 ? up : (before + up) >> 1;
    if (filter === 4) {
      const corner = at < step ? 0 : (above[at - step] ?? 0);
      const [a, b, c] = [Math.abs(up - corner), Math.abs(before - corner), Math.abs(before + up - 2 * corner)];
      predicted = a <= b && a <= c ? before : b <= c ? up : corner;
    }
    line[at] = (line[at] ?? 0) + predicted;
  }
}
