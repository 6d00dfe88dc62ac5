import { MAX_PICTURE_PIXELS, type Picture } from '@arbiter/ports';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { drawnOperations } from './drawn-operations.js';
import { asMatrix, type Matrix, type PageFrame } from './page-fragments.js';

/** Smaller pictures are marks and rules, not pages. */
const MIN_SIDE = 200;
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
  /** Absent where the picture is turned or slanted on its page: `place` is then the whole page. */
  readonly frame?: PageFrame;
}

/** The largest picture that is drawn on a page, as a scanner leaves one; undefined where there is none of a page's size. */
export async function pagePicture(page: PDFPageProxy): Promise<PlacedPicture | undefined> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { width: pageWidth, height: pageHeight, transform } = page.getViewport({ scale: 1 });
  let largest: { readonly id: string; readonly area: number; readonly matrix: Matrix } | undefined;
  for (const { operation, args, matrix } of await drawnOperations(page, asMatrix(transform))) {
    if (operation !== OPS.paintImageXObject) continue;
    const [id, width, height] = args as readonly [string, number, number];
    const area = width * height;
    if (Math.min(width, height) < MIN_SIDE || area > MAX_PICTURE_PIXELS || area <= (largest?.area ?? 0)) continue;
    largest = { id, area, matrix };
  }
  if (!largest) return undefined;
  const { id } = largest;
  // Pictures that several pages share are kept with the document.
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  const decoded = await new Promise<unknown>((resolve) => {
    objects.get(id, resolve);
  });
  const picture = pictureOf(decoded as DecodedPicture | null);
  if (!picture) return undefined;
  const frame = { width: pageWidth, height: pageHeight, turns: 0 };
  const place = placeOf(largest.matrix, frame);
  return place
    ? { picture, place, frame }
    : { picture, place: { left: 0, top: 0, right: pageWidth, bottom: pageHeight } };
}

/** Where the unit square of a picture is, whose upper edge is at 1; undefined where it is not upright. */
function placeOf([a, b, c, d, e, f]: Matrix, { width, height }: PageFrame): Place | undefined {
  const isStraight = Math.abs(b) <= STRAIGHT * height && Math.abs(c) <= STRAIGHT * width;
  if (!isStraight || a <= 0 || d >= 0) return undefined;
  return { left: e, top: f + d, right: e + a, bottom: f };
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
      } else pixels.set(data.subarray(4 * pixel, 4 * pixel + 3), 3 * pixel);
    }
  }
  return { width, height, pixels };
}
