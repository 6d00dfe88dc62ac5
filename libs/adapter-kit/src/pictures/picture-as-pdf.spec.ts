import { describe, expect, it } from '@jest/globals';
import { drawJpeg, drawPng } from '../testing/draw-pictures.js';
import { decodePng } from './decode-png.js';
import { pictureAsPdf } from './picture-as-pdf.js';
import { pictureHead, pngChunks } from './picture-head.js';

const [WIDTH, HEIGHT] = [13, 11];
const PALETTE = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7];

/** Pixels of a PNG file, three numbers each. */
function pixelsOf(file: Uint8Array): number[] {
  const chunks = [...pngChunks(Buffer.from(file))];
  const dataOf = (wanted: string) => Buffer.concat(chunks.flatMap(({ type, data }) => (type === wanted ? [data] : [])));
  const parts = { data: dataOf('IDAT'), palette: dataOf('PLTE'), transparency: dataOf('tRNS') };
  return [...(decodePng(pictureHead(file)!, parts) ?? [])];
}

const pixels = (colourOf: (x: number, y: number) => readonly number[]): number[] =>
  Array.from({ length: WIDTH * HEIGHT }, (_, at) => colourOf(at % WIDTH, Math.floor(at / WIDTH))).flat();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe.each([false, true])('a PNG file (interlaced: %s)', (isInterlaced) => {
  const size = { width: WIDTH, height: HEIGHT, isInterlaced };

  it.each([1, 2, 4, 8, 16])('of grey in %s bits has the pixels that it was drawn with', (bits) => {
    const most = 2 ** bits - 1;
    const file = drawPng({ ...size, colour: 0, bits, samples: (x, y) => [(7 * x + 3 * y) % (most + 1)] });
    const shown = (value: number) => (bits === 16 ? value >> 8 : Math.floor((value * 255) / most));
    expect(pixelsOf(file)).toEqual(pixels((x, y) => Array<number>(3).fill(shown((7 * x + 3 * y) % (most + 1)))));
  });

  it.each([1, 2, 4, 8])('of a palette of %s bits, too, transparent colours on white', (bits) => {
    const file = drawPng({
      ...size,
      colour: 3,
      bits,
      palette: PALETTE,
      transparency: [255, 0],
      samples: (x) => [x % 2],
    });
    expect(pixelsOf(file)).toEqual(pixels((x) => (x % 2 === 0 ? [255, 0, 0] : [255, 255, 255])));
  });

  it.each([0, 1, 2, 3, 4])('of colours behind filter %s, too, and with opacity', (filter) => {
    const colour = (x: number, y: number) => [(x * 19) % 256, (y * 23) % 256, (x * y) % 256];
    expect(pixelsOf(drawPng({ ...size, filter, samples: colour }))).toEqual(pixels(colour));
    const wide = (x: number, y: number) => colour(x, y).map((sample) => sample * 256 + 1);
    expect(pixelsOf(drawPng({ ...size, filter, bits: 16, samples: wide }))).toEqual(pixels(colour));
    const veiled = drawPng({ ...size, filter, colour: 6, samples: (x, y) => [...colour(x, y), x % 2 === 0 ? 255 : 0] });
    expect(pixelsOf(veiled)).toEqual(pixels((x, y) => (x % 2 === 0 ? colour(x, y) : [255, 255, 255])));
    const grey = drawPng({ ...size, filter, colour: 4, samples: (x) => [51, x % 2 === 0 ? 255 : 127] });
    expect(pixelsOf(grey)).toEqual(pixels((x) => Array<number>(3).fill(x % 2 === 0 ? 51 : 153)));
  });

  it('with one transparent colour has it on white', () => {
    const samples = (x: number) => (x % 2 === 0 ? [1, 2, 3] : [1, 2, 4]);
    const file = drawPng({ ...size, transparency: [0, 1, 0, 2, 0, 3], samples });
    expect(pixelsOf(file)).toEqual(pixels((x) => (x % 2 === 0 ? [255, 255, 255] : [1, 2, 4])));
  });
});

