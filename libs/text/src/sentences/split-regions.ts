import type { Span } from '../span.js';
import type { Steps } from '../steps.js';
import { STOP_WORDS } from '../tokens/terms.js';

/** A stretch that no sentence crosses. */
export interface Region extends Span {
  /** A table row or heading: one sentence, whatever full stops stand in its cells. */
  readonly whole: boolean;
}

interface Line extends Span {
  readonly kind: 'blank' | 'item' | 'whole' | 'prose';
}

interface NamedLine extends Line {
  /** Name of the first column where the line may be a row of a table. */
  readonly name: string | undefined;
}

const LIST_ITEM = /^\s*(?:[-*+•‣◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/u;
const HEADING = /^\s*#{1,6}\s/u;
const TABLE_ROW = /^\s*\||\S[^\S\t]*\t\s*\S|\S\s\|\s/u;
/** "Name: Mira; Role: keeper": a row that carries the names of its columns; caught is the first of them. */
const NAMED_ROW = /^\s*([^\s:;][^:;]{0,59}): [^;]+; [^\s:;][^:;]{0,59}: \S/u;
/** Lines longer than this are not tables, list numbers or headings that these patterns need to see to the end. */
const LINE_HEAD = 400;
/** Lines that are read in one step: a millisecond. */
const LINES_A_STEP = 250;

/** Width in characters below which a paragraph is not thought to have been wrapped. */
const LEAST_WRAP_WIDTH = 60;
/** Share of the width that a line and the next line's first word may fill before the break counts as a choice. */
const CHOSEN_BREAK = 0.6;

/** Divides a text at blank lines, list items, table rows and headings. */
export function* readingRegions(text: string): Steps<Region[]> {
  const regions: Region[] = [];
  let paragraph: Line[] = [];
  let read = 0;
  for (const line of eachLine(text)) {
    if (++read % LINES_A_STEP === 0) yield;
    if (line.kind !== 'prose') {
      yield* closeParagraph(text, paragraph, regions);
      paragraph = [];
    }
    if (line.kind === 'whole') regions.push({ start: line.start, end: line.end, whole: true });
    else if (line.kind !== 'blank') paragraph.push(line);
  }
  yield* closeParagraph(text, paragraph, regions);
  return regions;
}

/** @param regions gets those of the paragraph */
function* closeParagraph(text: string, paragraph: readonly Line[], regions: Region[]): Steps<void> {
  const [first] = paragraph;
  const last = paragraph.at(-1);
  if (!first || !last) return;
  if (!(yield* readingUnmarkedList(text, paragraph))) {
    regions.push({ start: first.start, end: last.end, whole: false });
    return;
  }
  for (const { start, end } of paragraph) regions.push({ start, end, whole: false });
}

/** The lines; neighbours that begin with the same name are rows of one table, each a sentence of its own. */
function* eachLine(text: string): Generator<Line> {
  let before: NamedLine | undefined;
  let line: NamedLine | undefined;
  for (const next of eachNamedLine(text)) {
    if (line) yield rowOrLine(line, before, next);
    [before, line] = [line, next];
  }
  if (line) yield rowOrLine(line, before, undefined);
}

function rowOrLine({ name, ...line }: NamedLine, before: NamedLine | undefined, next: NamedLine | undefined): Line {
  const isRow = name !== undefined && (name === before?.name || name === next?.name);
  return isRow ? { ...line, kind: 'whole' } : line;
}

function* eachNamedLine(text: string): Generator<NamedLine> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const head = text.slice(start, Math.min(end, start + LINE_HEAD));
    const kind = kindOf(head);
    yield { start, end, kind, name: kind === 'prose' ? NAMED_ROW.exec(head)?.[1] : undefined };
    start = end + 1;
  }
}

function kindOf(line: string): Line['kind'] {
  if (line.trim() === '') return line.length < LINE_HEAD ? 'blank' : 'prose';
  if (HEADING.test(line) || TABLE_ROW.test(line)) return 'whole';
  return LIST_ITEM.test(line) ? 'item' : 'prose';
}

/**
 * Whether the lines are items of a list that lost its markers: at least three, each beginning with a capital or a
 * digit, and each broken off well before the width of the paragraph, which wrapping would not have done.
 */
function* readingUnmarkedList(text: string, lines: readonly Line[]): Steps<boolean> {
  if (lines.length < 3 || lines[0]?.kind === 'item') return false;
  const width = lines.reduce((widest, { start, end }) => Math.max(widest, end - start), LEAST_WRAP_WIDTH);
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_STEP === 0) yield;
    if (!/^\s*["'“‘(]?[\p{Lu}\p{N}]/u.test(text.slice(line.start, line.start + LINE_HEAD))) return false;
    const next = lines[index + 1];
    if (next !== undefined && !isChosenBreak(text, line, next, width)) return false;
  }
  return true;
}

function isChosenBreak(text: string, line: Line, next: Line, width: number): boolean {
  const tail = text.slice(Math.max(line.start, line.end - 40), line.end).trimEnd();
  if (/[,;:–—-]$/.test(tail)) return false;
  const lastWord = /(?=[\p{L}'’])(?<![\p{L}'’])[\p{L}'’]+$/u.exec(tail)?.[0].toLowerCase();
  if (lastWord !== undefined && STOP_WORDS.has(lastWord)) return false;
  const nextWord = /^\s*\S*/.exec(text.slice(next.start, Math.min(next.end, next.start + LINE_HEAD)))?.[0].trim() ?? '';
  return line.end - line.start + 1 + nextWord.length <= width * CHOSEN_BREAK;
}
