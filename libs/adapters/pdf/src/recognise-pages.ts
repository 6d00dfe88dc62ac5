import type { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import { BOX_PARTS, type RecognisedLine, type TextRecogniser } from '@arbiter/ports';
import type { Fragment } from './fragment.js';
import { layOut } from './lay-out.js';
import type { OpenPdf } from './open-pdf.js';
import { median, type PageLayout } from './page-fragments.js';
import { type PlacedPicture, pagePicture } from './page-picture.js';

/** What of the height of a recognised line is that of its font, and what is below its baseline. */
const FONT_HEIGHT = 0.8;
const BELOW_BASELINE = 0.2;
/** Heights of lines depend on their letters: within this share of the usual one they are of its font. */
const SAME_FONT = 0.35;
/** A line of several letters that is so much higher than wide is turned, such as the label of an axis. */
const STANDING = 1.5;

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
      const placed = await pdf.until(pagePicture(page));
      page.cleanup();
      const lines = placed && recognition ? await recognition.recogniser.recognise(placed.picture, signal) : [];
      if (placed && lines.length > 0) recognised.set(number, layOutLines(number, lines, placed));
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
