import { ArbiterError } from '@arbiter/contracts';
import type { ParsedBlock, ParsedDocument, StoredLayout } from '@arbiter/ports';

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
const BLOCK = /([PHLTCQ])([0-9a-z]+)\.([0-9a-z]+)/g;
const RADIX = 36;

/**
 * UTF-16 units up to which a layout is kept: some 80,000 blocks, or a speech of days. What is longer would make the list of
 * documents slow, and not fit into a message of a broker.
 */
const MAX_LAYOUT_LENGTH = 512 * 1_024;

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
