import { FenceTracker } from './obsidian-syntax.js';

/** Part of a document that is parsed on its own. */
export interface Segment {
  /** Source of the part, followed by the definitions that it refers to and that stand in other parts. */
  readonly source: string;
  /** Length of the part's own text within `source`, in UTF-16 code units. */
  readonly ownLength: number;
  /** Lines of the document, from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

export interface SegmentSize {
  readonly soft: number;
  readonly middle: number;
  readonly hard: number;
}

/**
 * Sizes in UTF-16 code units. The parser takes about 4 s and 300 MB for a million characters at once (measured), so
 * long documents are read in parts: from SOFT on at a top-level heading, which ends every open list and quote; from
 * MIDDLE on at any unindented line after a blank one, or within a table; from HARD on anywhere outside code.
 */
export const SEGMENT_SIZE: SegmentSize = { soft: 32 * 1024, middle: 96 * 1024, hard: 256 * 1024 };

const HEADING = /^#{1,6}\s/;
const DEFINITION = /^ {0,3}\[(\^?(?:[^[\]\\]|\\.){1,200})\]:\s*\S/;
const TABLE_DELIMITER = /^[\s>]*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;

/**
 * Splits markdown (with `\n` line ends) where it does not change the meaning. Short documents stay whole.
 *
 * @param given definitions of the document that the source is a part of. Absent: it is all of it
 */
export function splitSegments(
  source: string,
  size: SegmentSize = SEGMENT_SIZE,
  given?: ReadonlyMap<string, string>,
): Segment[] {
  const lines = source.split('\n');
  if (source.length <= size.soft) {
    const place = { firstLine: 1, lastLine: lines.length };
    return [given ? withDefinitions(source, given, place) : { source, ownLength: source.length, ...place }];
  }

  const definitions = given ?? definitionsIn(source);
  const parts: { text: string[]; firstLine: number }[] = [{ text: [], firstLine: 1 }];
  const fences = new FenceTracker();
  let length = 0;
  let previous = '';
  let inComment = false;
  let table: readonly [string, string] | undefined;

  for (const [index, line] of lines.entries()) {
    const wasInComment = inComment;
    const inFence = fences.covers(line);
    const blankBefore = previous.trim() === '';
    if (blankBefore) table = undefined;
    if (!inFence && !wasInComment && mayCut(line, { length, size, blankBefore, inTable: table !== undefined })) {
      parts.push({ text: table && line.includes('|') ? [...table] : [], firstLine: index + 1 });
      length = 0;
    }
    parts.at(-1)?.text.push(line);
    length += line.length + 1;

    if (!inFence) {
      inComment = commentOpenAfter(line, inComment);
      if (previous.includes('|') && line.includes('-') && TABLE_DELIMITER.test(line)) table ??= [previous, line];
    }
    previous = line;
  }
  return parts.map(({ text, firstLine }, index) => {
    const lastLine = (parts[index + 1]?.firstLine ?? lines.length + 1) - 1;
    return withDefinitions(text.join('\n'), definitions, { firstLine, lastLine });
  });
}

/** @param length of the part before the line */
function mayCut(
  line: string,
  place: {
    readonly length: number;
    readonly size: SegmentSize;
    readonly blankBefore: boolean;
    readonly inTable: boolean;
  },
): boolean {
  const { length, size, blankBefore, inTable } = place;
  return (
    (length >= size.soft && blankBefore && HEADING.test(line)) ||
    (length >= size.middle && (inTable || (blankBefore && /^\S/.test(line)))) ||
    length >= size.hard
  );
}

/** Lines that define what links and notes refer to, by their labels; of equal labels the first holds. */
export function definitionsIn(source: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  const fences = new FenceTracker();
  for (const line of source.split('\n')) {
    const label = fences.covers(line) ? undefined : DEFINITION.exec(line)?.[1];
    if (label !== undefined && !definitions.has(keyOf(label))) definitions.set(keyOf(label), line);
  }
  return definitions;
}

/** A comment that opens a line runs to its end mark; one within a paragraph ends with the paragraph (CommonMark 4.6). */
function commentOpenAfter(line: string, open: boolean): boolean {
  return (open || /^ {0,3}<!--/.test(line)) && !line.includes('-->');
}

function withDefinitions(
  own: string,
  definitions: ReadonlyMap<string, string>,
  place: { readonly firstLine: number; readonly lastLine: number },
): Segment {
  const needed = new Set<string>();
  for (const [, label = ''] of own.matchAll(/\[([^[\]]{1,200})\]/g)) {
    const definition = definitions.get(keyOf(label));
    if (definition !== undefined) needed.add(definition);
  }
  return { source: [own, ...needed].join('\n\n'), ownLength: own.length, ...place };
}

/** Labels match without regard to case and white space (CommonMark 6.3). */
function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
