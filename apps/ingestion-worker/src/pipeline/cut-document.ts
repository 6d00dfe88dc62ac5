import { ArbiterError, MACHINE_MADE, pageBreaksIn, RUN_IN_HEADINGS } from '@arbiter/contracts';
import type { Chunk, Embedder, ParsedBlock, ParsedDocument, ParsedUtterance, StoredLayout } from '@arbiter/ports';
import { chunkDocument } from '@arbiter/text';
import { chunkIdOf } from '../library/document-identity.js';
import { recogniseMachineMade } from '../parse/machine-made/recognise-machine-made.js';

/** Size of a chunk in tokens of the embedding model: target, and most. Title and heading must still fit beside it. */
const TARGET_TOKENS = 160;
const MAX_TOKENS = 208;
const OVERLAP_TOKENS = 24;
const BLOCK = /([PHLTCQ])([0-9a-z]+)\.([0-9a-z]+)(?:\.([0-9a-z]+))?/g;
const RADIX = 36;

/**
 * Longest layout that is stored, in UTF-16 units: some 80,000 blocks, or a recording of several days. Longer layouts would slow
 * the list of documents and not fit into a broker's message.
 */
const MAX_LAYOUT_LENGTH = 512 * 1_024;

/** The fields of a document that determine its chunks. */
interface CuttableDocument extends Pick<ParsedDocument, 'text' | 'sections' | 'pages' | 'blocks' | 'metadata'> {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly utterances?: ParsedDocument['utterances'] | undefined;
}

/** The chunks of a document, in order. @throws RangeError as `chunkDocument` does */
export async function cutDocument(
  document: CuttableDocument,
  embedder: Pick<Embedder, 'countTokens'>,
): Promise<Chunk[]> {
  const pieces = await chunkDocument(document, {
    targetTokens: TARGET_TOKENS,
    maxTokens: MAX_TOKENS,
    overlapTokens: OVERLAP_TOKENS,
    countTokens: (texts) => embedder.countTokens(texts),
  });
  const { id, title, source, metadata, pages, utterances, blocks } = document;
  const headings = blocks.flatMap(({ start, runIn }) => (runIn === undefined ? [] : [{ start, end: start + runIn }]));
  const pasted = MACHINE_MADE in metadata ? [] : machineMadeBlocks(document);
  return pieces.map(({ ordinal, start, end, text, section, page }) => ({
    id: chunkIdOf(id, ordinal),
    documentId: id,
    ordinal,
    text,
    start,
    end,
    title,
    source,
    section,
    page,
    metadata: {
      ...metadata,
      ...machineMadeIn(pasted, start, end),
      ...speechIn(utterances, start, end),
      ...pageBreaksIn(pages, { start, end }),
      ...headingsIn(headings, start, end),
    },
  }));
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The run-in headings that lie wholly between two offsets, as metadata of a passage; empty if there are none. */
function headingsIn(headings: readonly Extent[], start: number, end: number): Record<string, unknown> {
  const inside: Extent[] = [];
  for (let index = firstEndingAfter(headings, start); index < headings.length; index++) {
    const heading = headings[index];
    if (!heading || heading.end > end) break;
    if (heading.start >= start) inside.push(heading);
  }
  return inside.length > 0 ? { [RUN_IN_HEADINGS]: inside } : {};
}

interface MachineMadeBlock {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** The blocks of code in a text of people that hold a log, a lock file or the like. */
function machineMadeBlocks({ text, blocks }: Pick<CuttableDocument, 'text' | 'blocks'>): readonly MachineMadeBlock[] {
  return blocks.flatMap(({ kind: block, start, end }) => {
    const kind = block === 'code' ? recogniseMachineMade(text.slice(start, end), '') : null;
    return kind === null ? [] : [{ start, end, kind }];
  });
}

/** The mark of a passage that lies mostly within one of the blocks. */
function machineMadeIn(blocks: readonly MachineMadeBlock[], start: number, end: number): Record<string, unknown> {
  const inside = (block: MachineMadeBlock): number => Math.min(block.end, end) - Math.max(block.start, start);
  const block = blocks.find((one) => inside(one) * 2 > end - start);
  return block ? { [MACHINE_MADE]: block.kind } : {};
}

/** One letter for each kind of block. Capitals, because digits to base 36 are lower case. */
const LETTERS = {
  paragraph: 'P',
  heading: 'H',
  list_item: 'L',
  table_row: 'T',
  code: 'C',
  quote: 'Q',
} as const satisfies Record<ParsedBlock['kind'], string>;
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter as string, kind as ParsedBlock['kind']]));

