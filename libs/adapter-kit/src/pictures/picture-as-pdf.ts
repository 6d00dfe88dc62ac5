import { deflateSync } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { MAX_PICTURE_PIXELS } from '@arbiter/ports';
import { decodePng } from './decode-png.js';
import { type PictureHead, pictureHead, pngChunks } from './picture-head.js';

/** Longer side of the page in points, as of A4. */
const LONGER_SIDE = 842;
/** Bits that a sample may have, by colour type (PNG, 11.2.2). */
const PNG_BITS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const RGB = '/ColorSpace /DeviceRGB /BitsPerComponent 8';

/** What maps a picture to its page, from the lower left corner, by orientation: columns of the matrix in widths and heights. */
const PLACES = ['w 0 0 h 0 0', '-w 0 0 h w 0', '-w 0 0 -h w h', 'w 0 0 -h 0 h']
  .concat(['0 -h -w 0 w h', '0 -h w 0 0 h', '0 h w 0 0 0', '0 h -w 0 w 0'])
  .map((place) => place.split(' '));

/**
 * A PDF of one page that shows a PNG or JPEG file, upright as Exif says. What reads and draws PDFs thereby reads and draws pictures.
 * JPEG data goes into it as it is.
 *
 * @param name for messages
 * @throws ArbiterError INVALID_REQUEST for other files, broken ones, and more than `MAX_PICTURE_PIXELS`; the size is read before anything
 *   is unpacked
 */
export function pictureAsPdf(bytes: Uint8Array, name: string): Uint8Array {
  const head = pictureHead(bytes);
  if (!head) throw refused(name, 'is not a readable picture: it is broken, cut short or of another format.');
  const { width, height, format, orientation } = head;
  if (width * height > MAX_PICTURE_PIXELS) {
    const problem = `has ${width} × ${height} pixels: at most ${MAX_PICTURE_PIXELS / 1e6} million are read.`;
    throw refused(name, problem, { width, height });
  }
  const image = format === 'png' ? pngImage(head, bytes) : jpegImage(head, bytes);
  if (!image) throw refused(name, `is a ${format.toUpperCase()} picture that is broken, or of a rare kind.`);
  const isTurned = orientation > 4;
  const scale = LONGER_SIDE / Math.max(width, height);
  const [w, h] = (isTurned ? [height, width] : [width, height]).map((side) => (side * scale).toFixed(3));
  const place = (PLACES[orientation - 1] ?? []).map((each) => each.replace('w', w ?? '').replace('h', h ?? ''));
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>`,
    { dictionary: '', data: Buffer.from(`${place.join(' ')} cm /I Do`) },
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${image.dictionary}`,
      data: image.data,
    },
  ]);
}

function refused(name: string, problem: string, details: Readonly<Record<string, number>> = {}): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${name} ${problem}`, { details: { name, ...details } });
}

interface Stream {
  /** Without its brackets and length. */
  readonly dictionary: string;
  readonly data: Uint8Array;
}

/** @returns undefined for what no viewer of PDFs shows */
function jpegImage({ bits, colour, isInverted }: PictureHead, data: Uint8Array): Stream | undefined {
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[colour];
  if (bits !== 8 || space === undefined) return undefined;
  const decode = isInverted ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
  return { dictionary: `/ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode${decode}`, data };
}

function pngImage(head: PictureHead, bytes: Uint8Array): Stream | undefined {
  if (PNG_BITS[head.colour]?.includes(head.bits) !== true) return undefined;
  const chunks = [...pngChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))];
  const dataOf = (wanted: string): Buffer =>
    Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data));
  const pixels = decodePng(head, { data: dataOf('IDAT'), palette: dataOf('PLTE'), transparency: dataOf('tRNS') });
  if (!pixels) return undefined;
  return { dictionary: `${RGB} /Filter /FlateDecode`, data: deflateSync(pixels, { level: 1 }) };
}

/** @param objects from number 1, the catalog */
function writePdf(objects: readonly (string | Stream)[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  write('%PDF-1.7\n');
  const starts = objects.map((object, index) => {
    const start = length;
    write(`${index + 1} 0 obj\n`);
    if (typeof object === 'string') write(object);
    else {
      write(`<< ${object.dictionary} /Length ${object.data.length} >>\nstream\n`);
      write(object.data);
      write('\nendstream');
    }
    write('\nendobj\n');
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = length;
  write(
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Root 1 0 R /Size ${size} >>\nstartxref\n${end}\n%%EOF\n`,
  );
  return Buffer.concat(parts);
}
