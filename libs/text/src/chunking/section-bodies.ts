import { trimSpan } from '../span.js';
import type { ChunkableBlock, ChunkableDocument } from './chunkable-document.js';

/** Text between two headings. */
export interface SectionBody {
  readonly path: readonly string[];
  /** Without headings; together they hold all text of the section that is not white space. */
  readonly blocks: readonly ChunkableBlock[];
}

interface Boundary {
  readonly start: number;
  /** End of the heading's own text; `start` above the first heading. */
  readonly bodyStart: number;
  readonly level: number;
  readonly path: readonly string[];
}

/**
 * Divides a document at its headings. A heading is part of `path` only; one that has neither a body nor sections below
 * it would be lost by that, and becomes the body of its own section.
 *
 * @throws RangeError when sections or blocks are out of order, overlap or leave the text
 */
export function sectionBodies(document: ChunkableDocument): SectionBody[] {
  requireOrder('sections', document.sections, document.text.length);
  requireOrder('blocks', document.blocks, document.text.length);
  const boundaries = boundariesOf(document);
  const bodies: SectionBody[] = [];
  let block = 0;
  boundaries.forEach((boundary, i) => {
    const next = boundaries[i + 1];
    const end = next?.start ?? document.text.length;
    while ((document.blocks[block]?.end ?? Infinity) <= boundary.bodyStart) block++;
    const blocks = blocksBetween(document, block, boundary.bodyStart, end);
    if (blocks.length > 0) {
      bodies.push({ path: boundary.path, blocks });
    } else if (next === undefined || next.level <= boundary.level) {
      const heading = trimSpan(document.text, boundary.start, boundary.bodyStart);
      if (heading) bodies.push({ path: boundary.path, blocks: [{ kind: 'heading', ...heading }] });
    }
  });
  return bodies;
}

function requireOrder(name: string, spans: readonly { start: number; end?: number }[], length: number): void {
  let previous = 0;
  for (const { start, end = start } of spans) {
    if (!(start >= previous && end >= start && end <= length)) {
      throw new RangeError(
        `${name} must be in order, apart and inside the text; got ${start}–${end} after ${previous}`,
      );
    }
    previous = end;
  }
}

function boundariesOf({ text, sections, blocks }: ChunkableDocument): Boundary[] {
  const headingEnds = new Map(blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => [start, end]));
  const boundaries: Boundary[] = [{ start: 0, bodyStart: 0, level: 0, path: [] }];
  const open: { heading: string; level: number }[] = [];
  for (const { heading, level, start } of sections) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ heading, level });
    const bodyStart = headingEnds.get(start) ?? (text.startsWith(heading, start) ? start + heading.length : start);
    boundaries.push({ start, bodyStart, level, path: open.map((section) => section.heading) });
  }
  return boundaries;
}

/** The blocks from index `first` on, clipped to [start, end), with what lies between them as paragraphs. */
function blocksBetween(
  { text, blocks }: ChunkableDocument,
  first: number,
  start: number,
  end: number,
): ChunkableBlock[] {
  const found: ChunkableBlock[] = [];
  const add = (kind: ChunkableBlock['kind'], from: number, to: number): void => {
    const span = trimSpan(text, from, to);
    if (span) found.push({ kind, ...span });
  };
  let covered = start;
  for (let i = first; i < blocks.length; i++) {
    const block = blocks[i];
    if (!block || block.start >= end) break;
    const from = Math.max(block.start, start);
    const to = Math.min(block.end, end);
    add('paragraph', covered, from);
    add(block.kind, from, to);
    covered = Math.max(covered, to);
  }
  add('paragraph', covered, end);
  return found;
}
