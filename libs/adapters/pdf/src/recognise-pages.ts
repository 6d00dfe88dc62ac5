import { normalizeText, singleLine, type ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { TextRecogniser } from '@arbiter/ports';
import type { OpenPdf } from './open-pdf.js';
import { pagePicture } from './page-picture.js';
import type { Line, PageLayout } from './page-layout.js';
import { pageRanges } from './page-ranges.js';

/** Type of a usual size, in points, since what is recognised does not say its own. */
const SIZE = 10;
const LEADING = 12;
const CHARACTER_WIDTH = 5;

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
    return tidy === '' ? [] : [{ text: tidy, left: 0, right: tidy.length * CHARACTER_WIDTH, y, size: SIZE }];
  });
}
