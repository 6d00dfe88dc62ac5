/** What the beginning of a picture file says of it. */
export interface PictureHead {
  readonly format: 'png' | 'jpeg';
  /** In pixels as they are stored, ≥ 1. */
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly bits: number;
  /** Samples of a pixel in a JPEG file; the colour type of a PNG file (0, 2, 3, 4 or 6; PNG, 11.2.2). */
  readonly colour: number;
  /** Where the first row and column of pixels are shown, 1 to 8 (Exif 2.3, tag 274); 1 is upright. */
  readonly orientation: number;
  readonly isInterlaced: boolean;
  /** Whether samples of four colours are inverted, as Adobe writes them. */
  readonly isInverted: boolean;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ADOBE = Buffer.from('Adobe', 'latin1');
const ORIENTATION = 0x0112;
/** Markers of JPEG (T.81, table B.1): of frames, without those of tables among them, and of applications. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const [APP1, APP14, SCAN, END] = [0xe1, 0xee, 0xda, 0xd9];

/** @returns undefined for files of other formats, and those that are cut off before they say their size */
export function pictureHead(bytes: Uint8Array): PictureHead | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = isPng(file) ? pngHead(file) : isJpeg(file) ? jpegHead(file) : undefined;
  return head && head.width >= 1 && head.height >= 1 ? head : undefined;
}

export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.equals(bytes.subarray(0, PNG_SIGNATURE.length));
}

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/** A piece of a PNG file. */
export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** As far as the file goes; the last may be cut off. */
export function* pngChunks(file: Buffer): Generator<PngChunk> {
  for (let at = PNG_SIGNATURE.length; at + 8 <= file.length;) {
    const length = file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function pngHead(file: Buffer): PictureHead | undefined {
  let head: PictureHead | undefined;
  for (const { type, data } of pngChunks(file)) {
    if (type === 'IHDR' && data.length >= 13) {
      const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      const [bits = 0, colour = 0, , , interlace = 0] = data.subarray(8);
      head = {
        format: 'png',
        width,
        height,
        bits,
        colour,
        orientation: 1,
        isInverted: false,
        isInterlaced: interlace === 1,
      };
    }
    if (type === 'eXIf' && head) return { ...head, orientation: orientationIn(data) };
    if (type === 'IDAT') break;
  }
  return head;
}

function jpegHead(file: Buffer): PictureHead | undefined {
  let [orientation, isAdobe] = [1, false];
  for (let at = 2; at + 10 <= file.length;) {
    const marker = file[at + 1] ?? 0;
    // Markers may be preceded by fill bytes.
    if (file[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === SCAN || marker === END) return undefined;
    const data = file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2));
    if (marker === APP1 && EXIF.equals(data.subarray(0, EXIF.length)))
      orientation = orientationIn(data.subarray(EXIF.length));
    if (marker === APP14 && ADOBE.equals(data.subarray(0, ADOBE.length))) isAdobe = true;
    if (isFrame(marker) && data.length >= 6) {
      const [bits = 0, colour = 0] = [data[0], data[5]];
      const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)];
      const isInverted = isAdobe && colour === 4;
      return { format: 'jpeg', width, height, bits, colour, orientation, isInverted, isInterlaced: false };
    }
    at += 2 + Math.max(2, file.readUInt16BE(at + 2));
  }
  return undefined;
}

/** The orientation that the first directory of a TIFF structure tells; 1 where it tells none. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 8) return 1;
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0, entries = short(directory); entry < entries; entry++) {
    const at = directory + 2 + 12 * entry;
    if (short(at) !== ORIENTATION) continue;
    const told = short(at + 8);
    return told >= 1 && told <= 8 ? told : 1;
  }
  return 1;
}