it('reads of a PNG file that is cut off what is there', () => {
  const noise = (x: number, y: number) => [(x * 7919 + y * 104729) % 251];
  const file = drawPng({ width: 300, height: 300, colour: 0, samples: noise });
  const read = pixelsOf(file.subarray(0, file.length / 2));
  expect([read[0], read[3], read.at(-1)]).toEqual([noise(0, 0)[0], noise(1, 0)[0], 255]);
});

describe('a JPEG file', () => {
  const draw = { width: 24, height: 16, blocks: () => [128] };

  it('says its size and its orientation before its pixels', () => {
    for (let orientation = 1; orientation <= 8; orientation++)
      expect(pictureHead(drawJpeg({ ...draw, orientation }))).toMatchObject({ width: 24, height: 16, orientation });
    for (const orientation of [0, 9, undefined])
      expect(pictureHead(drawJpeg({ ...draw, ...(orientation !== undefined && { orientation }) }))?.orientation).toBe(
        1,
      );
  });

  it('goes into the PDF as it is, on a page of its shape as it is shown', () => {
    const file = drawJpeg({ ...draw, orientation: 6 });
    const pdf = text(pictureAsPdf(file, 'a.jpg'));
    expect(pdf).toContain(text(file));
    expect(pdf).toContain('/MediaBox [0 0 561.333 842.000]');
  });

  it('with a directory that lies about its length is upright', () => {
    const file = Buffer.from(drawJpeg({ ...draw, orientation: 6 }));
    file.writeUInt16LE(0xffff, file.indexOf('II*\0') + 8);
    file.writeUInt16LE(0x0113, file.indexOf('II*\0') + 10);
    expect(pictureHead(file)?.orientation).toBe(1);
  });
});

describe('refused', () => {
  const png = (options: object = {}) => drawPng({ width: 16, height: 16, samples: () => [1, 2, 3], ...options });
  const jpeg = (options: object = {}) => drawJpeg({ width: 16, height: 16, blocks: () => [128], ...options });
  const data = new Uint8Array(0);
  /** Each byte of its height and width is another. */
  const sized = (file: Uint8Array, byte: number) => {
    const frame = Buffer.from(file).indexOf('\xff\xc0', 0, 'latin1');
    return Uint8Array.from(file, (old, at) => (at >= frame + 5 && at < frame + 9 ? byte : old));
  };
  it.each([
    [
      'of 20,000 × 20,000 pixels',
      png({ width: 20_000, height: 20_000, data }),
      '20000 × 20000 pixels: at most 40 million',
    ],
    ['of 65,021 × 65,021 pixels', sized(jpeg(), 0xfd), '65021 × 65021 pixels: at most 40 million'],
    [
      'that unpacks to more than its pixels',
      png({ data: new Uint8Array(50_000_000) }),
      'is a PNG picture that is broken',
    ],
    ['of no width', png({ width: 0, data }), 'is not a readable picture'],
    ['without data', png({ data }), 'is a PNG picture that is broken'],
    ['of a colour type that is none', png({ colour: 5, data }), 'is a PNG picture that is broken'],
    ['of twelve bits', jpeg({ precision: 12 }), 'is a JPEG picture that is broken, or of a rare kind'],
    ['of two colours', jpeg({ blocks: () => [1, 2] }), 'is a JPEG picture that is broken, or of a rare kind'],
    ['cut off before its size', jpeg().subarray(0, 20), 'is not a readable picture'],
    ['that is text', Buffer.from('a picture\n'), 'is not a readable picture'],
    ['of no bytes', data, 'is not a readable picture'],
  ])('is a file %s', (_, file, message) => {
    expect(() => pictureAsPdf(file, 'map.png')).toThrow(message);
  });
});
