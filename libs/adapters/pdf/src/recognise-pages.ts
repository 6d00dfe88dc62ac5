import type { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import { BOX_PARTS, type RecognisedLine, type TextRecogniser } from '@arbiter/ports';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { drawnOperations } from './drawn-operations.js';
import type { Fragment } from './fragment.js';
import { type Inset, layOut } from './lay-out.js';
import type { OpenPdf } from './open-pdf.js';
import { asMatrix, median, type PageLayout } from './page-fragments.js';
import { figuresOf, pagePicture, placed, type PlacedPicture } from './page-picture.js';

/** What of the height of a recognised line is that of its font, and what is below its baseline. */
const FONT_HEIGHT = 0.8;
const BELOW_BASELINE = 0.2;
/** Heights of lines depend on their letters: within this share of the usual one they are of its font. */
const SAME_FONT = 0.35;
/** A line of several letters that is so much higher than wide is turned, such as the label of an axis. */
const STANDING = 1.5;

/** Lines of pictures beside text are left out below this confidence: drawings look like letters. */
const SURE = 0.5;

export interface Recognition {
  readonly recogniser: TextRecogniser;
  /** Pages of one document that are recognised, ≥ 0: each takes seconds. */
  readonly maxPages: number;
}

/** A page of text with pictures that are worth recognising. */
export interface IllustratedPage {
  readonly number: number;
  /** How many, ≥ 1. */
  readonly figures: number;
  readonly upright: readonly Fragment[];
  /** The page with the words of its pictures. */
  readonly layOut: (insets: readonly Inset[]) => PageLayout;
}

interface RecogniseTask {
  readonly pdf: OpenPdf;
  /** Null where nothing recognises letters: the pages are named. */
  readonly recognition: Recognition | null;
  readonly builder: ParsedDocumentBuilder;
  readonly signal: AbortSignal;
}

/**
 * Puts the recognised text of scanned pages in their place, then, as far as `maxPages` allows, that of pictures on typed pages. It says which
 * were recognised, and what was in the way where some were not.
 *
 * @param silent numbers of the pages without text
 */
export async function recognisePages(
  pages: readonly PageLayout[],
  { silent, illustrated }: { readonly silent: readonly number[]; readonly illustrated: readonly IllustratedPage[] },
  task: RecogniseTask,
): Promise<PageLayout[]> {
  const { recognition, builder } = task;
  const room = recognition?.maxPages ?? 0;
  const scans = await recogniseEach(silent.slice(0, room), (number) => number, recogniseScan, task);
  for (const range of pageRanges([...scans.recognised.keys()])) {
    builder.warn(`${range.text} ${range.many ? 'were' : 'was'} recognised from a scan; letters may be wrong.`);
  }
  for (const range of pageRanges(silent.filter((number) => !scans.recognised.has(number)))) {
    builder.warn(range.many ? `${range.text} have no text (scans?).` : `${range.text} has no text (a scan?).`);
  }
  let left = Math.max(0, room - silent.length);
  const count = illustrated.findIndex((page) => (left -= page.figures) < 0);
  const chosen = count === -1 ? illustrated : illustrated.slice(0, count);
  const figures = await recogniseEach(chosen, ({ number }) => number, recogniseFigures, task);
  for (const { text } of pageRanges([...figures.recognised.keys()]))
    builder.warn(`${text}: words in pictures were recognised; letters may be wrong.`);
  for (const { text } of pageRanges(illustrated.slice(chosen.length).map(({ number }) => number)))
    builder.warn(`${text}: words in pictures were not read.`);
  const problem = scans.problem ?? figures.problem;
  if (problem !== undefined) builder.warn(problem);
  return pages.map((page) => scans.recognised.get(page.number) ?? figures.recognised.get(page.number) ?? page);
}

/** Pages with what was recognised on them, and the first problem; a page that cannot be read leaves the others. */
async function recogniseEach<T>(
  items: readonly T[],
  numberOf: (item: T) => number,
  recognise: (page: PDFPageProxy, item: T, task: RecogniseTask) => Promise<PageLayout | undefined>,
  task: RecogniseTask,
): Promise<{ readonly recognised: ReadonlyMap<number, PageLayout>; readonly problem: string | undefined }> {
  const { pdf, signal } = task;
  const recognised = new Map<number, PageLayout>();
  let problem: string | undefined;
  for (const item of items) {
    signal.throwIfAborted();
    try {
      const page = await pdf.until(pdf.document.getPage(numberOf(item)));
      const layout = await recognise(page, item, task);
      page.cleanup();
      if (layout) recognised.set(numberOf(item), layout);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ArbiterError)) continue;
      problem ??= error.message;
      // Without the program, no page can be recognised.
      if (error.code === 'UNAVAILABLE') break;
    }
  }
  return { recognised, problem };
}

