import { MAX_PICTURE_PIXELS, type Picture } from '@arbiter/ports';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { type DrawnOperation, drawnOperations } from './drawn-operations.js';
import type { Fragment } from './fragment.js';
import { asMatrix, type Matrix, type PageFrame } from './page-fragments.js';

/** Smaller pictures are marks and rules, not pages. */
const MIN_SIDE = 200;
/** Share of a page that a figure covers; those measured cover 15 to 25 %, logos less than this. */
const MIN_FIGURE = 0.08;
const MAX_FIGURES = 3;
/** Typed letters that may stand on a figure, such as its number. Grounds and scans have more upon them. */
const MAX_LETTERS_UPON = 20;
/** Edges that lean less than this share of the page are straight. */
const STRAIGHT = 0.01;

/** Kinds of decoded pictures (`ImageKind` of pdf.js): a bit per pixel, set for white; RGB; RGB with opacity. */
const BITS = 1;
const RGB = 2;

/** In points, from the upper left corner of the page. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlacedPicture {
  readonly picture: Picture;
  /** On the page as it is shown. */
  readonly place: Place;
  /** Absent where the picture is slanted on its page: `place` is then the whole page. */
  readonly frame?: PageFrame;
}

/** A picture as a page draws it. */
interface DrawnPicture {
  readonly id: string;
  /** In pixels. */
  readonly area: number;
  readonly matrix: Matrix;
}

/** The largest picture that is drawn on a page, as a scanner leaves one; undefined where there is none of a page's size. */
export async function pagePicture(page: PDFPageProxy): Promise<PlacedPicture | undefined> {
  const { transform } = page.getViewport({ scale: 1 });
  const pictures = await picturesOf(await drawnOperations(page, asMatrix(transform)));
  const [largest] = pictures.sort((one, other) => other.area - one.area);
  return largest && placed(page, largest);
}

/**
 * The large pictures on a page of text, at most three, the largest first: charts, screenshots. Left out are those that text stands upon, a
 * scan with the text of a recogniser among them, and those that pages share, such as letterheads.
 */
export async function figuresOf(
  drawn: readonly DrawnOperation[],
  { width, height }: PageFrame,
  upright: readonly Fragment[],
): Promise<DrawnPicture[]> {
  const shareOf = (from: number, to: number, side: number): number => (Math.min(to, side) - Math.max(from, 0)) / side;
  return (await picturesOf(drawn))
    .flatMap((picture) => {
      const { left, top, right, bottom } = placeOf(picture.matrix);
      const [across, down] = [shareOf(left, right, width), shareOf(top, bottom, height)];
      const typed = upright.filter(
        ({ x, y, width: wide }) => left < x + wide / 2 && x + wide / 2 < right && top < y && y < bottom,
      );
      const letters = typed.reduce((sum, { text }) => sum + text.trim().length, 0);
      const isFigure =
        isStraight(picture.matrix, { width, height }) && !isShared(picture) && letters <= MAX_LETTERS_UPON;
      const share = Math.max(0, across) * Math.max(0, down);
      return isFigure && share >= MIN_FIGURE ? [{ ...picture, share }] : [];
    })
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_FIGURES);
}

async function picturesOf(drawn: readonly DrawnOperation[]): Promise<DrawnPicture[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  return drawn.flatMap(({ operation, args, matrix }) => {
    if (operation !== OPS.paintImageXObject) return [];
    const [id, width, height] = args as readonly [string, number, number];
    const area = width * height;
    return Math.min(width, height) < MIN_SIDE || area > MAX_PICTURE_PIXELS ? [] : [{ id, area, matrix }];
  });
}

/** Pictures that several pages share are kept with the document. */
function isShared({ id }: DrawnPicture): boolean {
  return id.startsWith('g_');
}

/** The pixels of a picture, upright. @returns undefined for one that cannot be decoded */
export async function placed(page: PDFPageProxy, drawn: DrawnPicture): Promise<PlacedPicture | undefined> {
  const { id, matrix } = drawn;
  const objects = isShared(drawn) ? page.commonObjs : page.objs;
  const decoded = await new Promise<unknown>((resolve) => {
    objects.get(id, resolve);
  });
  const picture = pictureOf(decoded as DecodedPicture | null);
  if (!picture) return undefined;
  const { width, height } = page.getViewport({ scale: 1 });
  const frame = { width, height, turns: 0 };
  return isStraight(matrix, frame)
    ? { picture: asShown(picture, matrix), place: placeOf(matrix), frame }
    : { picture, place: { left: 0, top: 0, right: width, bottom: height } };
}

