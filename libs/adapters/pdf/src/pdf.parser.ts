import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  findCompounds,
  normalizeText,
  ParsedDocumentBuilder,
  singleLine,
  textStartOf,
} from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { chooseTitle, readInformation } from './document-information.js';
import { drawnOperations } from './drawn-operations.js';
import { findTables } from './find-tables.js';
import { groupParagraphs } from './group-paragraphs.js';
import { isCutShort, openPdf, type OpenPdf } from './open-pdf.js';
import { type Inset, layOut } from './lay-out.js';
import { asMatrix, pageFragments, type PageLayout } from './page-fragments.js';
import { pageNotes } from './page-notes.js';
import { figuresOf, hasPictures } from './page-picture.js';
import { pageRules } from './page-rules.js';
import { placeHeadings, readOutline, unsaidTitles } from './place-headings.js';
import { type IllustratedPage, pageRanges, recognisePages, type Recognition } from './recognise-pages.js';
import { ruledTables } from './ruled-tables.js';
import { withoutRunningLines } from './running-lines.js';
import { MAX_COLUMNS } from './table-columns.js';
import { boxWords, type PlacedBlock } from './word-boxes.js';

/** Names that a warning tells. */
const MAX_NAMES = 5;
/** Pictures on pages of text that are recognised, one to three seconds each. */
const MAX_FIGURES = 20;
/** The longest books and standards have some 3,000 pages. */
const DEFAULT_MAX_PAGES = 5_000;

export interface PdfParserOptions {
  /** Pages that are read, ≥ 1. Default 5,000. */
  readonly maxPages?: number;
  /** What happens to a longer document: its first pages are read, with a warning, or it is refused. Default "warn". */
  readonly overLimit?: 'warn' | 'refuse';
  /** Reads scanned pages. Default: they are only named in a warning. */
  readonly recognition?: Recognition;
}

interface ReadPages {
  readonly pages: readonly PageLayout[];
  /** Numbers of those that could not be read. */
  readonly failed: readonly number[];
  /** Numbers of the pages with text that cannot be decoded into letters. */
  readonly illegible: readonly number[];
  /** Numbers of the pages with comments, which are not read. */
  readonly commented: readonly number[];
  readonly illustrated: readonly IllustratedPage[];
  /** Number of the first page whose pictures were not looked at. */
  readonly unlooked: number | undefined;
}

/**
 * Reads the text of PDF files in reading order, with its pages: lines are grouped by their baselines, columns are read
 * one after the other, divided words are put together, running heads and page numbers left out. Bookmarks that are
 * found on their page become sections. A page that is a picture is given to a recogniser of letters, or, without one, gives a warning.
 */
export class PdfParser implements DocumentParser {
  readonly name = 'pdf';
  readonly mediaType = 'application/pdf';
  readonly extensions = ['.pdf'];

  private readonly maxPages: number;
  private readonly overLimit: 'warn' | 'refuse';
  private readonly recognition: Recognition | null;

  constructor({ maxPages = DEFAULT_MAX_PAGES, overLimit = 'warn', recognition }: PdfParserOptions = {}) {
    this.maxPages = maxPages;
    this.overLimit = overLimit;
    this.recognition = recognition ?? null;
  }

