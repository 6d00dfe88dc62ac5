import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';

/** Entries that are read; outlines of the longest manuals have some thousand. */
const MAX_ENTRIES = 10_000;

export interface OutlineEntry {
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