/**
 * The layout that is needed to cut a document again without its source.
 *
 * @returns undefined if the layout is too long to be stored
 */
export function layoutOf({
  blocks,
  utterances,
}: Pick<ParsedDocument, 'blocks' | 'utterances'>): StoredLayout | undefined {
  const layout: StoredLayout = { blocks: encodeBlocks(blocks), ...(utterances && { utterances }) };
  const length = layout.blocks.length + (utterances ? JSON.stringify(utterances).length : 0);
  return length <= MAX_LAYOUT_LENGTH ? layout : undefined;
}

/**
 * Blocks as one short string: kind, distance from the end of the previous block, length, and that of a run-in heading if there is
 * one. Numbers are to base 36.
 *
 * @param blocks in document order, not overlapping
 */
export function encodeBlocks(blocks: readonly ParsedBlock[]): string {
  let before = 0;
  return blocks
    .map(({ kind, start, end, runIn }) => {
      const distance = start - before;
      before = end;
      const heading = runIn === undefined ? '' : `.${runIn.toString(RADIX)}`;
      return `${LETTERS[kind]}${distance.toString(RADIX)}.${(end - start).toString(RADIX)}${heading}`;
    })
    .join('');
}

/** @throws ArbiterError CONFLICT for a string that `encodeBlocks` did not write */
export function decodeBlocks(encoded: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  let [before, read] = [0, 0];
  for (const [whole, letter = '', distance = '', length = '', heading] of encoded.matchAll(BLOCK)) {
    const kind = KINDS.get(letter);
    if (!kind) break;
    const start = before + Number.parseInt(distance, RADIX);
    before = start + Number.parseInt(length, RADIX);
    const runIn = heading === undefined ? {} : { runIn: Number.parseInt(heading, RADIX) };
    blocks.push({ kind, start, end: before, ...runIn });
    read += whole.length;
  }
  if (read === encoded.length) return blocks;
  throw new ArbiterError('CONFLICT', 'The layout that is stored with the document is damaged.');
}

/**
 * Speakers and time of the text between two offsets, as metadata of a passage. `speakers` are in the order in which they begin;
 * `time_start` and `time_end` are in seconds from the beginning of the recording. Empty if the span has no utterances.
 *
 * @param utterances in document order, not overlapping
 */
export function speechIn(
  utterances: readonly ParsedUtterance[] | undefined,
  start: number,
  end: number,
): Readonly<Record<string, unknown>> {
  if (!utterances || utterances.length === 0) return {};
  const spoken: ParsedUtterance[] = [];
  for (let index = firstEndingAfter(utterances, start); index < utterances.length; index++) {
    const utterance = utterances[index];
    if (!utterance || utterance.start >= end) break;
    spoken.push(utterance);
  }
  const speakers = [...new Set(spoken.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
  const from = spoken.find((utterance) => utterance.from !== null)?.from;
  const to = spoken.findLast((utterance) => utterance.to !== null)?.to;
  return {
    ...(speakers.length > 0 && { speakers }),
    ...(from != null && { time_start: from }),
    ...(to != null && { time_end: to }),
  };
}

function firstEndingAfter(extents: readonly Pick<Extent, 'end'>[], offset: number): number {
  let [low, high] = [0, extents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((extents[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
