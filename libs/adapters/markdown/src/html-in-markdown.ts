import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { FenceTracker } from './obsidian-syntax.js';

/** Lines of a document, as markdown or as HTML. */
export interface Piece {
  readonly kind: 'markdown' | 'html';
  readonly source: string;
  /** From 1. */
  readonly firstLine: number;
}

/** What starts a block of HTML that runs to the next empty line, even within a paragraph (CommonMark 4.6, condition 6). */
const HTML_START =
  /^( {0,3})<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|menu|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s>]|\/>|$)/i;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** HTML with nothing to read. */
const TAGS = /<[^<>]*>/g;
const PICTURE = /<img\b/i;
/** What people write with empty lines in it: its rows and items mean nothing apart from each other. */
const CONTAINER = /<(\/?)(?:table|ol|ul|dl)\b/gi;

/** Divides markdown (with `\n` line ends) at its blocks of HTML. Tables and lists of HTML stay whole over empty lines. */
export function divideHtml(source: string): Piece[] {
  const lines = source.split('\n');
  const pieces: Piece[] = [];
  const fences = new FenceTracker();
  let start = 0;
  let inComment = false;
  let inList = false;
  const close = (kind: Piece['kind'], end: number): void => {
    if (end > start) pieces.push({ kind, source: lines.slice(start, end).join('\n'), firstLine: start + 1 });
    start = end;
  };
  const ends = containerEnds(lines);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const wasInComment = inComment;
    inComment = (inComment || /^ {0,3}<!--/.test(line)) && !line.includes('-->');
    if (LIST_ITEM.test(line)) inList = true;
    else if (/^\S/.test(line)) inList = false;
    const indent = HTML_START.exec(line)?.[1];
    // An indented block belongs to the list item before it.
    const isHtml = indent !== undefined && !(inList && indent !== '');
    if (wasInComment || inComment || fences.covers(line) || !isHtml) continue;
    close('markdown', index);
    let end = index;
    while ((lines[end] ?? '').trim() !== '') end = Math.max(end + 1, ends.get(end) ?? 0);
    close('html', end);
    index = end - 1;
  }
  close('markdown', lines.length);
  return pieces;
}

/** For each line that opens tables or lists without closing them, the line after the one that does. Others have none. */
function containerEnds(lines: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, line] of lines.entries()) {
    for (const [, slash] of line.matchAll(CONTAINER)) {
      if (slash === '') open.push(index);
      else {
        const opened = open.pop();
        if (opened !== undefined) ends.set(opened, index + 1);
      }
    }
  }
  return ends;
}

/** Whether HTML shows a reader anything. */
export function hasContent(html: string): boolean {
  return PICTURE.test(html) || html.replace(TAGS, '').trim() !== '';
}

/** Markdown as HTML, what is HTML in it as it stands. Indented lines are no code: authors indent rows and cells. */
export function markdownToHtml(source: string): string {
  return micromark(source, {
    allowDangerousHtml: true,
    extensions: [gfmTable(), { disable: { null: ['codeIndented'] } }],
    htmlExtensions: [gfmTableHtml()],
  });
}

/** Reads blocks of HTML as a page is read, but whole: a part of a text has no margins. */
export async function readHtml(html: string, pages: DocumentParser, request: ParseRequest): Promise<ParsedDocument> {
  const bytes = new TextEncoder().encode(`<section>${html}</section>`);
  return pages.parse({ ...request, bytes, name: `${request.name}.html` });
}
