import { STOP_WORDS } from '../tokens/stop-words.js';
import type { Span } from '../span.js';

/** A stretch that no sentence crosses. */
export interface Region extends Span {
  /** A table row or heading: one sentence, whatever full stops stand in its cells. */
  readonly whole: boolean;
}

interface Line extends Span {
  readonly kind: 'blank' | 'item' | 'whole' | 'prose';
}

const LIST_ITEM = /^\s*(?:[-*+•‣◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/u;
const HEADING = /^\s*#{1,6}\s/u;
const TABLE_ROW = /^\s*\||\S[^\S\t]*\t\s*\S|\S\s\|\s/u;
/** "Name: Mira; Role: keeper": a row that carries the names of its columns; caught is the first of them. */
const NAMED_ROW = /^\s*([^\s:;][^:;]{0,59}): [^;]+; [^\s:;][^:;]{0,59}: \S/u;
/** Lines longer than this are not tables, list numbers or headings that these patterns need to see to the end. */
const LINE_HEAD = 400;

/** Width in characters below which a paragraph is not thought to have been wrapped. */
const LEAST_WRAP_WIDTH = 60;
/** Share of the width that a line and the next line's first word may fill before the break counts as a choice. */
const CHOSEN_BREAK = 0.6;

/** Divides a text at blank lines, list items, table rows and headings. */
export function splitRegions(text: string): Region[] {
  const regions: Region[] = [];
  let paragraph: Line[] = [];
  const close = (): void => {
    const [first] = paragraph;
    const last = paragraph.at(-1);
    if (first && last) {
      if (isUnmarkedList(text, paragraph))
        regions.push(...paragraph.map(({ start, end }) => ({ start, end, whole: false })));
      else regions.push({ start: first.start, end: last.end, whole: false });
    }
    paragraph = [];
  };
  for (const line of withNamedRows(text, [...linesOf(text)])) {
    if (line.kind !== 'prose') close();
    if (line.kind === 'whole') regions.push({ start: line.start, end: line.end, whole: true });
    else if (line.kind !== 'blank') paragraph.push(line);
  }
  close();
  return regions;
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { start, end, kind: kindOf(text.slice(start, Math.min(end, start + LINE_HEAD))) };
    start = end + 1;
  }
}

/** Neighbours that begin with the same name are rows of one table, each a sentence of its own. */
function withNamedRows(text: string, lines: readonly Line[]): Line[] {
  const names = lines.map(({ kind, start, end }) =>
    kind === 'prose' ? NAMED_ROW.exec(text.slice(start, Math.min(end, start + LINE_HEAD)))?.[1] : undefined,
  );
  return lines.map((line, index) => {
    const name = names[index];
    const isRow = name !== undefined && (name === names[index - 1] || name === names[index + 1]);
    return isRow ? { ...line, kind: 'whole' } : line;
  });
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
function isUnmarkedList(text: string, lines: readonly Line[]): boolean {
  if (lines.length < 3 || lines[0]?.kind === 'item') return false;
  const width = lines.reduce((widest, { start, end }) => Math.max(widest, end - start), LEAST_WRAP_WIDTH);
  return lines.every((line, i) => {
    if (!/^\s*["'“‘(]?[\p{Lu}\p{N}]/u.test(text.slice(line.start, line.start + LINE_HEAD))) return false;
    const next = lines[i + 1];
    return next === undefined || isChosenBreak(text, line, next, width);
  });
}

function isChosenBreak(text: string, line: Line, next: Line, width: number): boolean {
  const tail = text.slice(Math.max(line.start, line.end - 40), line.end).trimEnd();
  if (/[,;:–—-]$/.test(tail)) return false;
  const lastWord = /(?<![\p{L}'’])[\p{L}'’]+$/u.exec(tail)?.[0].toLowerCase();
  if (lastWord !== undefined && STOP_WORDS.has(lastWord)) return false;
  const nextWord = /^\s*\S*/.exec(text.slice(next.start, Math.min(next.end, next.start + LINE_HEAD)))?.[0].trim() ?? '';
  return line.end - line.start + 1 + nextWord.length <= width * CHOSEN_BREAK;
}
