import { PDFDocument, PDFHexString, PDFName, StandardFonts } from 'pdf-lib';
import type { PDFFont, PDFPage, PDFRef } from 'pdf-lib';

export interface TextLine {
  readonly text: string;
  readonly x: number;
  /** From the top edge. */
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
}

export interface MadePage {
  readonly lines: readonly TextLine[];
  /** Degrees by which the page is shown turned. */
  readonly rotate?: number;
}

export const PAGE = { width: 600, height: 800 } as const;

/** Lines of a column of running text. */
export const PROSE = [
  'The mill was built in the year of the long frost, when the',
  'river stood still and the miller had nothing to grind but',
  'the barley of two farms. It was sold soon after, and since',
  'then the wheel has turned only on the day of the fair, to',
  'the delight of the children, who count its turns and lose',
  'count every year when the sluice is opened for the last.',
];

/** Lines of one column, 14 points apart. */
export function column(texts: readonly string[], x = 50, top = 100, leading = 14): TextLine[] {
  return texts.map((text, index) => ({ text, x, y: top + index * leading }));
}

/** Rows of cells, 18 points apart; an empty cell is not drawn. */
export function grid(
  rows: readonly (readonly string[])[],
  {
    xs,
    top = 100,
    leading = 18,
    bold = false,
  }: { readonly xs: readonly number[]; readonly top?: number; readonly leading?: number; readonly bold?: boolean },
): TextLine[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column) =>
      text === '' ? [] : [{ text, x: xs[column] ?? 0, y: top + row * leading, bold: bold && row === 0 }],
    ),
  );
}

/** A PDF with the given lines on its pages, in 10 point Helvetica, the same bytes each time. */
export async function makePdf(
  pages: readonly MadePage[],
  decorate: (document: PDFDocument, pages: readonly PDFPage[], font: PDFFont) => void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const isBold = pages.some(({ lines }) => lines.some(({ bold }) => bold));
  const boldFont = isBold ? await document.embedFont(StandardFonts.HelveticaBold) : font;
  const made = pages.map(({ lines }) => {
    const page = document.addPage([PAGE.width, PAGE.height]);
    for (const { text, x, y, size = 10, bold = false } of lines)
      page.drawText(text, { x, y: PAGE.height - y, size, font: bold ? boldFont : font });
    return page;
  });
  decorate(document, made, font);
  return document.save({ useObjectStreams: false });
}

/** Gives a document bookmarks, of which each leads to a page (from 0); children are nested by level. */
export function addOutline(
  document: PDFDocument,
  pages: readonly PDFPage[],
  entries: readonly { title: string; page: number; level: number }[],
): void {
  const { context } = document;
  const root = context.nextRef();
  const refs = entries.map(() => context.nextRef());
  const childrenOf = (parent: number): number[] =>
    entries.flatMap((entry, index) => {
      const above = entries.findLastIndex((candidate, at) => at < index && candidate.level < entry.level);
      return above === parent ? [index] : [];
    });
  const refOf = (index: number | undefined): PDFRef => (index === undefined ? root : refs[index]!);
  const link = (parent: number): Record<string, PDFRef> => {
    const children = childrenOf(parent);
    return children.length === 0 ? {} : { First: refOf(children[0]), Last: refOf(children.at(-1)) };
  };
  entries.forEach(({ title, page }, index) => {
    const parent = entries.findLastIndex((candidate, at) => at < index && candidate.level < entries[index]!.level);
    const siblings = childrenOf(parent);
    const next = siblings[siblings.indexOf(index) + 1];
    context.assign(
      refs[index]!,
      context.obj({
        Title: PDFHexString.fromText(title),
        Parent: parent === -1 ? root : refOf(parent),
        Dest: [pages[page]!.ref, 'Fit'],
        ...link(index),
        ...(next === undefined ? {} : { Next: refOf(next) }),
      }),
    );
  });
  context.assign(root, context.obj({ Type: 'Outlines', ...link(-1), Count: entries.length }));
  document.catalog.set(PDFName.of('Outlines'), root);
}

/**
 * A PDF written out by hand, for what the library cannot make. `objects[0]` is object 1, the catalog; readers find the
 * objects without a table of their places.
 */
export function rawPdf(objects: readonly string[], trailer = ''): Uint8Array {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const end = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer} >>\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(`%PDF-1.7\n${body}${end}`, 'latin1'));
}

/** One page by hand: object 4 is its content and 5 its font; `more` follow from 6. */
export function rawPage(
  content: string,
  {
    catalog = '',
    page = '',
    font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    more = [],
    trailer = '',
  }: {
    readonly catalog?: string;
    readonly page?: string;
    readonly font?: string;
    readonly more?: readonly string[];
    readonly trailer?: string;
  } = {},
): Uint8Array {
  const resources = '/Resources << /Font << /F 5 0 R >> >>';
  return rawPdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${page.includes('/Resources') ? '' : resources} ${page} >>`,
      rawStream(content),
      font,
      ...more,
    ],
    trailer,
  );
}

export function rawStream(content: string, dictionary = ''): string {
  return `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
}
