import { firstFrom, type Span } from '@arbiter/text';

/** A line of an answer that is more than prose. */
export interface AnswerLine extends Span {
  readonly kind: 'prose' | 'item' | 'row';
  /** What has to be said with it so that it says something: of a short list item the words before the list. */
  readonly lead?: string;
  /** Of a table row: the names of its columns. */
  readonly header?: readonly string[];
}

const BULLET = /^\s*(?:[-*•‣+]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/;
const OF_SEPARATOR_ROW = /^[\s|:-]+$/;
const ENDS_STATEMENT = /[.!?:;…。！？؟][\])"'”’*_\s]*$/u;
const STARTS_LOWER = /^\s*\p{Ll}/u;
const HEADING = /^\s*#{1,6}\s/;

/**
 * Divides an answer into lines that stand for themselves: prose that was wrapped is joined, a table knows its columns and
 * a list its lead. Headings, the heads of tables and the lead of a list say nothing by themselves and are left out.
 *
 * @param masked the answer without markup, see maskMarkup
 */
export function splitLines(masked: string): AnswerLine[] {
  const raw = rawLines(masked);
  const lines: AnswerLine[] = [];
  let header: readonly string[] | null = null;
  let lead: string | null = null;
  for (const [index, span] of raw.entries()) {
    const text = masked.slice(span.start, span.end);
    const next = raw[index + 1];
    const following = next ? masked.slice(next.start, next.end) : '';
    const isItem = BULLET.test(text);
    if (!text.includes('|')) header = null;
    if (!isItem && text.trim() !== '') lead = null;
    if (isSilent(text)) continue;
    if (text.includes('|') && isSeparatorRow(following)) header = cellsOf(text);
    else if (header) lines.push(...rowOf(masked, span, header));
    else if (isItem) lines.push(itemOf(text, span, lead));
    else if (text.trimEnd().endsWith(':') && BULLET.test(following)) lead = text.trim();
    else addProse(lines, masked, span);
  }
  return lines;
}

function isSilent(text: string): boolean {
  return isSeparatorRow(text) || HEADING.test(text) || text.trim() === '';
}

function rowOf(masked: string, { start, end }: Span, header: readonly string[]): AnswerLine[] {
  const cells = trimSpan(masked, start, end, /[\s|]/);
  return cells ? [{ ...cells, kind: 'row', header }] : [];
}

function itemOf(text: string, { start, end }: Span, lead: string | null): AnswerLine {
  const bullet = BULLET.exec(text)?.[0].length ?? 0;
  return { start: start + bullet, end, kind: 'item', ...(lead !== null && { lead }) };
}

function addProse(lines: AnswerLine[], masked: string, span: Span): void {
  const before = lines.at(-1);
  if (before?.kind === 'prose' && isWrapped(masked, before, span)) lines.splice(-1, 1, { ...before, end: span.end });
  else lines.push({ ...span, kind: 'prose' });
}

/** The cells of a table row, trimmed. */
export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** `|---|:--:|`, under the head of a table. */
function isSeparatorRow(line: string): boolean {
  return line.includes('|') && line.includes('--') && OF_SEPARATOR_ROW.test(line);
}

/** A line goes on in the next one where it does not end a statement and that starts in lower case. */
function isWrapped(text: string, before: Span, line: Span): boolean {
  const between = text.slice(before.end, line.start);
  return (
    !between.includes('\n\n') &&
    (between.match(/\n/g) ?? []).length === 1 &&
    STARTS_LOWER.test(text.slice(line.start, line.end)) &&
    !ENDS_STATEMENT.test(text.slice(before.start, before.end).slice(-40))
  );
}

function rawLines(text: string): Span[] {
  const lines: Span[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

/** Markers of citations: no part of what is said. */
const MARKER = /\[\d+\]/g;
/** The answer to a yes-or-no question, before the sentence that settles it: the reader judges it, and it makes no claim. */
const SETTLED = /^\s*(?:Yes|No): /;
/** Tags that end a line where they stand; others only dress what they enclose. */
const BLOCK_TAG =
  /<\/?(?:p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|thead|tbody|h[1-6]|section|article|blockquote|pre)\b[^<>]{0,1000}>/gi;
/** A comment or script looks different depending on where it is shown. Its words stay and are checked. */
const TAG = /<\/?[a-z][^<>]{0,1000}>|<!--|-->/gi;
/** The first and last line of a code block. The lines between them are read one by one. */
const FENCE = /^[^\S\n\r\u2028\u2029]*(?:`{3}|~{3})[^\n]*$/gm;
const EMPHASIS = /\*\*|__|`|\*(?<![*\p{L}\p{N}\s]\*)(?=\p{L})|\*(?<=[\p{L}\p{N}.,!?]\*)(?!\*)/gu;
const BRACKET = /[[\]]/g;
const LABEL_END = /[\]\n]/g;
const TARGET_END = /[)\s]/g;
/** Of the text of a link, and of its address, in UTF-16 code units. */
const LONGEST_LABEL = 300;
const LONGEST_TARGET = 1_000;

const blank = (matched: string): string => matched.replace(/[^\n]/g, ' ');

/**
 * The text with spaces where it holds markers of citations, tags, fences and emphasis, so that every offset still counts
 * in the original. Words stay, whatever encloses them: markup must not hide a statement from the check.
 */
export function maskMarkup(text: string): string {
  const unfenced = text
    .replace(MARKER, blank)
    .replace(SETTLED, blank)
    .replace(BLOCK_TAG, (tag) => `\n${blank(tag).slice(1)}`)
    .replace(TAG, blank)
    .replace(FENCE, blank);
  return maskLinks(unfenced).replace(EMPHASIS, blank);
}

/** Spaces for what encloses the text of a link: `[` and `](address)`. Each end is looked for once, however many begin before it. */
function maskLinks(text: string): string {
  const labelEnd = firstFrom(text, LABEL_END);
  const targetEnd = firstFrom(text, TARGET_END);
  const parts: string[] = [];
  let read = 0;
  for (const { index, 0: bracket } of text.matchAll(BRACKET)) {
    if (index < read) continue;
    const end = bracket === '[' ? labelEnd(index + 1) : text[index + 1] === '(' ? targetEnd(index + 2) : undefined;
    if (end === undefined) continue;
    const isLink =
      bracket === '['
        ? text.startsWith('](', end) && isWithin(end - index - 1, LONGEST_LABEL)
        : text[end] === ')' && isWithin(end - index - 2, LONGEST_TARGET);
    if (!isLink) continue;
    const masked = bracket === '[' ? index + 1 : end + 1;
    parts.push(text.slice(read, index), blank(text.slice(index, masked)));
    read = masked;
  }
  return parts.join('') + text.slice(read);
}

function isWithin(length: number, longest: number): boolean {
  return length >= 1 && length <= longest;
}

export type { Span };

/** @returns the span without what the pattern matches at its ends, character by character; null when nothing else is in it */
export function trimSpan(text: string, start: number, end: number, trimmed = /\s/): Span | null {
  let from = start;
  let to = end;
  while (from < to && trimmed.test(text.charAt(from))) from++;
  while (to > from && trimmed.test(text.charAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}