async function recogniseScan(page: PDFPageProxy, number: number, task: RecogniseTask): Promise<PageLayout | undefined> {
  const picture = await task.pdf.until(pagePicture(page));
  const lines = await linesIn(picture, task);
  return picture && lines.length > 0 ? layOutLines(number, lines, picture) : undefined;
}

async function recogniseFigures(
  page: PDFPageProxy,
  { number, upright, layOut: withInsets }: IllustratedPage,
  task: RecogniseTask,
): Promise<PageLayout | undefined> {
  const { until } = task.pdf;
  const { width: pageWidth, height, transform } = page.getViewport({ scale: 1 });
  const drawn = await until(drawnOperations(page, asMatrix(transform)));
  const size = median(upright.map((fragment) => fragment.size));
  const insets: Inset[] = [];
  for (const figure of await figuresOf(drawn, { width: pageWidth, height, turns: 0 }, upright)) {
    const picture = await until(placed(page, figure));
    const lines = (await linesIn(picture, task)).filter(({ confidence }) => confidence >= SURE);
    if (!picture || lines.length === 0) continue;
    const { left, right, top } = picture.place;
    // Narrower, since a picture may reach into the gutter beside its column.
    const [x, width] = [left + 0.1 * (right - left), 0.8 * (right - left)];
    const place = { text: '', x, y: top + size, width, size, rightToLeft: false, font: '' };
    const { regions } = layOutLines(number, lines, picture);
    insets.push({ place, regions: regions.map((region) => region.map((line) => ({ ...line, inset: place }))) });
  }
  return insets.length > 0 ? withInsets(insets) : undefined;
}

async function linesIn(
  placedPicture: PlacedPicture | undefined,
  { recognition, signal }: RecogniseTask,
): Promise<readonly RecognisedLine[]> {
  return placedPicture && recognition ? recognition.recogniser.recognise(placedPicture.picture, signal) : [];
}

/** Words where they were recognised, as if they were typed there. */
export function layOutLines(
  number: number,
  lines: readonly RecognisedLine[],
  { place, frame }: PlacedPicture,
): PageLayout {
  const across = (place.right - place.left) / BOX_PARTS;
  const down = (place.bottom - place.top) / BOX_PARTS;
  const heightOf = ({ box }: RecognisedLine): number => (box.bottom - box.top) * down;
  const textOf = ({ words }: RecognisedLine): string => words.map(({ text }) => text).join(' ');
  const isTurned = (line: RecognisedLine): boolean =>
    textOf(line).length > 2 && heightOf(line) > STANDING * (line.box.right - line.box.left) * across;
  const upright = lines.filter((line) => !isTurned(line));
  const usual = median(upright.map(heightOf));
  const fragments = upright.flatMap((line) => {
    const height = Math.abs(heightOf(line) - usual) <= SAME_FONT * usual ? usual : heightOf(line);
    const y = place.top + line.box.bottom * down - BELOW_BASELINE * heightOf(line);
    const rest = { y, size: FONT_HEIGHT * height, rightToLeft: false, font: 'recognised' };
    return line.words.flatMap(({ text, box }, index): Fragment[] => {
      const [x, width] = [place.left + box.left * across, (box.right - box.left) * across];
      const next = line.words[index + 1];
      // Said, since the boxes of words may touch.
      const space = next && { ...rest, text: ' ', x: place.left + ((box.left + next.box.left) / 2) * across, width: 0 };
      return [{ ...rest, text, x, width }, ...(space ? [space] : [])];
    });
  });
  return { ...layOut(number, fragments, lines.filter(isTurned).map(textOf)), ...(frame && { frame }) };
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