  recognises(bytes: Uint8Array): boolean {
    return textStartOf(bytes).startsWith('%PDF-');
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const pdf = await openPdf(bytes, name, signal);
    try {
      const count = this.pagesToRead(pdf, name);
      if (count === 0) {
        throw new ArbiterError('INVALID_REQUEST', `${name} is a PDF file without pages.`, { details: { name } });
      }
      const { recognition } = this;
      const looksAtPictures = recognition !== null && recognition.maxPages > 0 && hasPictures(bytes);
      const { pages, failed, illegible, commented, illustrated, unlooked } = await readPages(pdf, count, {
        figures: looksAtPictures ? MAX_FIGURES : 0,
        signal,
      });
      if (failed.length === count) {
        throw new ArbiterError('INVALID_REQUEST', `${name} is a broken PDF file: none of its pages can be read.`, {
          details: { name },
        });
      }
      const builder = new ParsedDocumentBuilder();
      warnOfFile(builder, pdf, { bytes, count });
      for (const { text } of pageRanges(failed)) builder.warn(`${text} could not be read.`);
      if (illegible.length > 0) {
        const where = pageRanges(illegible).map(({ text }) => text);
        builder.warn(
          `${where.join(', ')}: text was left out, because the file does not say which letters its signs are.`,
        );
      }
      if (commented.length > 0) {
        const where = pageRanges(commented).map(({ text }) => text);
        builder.warn(`${where.join(', ')}: comments (notes on the page) and hidden entries were left out.`);
      }
      const files = await attachedFiles(pdf).catch(() => []);
      if (files.length > 0) builder.warn(`Attached files were not read: ${files.join(', ')}.`);
      const explained = new Set([...failed, ...illegible]);
      const silent = pages
        .filter(({ number, regions }) => regions.length === 0 && !explained.has(number))
        .map(({ number }) => number);
      const read = await recognisePages(pages, { silent, illustrated }, { pdf, recognition, builder, signal });
      if (looksAtPictures && unlooked !== undefined)
        builder.warn(`From page ${unlooked} on, pictures were not looked at: ${MAX_FIGURES} of a document are.`);
      const blocks = await writeBlocks(pdf, read, builder);
      const description = await describe(pdf).catch(() => undefined);
      signal.throwIfAborted();
      if (!description) builder.warn('The description of the file (its title, author and dates) could not be read.');
      const parsed = builder.build(description ?? { title: '', metadata: { pages: pdf.document.numPages } });
      const boxes = boxWords(parsed.text, blocks, read);
      return { ...parsed, ...(boxes.length > 0 && { boxes }) };
    } finally {
      await pdf.close();
    }
  }

  private pagesToRead({ document: { numPages } }: OpenPdf, name: string): number {
    if (numPages <= this.maxPages) return numPages;
    if (this.overLimit === 'warn') return this.maxPages;
    throw new ArbiterError('INVALID_REQUEST', `${name} has ${numPages} pages; at most ${this.maxPages} are read.`, {
      details: { name, pages: numPages, limit: this.maxPages },
    });
  }
}

/** @param count pages that were read */
function warnOfFile(
  builder: ParsedDocumentBuilder,
  { document: { numPages }, isRestored }: OpenPdf,
  { bytes, count }: { readonly bytes: Uint8Array; readonly count: number },
): void {
  if (isRestored) builder.warn('The file is damaged; what could be found of it was read.');
  else if (isCutShort(bytes)) builder.warn('The end of the file is missing; its last pages may be, too.');
  if (count < numPages) builder.warn(`Only the first ${count} of ${numPages} pages were read.`);
}

/** @param figures how many pictures are looked for, about */
async function readPages(
  pdf: OpenPdf,
  count: number,
  { figures, signal }: { readonly figures: number; readonly signal: AbortSignal },
): Promise<ReadPages> {
  const pages: PageLayout[] = [];
  const failed: number[] = [];
  const illegible: number[] = [];
  const commented: number[] = [];
  const illustrated: IllustratedPage[] = [];
  let found = 0;
  let unlooked: number | undefined;
  for (let number = 1; number <= count; number++) {
    await nextTurn();
    signal.throwIfAborted();
    const isLookedAt = found < figures;
    if (!isLookedAt) unlooked ??= number;
    const read = await readPage(pdf, number, isLookedAt).catch(() => undefined);
    signal.throwIfAborted();
    // One broken page leaves the others; the caller is told which.
    if (!read) failed.push(number);
    if (read?.illegible === true) illegible.push(number);
    if (read && read.comments > 0) commented.push(number);
    if (read?.illustrated) {
      illustrated.push(read.illustrated);
      found += read.illustrated.figures;
    }
    pages.push(read?.page ?? { number, regions: [] });
  }
  return { pages, failed, illegible, commented, illustrated, unlooked };
}

/** Names of the files in a document, of which five are told. */
async function attachedFiles({ document, until }: OpenPdf): Promise<string[]> {
  const attached = (await until(document.getAttachments())) as Readonly<Record<string, { filename?: unknown }>> | null;
  const names = Object.entries(attached ?? {}).map(([key, { filename }]) =>
    singleLine(normalizeText(typeof filename === 'string' ? filename : key)).slice(0, 100),
  );
  return names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), `${names.length - MAX_NAMES} others`] : names;
}