/** Whether the edges of a picture are those of its page, also if it is turned or a mirror image. */
function isStraight([a, b, c, d]: Matrix, { width, height }: Pick<PageFrame, 'width' | 'height'>): boolean {
  const isLevel = Math.abs(b) <= STRAIGHT * height && Math.abs(c) <= STRAIGHT * width;
  return isLevel || (Math.abs(a) <= STRAIGHT * width && Math.abs(d) <= STRAIGHT * height);
}

/** Where the unit square of a picture is. */
function placeOf([a, b, c, d, e, f]: Matrix): Place {
  const ends = (start: number, ...sides: readonly number[]): readonly [number, number] => [
    sides.reduce((sum, side) => sum + Math.min(side, 0), start),
    sides.reduce((sum, side) => sum + Math.max(side, 0), start),
  ];
  const [[left, right], [top, bottom]] = [ends(e, a, c), ends(f, b, d)];
  return { left, top, right, bottom };
}

/** The pixels as the page shows them. @param matrix of a straight picture, whose upper edge is at 1 */
function asShown(picture: Picture, [a, b, c, d]: Matrix): Picture {
  const { width: columns, height: rows } = picture;
  const isTurned = Math.abs(b) > Math.abs(a);
  if (!isTurned && a > 0 && d < 0) return picture;
  const [width, height] = isTurned ? [rows, columns] : [columns, rows];
  // Along its rows and down its columns, how far the next pixel is, and where the first one is.
  const [toRight, toBottom] = isTurned
    ? [c > 0 ? -columns : columns, b < 0 ? -1 : 1]
    : [a < 0 ? -1 : 1, d > 0 ? -columns : columns];
  const first = (toRight < 0 ? -toRight * (width - 1) : 0) + (toBottom < 0 ? -toBottom * (height - 1) : 0);
  const pixels = new Uint8Array(picture.pixels.length);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 3 * (first + y * toBottom + x * toRight);
      for (let part = 0; part < 3; part++) pixels[to++] = picture.pixels[from + part] ?? 0;
    }
  }
  return { width, height, pixels };
}

interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

function pictureOf(decoded: DecodedPicture | null): Picture | undefined {
  if (!decoded?.data) return undefined;
  const { width, height, kind, data } = decoded;
  if (kind === RGB) return { width, height, pixels: new Uint8Array(data) };
  const pixels = new Uint8Array(3 * width * height);
  const rowBytes = Math.ceil(width / 8);
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      if (kind === BITS) {
        const isWhite = ((data[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
        if (isWhite) pixels.fill(255, 3 * pixel, 3 * pixel + 3);
      } else {
        // On white paper.
        const alpha = data[4 * pixel + 3] ?? 255;
        for (let part = 0; part < 3; part++)
          pixels[3 * pixel + part] = 255 - ((255 - (data[4 * pixel + part] ?? 0)) * alpha) / 255;
      }
    }
  }
  return { width, height, pixels };
}

/** A dictionary of a picture, and what stands around it; dictionaries of streams are never packed. */
const PICTURE = /\/Subtype\s*\/Image\b/;
const SIDE = /\/(?:Width|Height)\s+(\d+)(\s+\d+\s+R)?/g;
const REACH = 400;

/** Whether a file has pictures of a size that is looked at, found without opening it: most documents have none. */
export function hasPictures(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf('/Image'); at !== -1; at = file.indexOf('/Image', at + 1)) {
    const around = file.toString('latin1', Math.max(0, at - REACH), at + REACH);
    const isLarge =
      around.search(PICTURE) !== -1 &&
      [...around.matchAll(SIDE)].filter(
        ([, side, isElsewhere]) => isElsewhere !== undefined || Number(side) >= MIN_SIDE,
      ).length > 1;
    if (isLarge) return true;
  }
  return false;
}
