import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, Embedder, ParsedBlock, ParsedDocument, ParsedUtterance, StoredLayout } from '@arbiter/ports';
import { chunkDocument } from '@arbiter/text';
import { chunkIdOf } from '../library/document-identity.js';

/** Tokens of the embedding model a chunk aims at and may not pass; title and heading must still fit beside it. */
const TARGET_TOKENS = 160;
const MAX_TOKENS = 208;
const OVERLAP_TOKENS = 24;
const BLOCK = /([PHLTCQ])([0-9a-z]+)\.([0-9a-z]+)/g;
const RADIX = 36;

/**
 * UTF-16 units up to which a layout is kept: some 80,000 blocks, or a speech of days. What is longer would make the list of
 * documents slow, and not fit into a message of a broker.
 */
const MAX_LAYOUT_LENGTH = 512 * 1_024;

/** What of a document decides its chunks. */
interface CuttableDocument extends Pick<ParsedDocument, 'text' | 'sections' | 'pages' | 'blocks' | 'metadata'> {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly utterances?: ParsedDocument['utterances'] | undefined;
}

/** The chunks of a document, in their order. @throws RangeError as `chunkDocument` does */
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
  const { id, title, source, metadata, utterances } = document;
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
    metadata: { ...metadata, ...speechIn(utterances, start, end) },
  }));
}

/** A letter of the short form for each kind of block; large ones, which are no digits of a number to base 36. */
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
 * What has to be kept of a document to cut it anew without its source.
 *
 * @returns undefined where it would be too long to be kept
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
 * Blocks as one short string: kind, distance from the end of the one before, and length, the numbers to base 36.
 *
 * @param blocks in document order, not overlapping
 */
export function encodeBlocks(blocks: readonly ParsedBlock[]): string {
  let before = 0;
  return blocks
    .map(({ kind, start, end }) => {
      const distance = start - before;
      before = end;
      return `${LETTERS[kind]}${distance.toString(RADIX)}.${(end - start).toString(RADIX)}`;
    })
    .join('');
}

/** @throws ArbiterError CONFLICT for a string that `encodeBlocks` did not make */
export function decodeBlocks(encoded: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  let [before, read] = [0, 0];
  for (const [whole, letter = '', distance = '', length = ''] of encoded.matchAll(BLOCK)) {
    const kind = KINDS.get(letter);
    if (!kind) break;
    const start = before + Number.parseInt(distance, RADIX);
    before = start + Number.parseInt(length, RADIX);
    blocks.push({ kind, start, end: before });
    read += whole.length;
  }
  if (read === encoded.length) return blocks;
  throw new ArbiterError('CONFLICT', 'The layout that is stored with the document is damaged.');
}

/**
 * Who speaks between two offsets and when, as metadata of a passage: `speakers` in the order in which they begin, `time_start`
 * and `time_end` in seconds from the beginning of the recording. Empty where nobody speaks there, or no format says it.
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

function firstEndingAfter(utterances: readonly ParsedUtterance[], offset: number): number {
  let [low, high] = [0, utterances.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((utterances[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
