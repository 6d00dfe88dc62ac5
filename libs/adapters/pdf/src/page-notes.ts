import type { PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** Flags of an annotation that is not shown: hidden, and not on a screen (ISO 32000-1, 12.5.3). */
const NOT_SHOWN = 2 | 32;
/** Type of a usual size, in points; a field may be lower. */
const SIZE = 10;
/** Of a low field's height, the height of its type. */
const SHARE_OF_FIELD = 0.7;
const LEADING = 1.2;
const CHARACTER_WIDTH = 0.5;

/** The parts of an annotation that are read; the library declares none. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly multiLine?: boolean;
  readonly password?: boolean;
  readonly annotationFlags?: number;
  readonly contentsObj?: { readonly str?: unknown };
  readonly rect?: readonly number[];
}

/** What is on a page beside its content. */
interface PageNotes {
  /** Form entries and texts that are shown, at their positions. */
  readonly items: readonly TextItem[];
  /** Comments that are shown when somebody points at them, and entries that are hidden: with words, but not read. */
  readonly unread: number;
}

/** Form entries and notes on a page: neither is part of the page's content. */
export async function pageNotes(page: PDFPageProxy): Promise<PageNotes> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  const items = annotations.flatMap((annotation) => {
    const { rect = [], multiLine = false, annotationFlags = 0 } = annotation;
    const text = (annotationFlags & NOT_SHOWN) === 0 ? textOf(annotation) : '';
    const [left = 0, bottom = 0, , top = 0] = rect;
    if (text.trim() === '') return [];
    const height = Math.abs(top - bottom);
    const isNote = annotation.subtype === 'FreeText' || multiLine;
    const size = Math.min(SIZE, SHARE_OF_FIELD * height) || SIZE;
    const first = isNote ? Math.max(top, bottom) - size : Math.min(top, bottom) + (height - SHARE_OF_FIELD * size) / 2;
    return text.split(/\r\n?|\n/).map((line, index) => lineAt(line, left, first - index * LEADING * size, size));
  });
  return { items, unread: annotations.filter(isUnread).length };
}

function isUnread(annotation: Annotation): boolean {
  const { subtype = '', annotationFlags = 0, contentsObj } = annotation;
  if (subtype === 'FreeText' || subtype === 'Widget')
    return (annotationFlags & NOT_SHOWN) !== 0 && textOf(annotation).trim() !== '';
  // A pop-up shows the words of the note that it belongs to.
  return !/^(?:Link|Popup)$/.test(subtype) && typeof contentsObj?.str === 'string' && contentsObj.str.trim() !== '';
}

function textOf({ subtype, fieldType, fieldValue, password, contentsObj }: Annotation): string {
  if (subtype === 'FreeText') return typeof contentsObj?.str === 'string' ? contentsObj.str : '';
  if (subtype !== 'Widget' || password === true || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}

function lineAt(str: string, x: number, y: number, size: number): TextItem {
  const dir = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(str) ? 'rtl' : 'ltr';
  const width = CHARACTER_WIDTH * size * str.length;
  return { str, dir, transform: [size, 0, 0, size, x, y], width, height: size, fontName: '', hasEOL: true };
}
