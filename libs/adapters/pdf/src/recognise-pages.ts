import { normalizeText, type ParsedDocumentBuilder, singleLine } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { GreyPicture, TextRecogniser } from '@arbiter/ports';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import type { OpenPdf } from './open-pdf.js';
import type { Line, PageLayout } from './page-fragments.js';

/** Type of a usual size, in points, since what is recognised does not say its own. */
const SIZE = 10;
const LEADING = 12;
const CHARACTER_WIDTH = 5;

/** Smaller pictures are marks and rules, not pages. */
const MIN_SIDE = 200;
/** A sheet of A4 at 600 dots per inch has 35 million pixels. */
const MAX_PIXELS = 40_000_000;

/** Kinds of decoded pictures (`ImageKind` of pdf.js): a bit per pixel, set for white; RGB; RGB with opacity. */
const BITS = 1;
const RGB = 2;

export interface Recognition {
  readonly recogniser: TextRecogniser;
  /** Pages of one document that are recognised, ≥ 0: each takes seconds. */
  readonly maxPages: number;
}

/**
 * Puts the recognised text of scanned pages in their place, and says which were recognised, and what was in the way where
 * some were not.
 *
 * @param silent numbers of the pages without text
 */
export async function recognisePages(
  pages: readonly PageLayout[],
  silent: readonly number[],
  {
    pdf,
    recognition,
    builder,
    signal,
  }: {
    readonly pdf: OpenPdf;
    /** Null where nothing recognises letters: the pages are named. */
    readonly recognition: Recognition | null;
    readonly builder: ParsedDocumentBuilder;
    readonly signal: AbortSignal;
  },
): Promise<PageLayout[]> {
  const recognised = new Map<number, PageLayout>();
  let problem: string | undefined;
  for (const number of silent.slice(0, recognition?.maxPages ?? 0)) {
    signal.throwIfAborted();
    try {
      const page = await pdf.until(pdf.document.getPage(number));
      const picture = await pdf.until(pagePicture(page));
      page.cleanup();
      const text = picture && recognition ? await recognition.recogniser.recognise(picture, signal) : '';
      if (text !== '') recognised.set(number, { number, regions: [linesOf(text)] });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ArbiterError)) continue;
      problem ??= error.message;
      // Without the program, no page can be recognised.
      if (error.code === 'UNAVAILABLE') break;
    }
  }
  for (const range of pageRanges([...recognised.keys()])) {
    builder.warn(`${range.text} ${range.many ? 'were' : 'was'} recognised from a scan; letters may be wrong.`);
  }
  for (const range of pageRanges(silent.filter((number) => !recognised.has(number)))) {
    builder.warn(range.many ? `${range.text} have no text (scans?).` : `${range.text} has no text (a scan?).`);
  }
  if (problem !== undefined) builder.warn(problem);
  return pages.map((page) => recognised.get(page.number) ?? page);
}

/** Lines under each other, with room for an empty one between paragraphs. */
function linesOf(text: string): Line[] {
  let y = 0;
  return text.split('\n').flatMap((line) => {
    y += LEADING;
    const tidy = singleLine(normalizeText(line));
    return tidy === ''
      ? []
      : [{ text: tidy, stretches: [], left: 0, right: tidy.length * CHARACTER_WIDTH, y, size: SIZE }];
  });
}

interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** The largest picture that is drawn on a page, as a scanner leaves one; undefined where there is none of a page's size. */
async function pagePicture(page: PDFPageProxy): Promise<GreyPicture | undefined> {
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

interface PageRange {
  /** "Page 3", "Pages 5 to 9". */
  readonly text: string;
  readonly many: boolean;
}

/** Neighbouring numbers as one range. @param numbers ascending */
export function pageRanges(numbers: readonly number[]): PageRange[] {
  const found: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.to === number - 1) last.to = number;
    else found.push({ from: number, to: number });
  }
  return found.map(({ from, to }) =>
    from === to ? { text: `Page ${from}`, many: false } : { text: `Pages ${from} to ${to}`, many: true },
  );
}
