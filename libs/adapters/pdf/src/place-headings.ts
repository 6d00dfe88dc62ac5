import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';
import type { Paragraph } from './group-paragraphs.js';
import { stretchesWithin } from './placed-text.js';

/** Longer bookmarks are not headings. */
const MAX_TITLE = 300;
/** "Chapter 2: ", "1.3 ", "IV. ". */
const NUMBERING = /^(?:chapter |section )?[\dIVX]+(?:\.\d+)*[.:)]?\s+/iu;

/** Entries that are read; outlines of the longest manuals have some thousand. */
const MAX_ENTRIES = 10_000;

/** Titles that are looked for, and the letters of a page among which they are. */
const MAX_SOUGHT = 1_000;
const MAX_SAID = 100_000;

/** A paragraph, or the heading that an outline names, with its level. */
type PlacedParagraph = Paragraph & { readonly level?: number };

/**
 * Finds the headings of an outline among the paragraphs of the pages to which it leads. A heading is the beginning of
 * a paragraph; what follows it in the same paragraph becomes one of its own. Entries that are not found give none.
 */
export function placeHeadings(paragraphs: readonly Paragraph[], outline: readonly OutlineEntry[]): PlacedParagraph[] {
  const onPage = new Map<number, number[]>();
  for (const [index, { page }] of paragraphs.entries()) {
    const known = onPage.get(page);
    if (known) known.push(index);
    else onPage.set(page, [index]);
  }
  const headings = new Map<number, { readonly length: number; readonly level: number }>();
  for (const { title, level, page } of outline) {
    if (title.length > MAX_TITLE) continue;
    for (const index of onPage.get(page) ?? []) {
      const length = headings.has(index) ? undefined : headingLength(paragraphs[index]?.text ?? '', title);
      if (length === undefined) continue;
      headings.set(index, { length, level });
      break;
    }
  }
  return paragraphs.flatMap((paragraph, index) => {
    const heading = headings.get(index);
    return heading ? splitHeading(paragraph, heading.length, heading.level) : [paragraph];
  });
}

/**
 * Length of the beginning of a paragraph that is the title, whatever its case and spaces; the document may number it where
 * the outline does not. Signs are compared one by one: a title is a stranger's text, which no pattern is made of.
 */
function headingLength(text: string, title: string): number | undefined {
  const numbering = NUMBERING.exec(text)?.[0].length ?? 0;
  return endOfTitle(text, title, numbering) ?? (numbering > 0 ? endOfTitle(text, title, 0) : undefined);
}

function endOfTitle(text: string, title: string, start: number): number | undefined {
  let at = start;
  for (const sign of title.replace(/\s+/gu, '')) {
    while (/\s/u.test(text.charAt(at))) at++;
    const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (found.toLowerCase() !== sign.toLowerCase()) return undefined;
    at += found.length;
  }
  return /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2)) ? undefined : at;
}

function splitHeading(paragraph: Paragraph, length: number, level: number): PlacedParagraph[] {
  const { text, stretches, pageBreaks, page } = paragraph;
  const rest = text.slice(length).trimStart();
  if (rest === '') return [{ ...paragraph, level }];
  const restAt = text.length - rest.length;
  const before = pageBreaks.filter(({ at }) => at <= restAt);
  return [
    {
      kind: 'paragraph',
      text: text.slice(0, length),
      stretches: stretchesWithin(stretches, 0, length),
      page,
      pageBreaks: [],
      level,
    },
    {
      kind: 'paragraph',
      text: rest,
      stretches: stretchesWithin(stretches, restAt),
      page: before.at(-1)?.number ?? page,
      pageBreaks: pageBreaks.filter(({ at }) => at > restAt).map(({ number, at }) => ({ number, at: at - restAt })),
    },
  ];
}

/** Titles of an outline that stand nowhere on the pages to which they lead. */
export function unsaidTitles(paragraphs: readonly Paragraph[], outline: readonly OutlineEntry[]): string[] {
  const said = new Map<number, string>();
  for (const { page, text, pageBreaks } of paragraphs)
    for (const number of [page, ...pageBreaks.map((each) => each.number)])
      said.set(number, (said.get(number) ?? '') + comparable(text));
  return outline
    .slice(0, MAX_SOUGHT)
    .filter(({ title, page }) => !(said.get(page) ?? '').slice(0, MAX_SAID).includes(comparable(title)))
    .map(({ title }) => title);
}

/** Letters and digits in lower case. */
function comparable(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

interface OutlineEntry {
  readonly title: string;
  /** 1 is outermost. */
  readonly level: number;
  /** Page that it leads to, from 1. */
  readonly page: number;
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** The bookmarks of a document, in their order, as far as they lead to a page of it. */
export async function readOutline(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  // The declaration leaves out that a document may have no outline.
  const roots = (await document.getOutline()) as OutlineNode[] | null;
  const stack = (roots ?? []).map((node) => ({ node, level: 1 })).reverse();
  const entries: OutlineEntry[] = [];
  for (let next = stack.pop(); next !== undefined && entries.length < MAX_ENTRIES; next = stack.pop()) {
    const { node, level } = next;
    const title = singleLine(normalizeText(node.title));
    const page = title === '' ? undefined : await pageOf(document, node.dest);
    if (page !== undefined) entries.push({ title, level, page });
    for (const child of [...(node.items as OutlineNode[])].reverse()) stack.push({ node: child, level: level + 1 });
  }
  return entries;
}

async function pageOf(document: PDFDocumentProxy, destination: unknown): Promise<number | undefined> {
  try {
    const explicit: unknown =
      typeof destination === 'string' ? await document.getDestination(destination) : destination;
    const [target] = Array.isArray(explicit) ? (explicit as unknown[]) : [];
    if (typeof target === 'number') return target + 1;
    if (!isReference(target)) return undefined;
    return (await document.getPageIndex(target)) + 1;
  } catch {
    // A bookmark to a page that does not exist is of no use, and no reason to refuse the document.
    return undefined;
  }
}

function isReference(target: unknown): target is { num: number; gen: number } {
  return typeof target === 'object' && target !== null && 'num' in target && 'gen' in target;
}