interface ReadPage {
  readonly page: PageLayout;
  readonly illegible: boolean;
  readonly comments: number;
  /** Absent where no pictures are worth recognising. */
  readonly illustrated?: IllustratedPage;
}

async function readPage({ document, until }: OpenPdf, number: number, isLookedAt: boolean): Promise<ReadPage> {
  const page = await until(document.getPage(number));
  const content = await until(page.getTextContent());
  // A broken annotation leaves the page.
  const notes = await until(pageNotes(page)).catch(() => ({ items: [], unread: 0 }));
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const items = [...content.items, ...notes.items];
  const { upright, turns, others, illegible } = pageFragments(items, transform);
  const frame = { width, height, turns };
  let layOutWith = (insets: readonly Inset[]): PageLayout => layOut(number, upright, others, [], insets);
  let layout = layOutWith([]);
  const [hasTable, hasFigure] = [mayHaveTable(layout), isLookedAt && turns === 0 && upright.length > 0];
  // What cannot be drawn has no rules and pictures to look for.
  const drawn =
    hasTable || hasFigure ? await until(drawnOperations(page, asMatrix(transform))).catch(() => undefined) : undefined;
  if (hasTable && drawn) {
    const rules = await pageRules(drawn, turns).catch(() => undefined);
    const { tables, rest } = rules ? ruledTables(rules, upright) : { tables: [], rest: upright };
    if (tables.length > 0) {
      layOutWith = (insets) => layOut(number, rest, others, tables, insets);
      layout = layOutWith([]);
    }
  }
  const figures = hasFigure && drawn ? await figuresOf(drawn, frame, upright) : [];
  page.cleanup();
  return {
    page: { ...layout, frame },
    illegible,
    comments: notes.unread,
    ...(figures.length > 0 && {
      illustrated: { number, figures: figures.length, upright, layOut: (insets) => ({ ...layOutWith(insets), frame }) },
    }),
  };
}

/** Whether lines under each other have parts that are set apart, as those of a table have. */
function mayHaveTable({ regions }: PageLayout): boolean {
  return regions.some((region) => region.some(({ cells }, index) => cells && region[index + 1]?.cells));
}

/** @returns the blocks in their order */
export async function writeBlocks(
  pdf: OpenPdf,
  pages: readonly PageLayout[],
  builder: ParsedDocumentBuilder,
): Promise<PlacedBlock[]> {
  const lines = pages.flatMap(({ regions }) => regions.flat().map(({ text }) => text));
  const compounds = findCompounds(lines);
  const paragraphs = groupParagraphs(findTables(withoutRunningLines(pages), compounds), compounds);
  const wide = pages.filter(({ regions }) => regions.flat().some(({ cells = [] }) => cells.length > MAX_COLUMNS));
  for (const { text } of pageRanges(wide.map(({ number }) => number))) {
    builder.warn(`${text}: a table of more than ${MAX_COLUMNS} columns was read as lines.`);
  }
  const outline = await pdf.until(readOutline(pdf.document)).catch(() => undefined);
  if (!outline) builder.warn('The outline could not be read; the document has no sections.');

  const silent = unsaidTitles(paragraphs, outline ?? []).slice(0, MAX_NAMES);
  if (silent.length > 0) builder.warn(`Bookmarks were left out that their pages do not say: ${silent.join('; ')}.`);

  const blocks: PlacedBlock[] = [];
  let opened = 0;
  for (const { kind, text, stretches, page, pageBreaks, level } of placeHeadings(paragraphs, outline ?? [])) {
    while (opened < page) builder.page(++opened);
    const block = level === undefined ? builder.append(kind, text, pageBreaks) : builder.heading(text, level);
    if (block) blocks.push({ text, stretches, start: block.start });
    opened = Math.max(opened, pageBreaks.at(-1)?.number ?? 0);
  }
  while (opened < pages.length) builder.page(++opened);
  return blocks;
}

async function describe({ document, until }: OpenPdf): Promise<{ title: string; metadata: Record<string, unknown> }> {
  const { info, metadata } = await until(document.getMetadata());
  const fields = info as Readonly<Record<string, unknown>>;
  // The declaration leaves out that a document may have no XMP metadata.
  const xmp = metadata as { get(name: string): unknown } | null;
  return {
    title: chooseTitle([fields.Title, xmp?.get('dc:title')]),
    metadata: { pages: document.numPages, ...readInformation(fields) },
  };
}
