import { deflateSync } from 'node:zlib';

/** The samples of a pixel, or of a block of 8 × 8 pixels in a JPEG file. */
type Samples = (x: number, y: number) => readonly number[];

interface PngOptions {
  readonly width: number;
  readonly height: number;
  /** Colour type. Default: red, green and blue. */
  readonly colour?: 0 | 2 | 3 | 4 | 6;
  /** Of a sample. Default 8. */
  readonly bits?: number;
  readonly isInterlaced?: boolean;
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  /** Filter of all rows, 0 to 4. Rows are filtered for 8 bits and more. */
  readonly filter?: number;
  readonly samples: Samples;
  /** Chunks before the data. */
  readonly more?: readonly (readonly [type: string, data: Uint8Array])[];
  /** In place of the pixels, unpacked. */
  readonly data?: Uint8Array;
}

/** A PNG file. Its checksums are zero: nothing that reads it here looks at them. */
export function drawPng(options: PngOptions): Uint8Array {
  const { width, height, colour = 2, bits = 8, isInterlaced = false, palette, transparency, more = [] } = options;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more.map(([type, data]) => chunk(type, data)),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    chunk('IDAT', deflateSync(options.data ?? rowsOf(options))),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

/** First column and row, and distances, of the passes of an interlaced picture. */
const PASSES = '0088 4088 0448 2044 0224 1022 0112'.split(' ').map((pass) => pass.split('').map(Number));

function rowsOf({ width, height, bits = 8, isInterlaced = false, filter = 0, samples }: PngOptions): Buffer {
  const rows: Buffer[] = [];
  for (const [left = 0, top = 0, across = 1, down = 1] of isInterlaced ? PASSES : [[0, 0, 1, 1]]) {
    let above: Buffer | undefined;
    for (let y = top; y < height && left < width; y += down) {
      const numbers: number[] = [];
      for (let x = left; x < width; x += across) numbers.push(...samples(x, y));
      const step = (bits / 8) * (numbers.length / Math.ceil((width - left) / across));
      const row = packed(numbers, bits);
      rows.push(Buffer.from([filter]), filtered(row, above ?? Buffer.alloc(row.length), { filter, step }));
      above = row;
    }
  }
  return Buffer.concat(rows);
}

function packed(samples: readonly number[], bits: number): Buffer {
  const row = Buffer.alloc(Math.ceil((samples.length * bits) / 8));
  for (const [index, sample] of samples.entries()) {
    const bit = index * bits;
    if (bits === 16) row.writeUInt16BE(sample, 2 * index);
    else row[bit >> 3] = (row[bit >> 3] ?? 0) | (sample << (8 - bits - (bit & 7)));
  }
  return row;
}

function filtered(row: Buffer, above: Buffer, { filter, step }: { filter: number; step: number }): Buffer {
  return Buffer.from(
    row.map((value, at) => {
      const [left, up, corner] = [row[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0];
      const nearest = [left, up, corner].toSorted(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      );
      return value - ([0, left, up, (left + up) >> 1, nearest[0] ?? 0][filter] ?? 0);
    }),
  );
}

interface JpegOptions {
  readonly width: number;
  readonly height: number;
  /** Of the blocks of 8 × 8 pixels: one, or brightness and two of colour, or four. */
  readonly blocks: Samples;
  /** Exif's, 1 to 8. Default: it says none. */
  readonly orientation?: number;
  /** Whether the program of Adobe wrote it. */
  readonly isAdobe?: boolean;
  /** Bits of a sample that its head names. Default 8. */
  readonly precision?: number;
}

/** A baseline JPEG file of blocks that have one colour each. */
export function drawJpeg({ width, height, blocks, orientation, isAdobe, precision = 8 }: JpegOptions): Uint8Array {
  const components = blocks(0, 0).map((_, index) => index + 1);
  const [high, low] = [(side: number) => side >> 8, (side: number) => side & 255];
  const exif = Buffer.from(
    `Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation ?? 1)}\0\0\0`,
    'latin1',
  );
  const frame = [precision, high(height), low(height), high(width), low(width), components.length];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation === undefined ? [] : [segment(0xe1, exif)]),
    ...(isAdobe === true ? [segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1'))] : []),
    // Steps of eight make of the first coefficient the mean of the block, less 128.
    segment(0xdb, [0, ...Array<number>(64).fill(8)]),
    segment(0xc0, [...frame, ...components.flatMap((id) => [id, 0x11, 0])]),
    // Categories 0 to 11 in four bits each; the end of a block in one.
    segment(0xc4, [0x00, 0, 0, 0, 12, ...Array<number>(12).fill(0), ...Array.from({ length: 12 }, (_, at) => at)]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xda, [components.length, ...components.flatMap((id) => [id, 0]), 0, 63, 0]),
    scan({ width, height, blocks }),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, data: Uint8Array | readonly number[]): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]),
    Buffer.from(data),
  ]);
}

function scan({ width, height, blocks }: Pick<JpegOptions, 'width' | 'height' | 'blocks'>): Buffer {
  let bits = '';
  const before: number[] = [];
  for (let y = 0; y < height / 8; y++) {
    for (let x = 0; x < width / 8; x++) {
      for (const [component, sample] of blocks(x, y).entries()) {
        const change = sample - 128 - (before[component] ?? 0);
        before[component] = sample - 128;
        const size = change === 0 ? 0 : Math.abs(change).toString(2).length;
        const value = change < 0 ? change + 2 ** size - 1 : change;
        bits += size.toString(2).padStart(4, '0') + (size === 0 ? '' : value.toString(2).padStart(size, '0')) + '0';
      }
    }
  }
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.flatMap((byte) => (byte === '11111111' ? [255, 0] : [parseInt(byte.padEnd(8, '1'), 2)])));
}
