import type { GreyPicture } from '@arbiter/ports';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';

/** Smaller pictures are marks and rules, not pages. */
const MIN_SIDE = 200;
/** A sheet of A4 at 600 dots per inch has 35 million pixels. */
const MAX_PIXELS = 40_000_000;

/** Kinds of decoded pictures (`ImageKind` of pdf.js): a bit per pixel, set for white; RGB; RGB with opacity. */
const BITS = 1;
const RGB = 2;

interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** The largest picture that is drawn on a page, as a scanner leaves one; undefined where there is none of a page's size. */
export async function pagePicture(page: PDFPageProxy): Promise<GreyPicture | undefined> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  let largest: { readonly id: string; readonly area: number } | undefined;
  for (const [index, operation] of fnArray.entries()) {
    if (operation !== OPS.paintImageXObject) continue;
    const [id, width, height] = argsArray[index] as readonly [string, number, number];
    const area = width * height;
    if (Math.min(width, height) < MIN_SIDE || area > MAX_PIXELS || area <= (largest?.area ?? 0)) continue;
    largest = { id, area };
  }
  if (!largest) return undefined;
  const { id } = largest;
  // Pictures that several pages share are kept with the document.
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  const decoded = await new Promise<unknown>((resolve) => {
    objects.get(id, resolve);
  });
  return greyOf(decoded as DecodedPicture | null);
}

function greyOf(decoded: DecodedPicture | null): GreyPicture | undefined {
  if (!decoded?.data) return undefined;
  const { width, height, kind, data } = decoded;
  const pixels = new Uint8Array(width * height);
  if (kind === BITS) {
    const rowBytes = Math.ceil(width / 8);
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        pixels[at] = ((data[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0 ? 0 : 255;
      }
    }
    return { width, height, pixels };
  }
  const step = kind === RGB ? 3 : 4;
  for (let at = 0, from = 0; at < pixels.length; at++, from += step) {
    // Luma of ITU-R BT.601, in integers.
    pixels[at] = (299 * (data[from] ?? 0) + 587 * (data[from + 1] ?? 0) + 114 * (data[from + 2] ?? 0)) / 1_000;
  }
  return { width, height, pixels };
}
