import type { ParsedBlock } from '@arbiter/ports';
import { seededRandom } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { decodeBlocks, encodeBlocks, layoutOf } from './cut-document.js';

const KINDS: readonly ParsedBlock['kind'][] = ['paragraph', 'heading', 'list_item', 'table_row', 'code', 'quote'];

function randomBlocks(count: number): ParsedBlock[] {
  const random = seededRandom(11);
  let end = 0;
  return Array.from({ length: count }, (_, index) => {
    const start = end + Math.floor(random() * 3);
    end = start + 1 + Math.floor(random() * 5_000);
    return { kind: KINDS[index % KINDS.length]!, start, end, ...(index % 7 === 0 && { runIn: end - start }) };
  });
}

describe('the layout of a document', () => {
  it('gives back every block as it was, in some bytes each', () => {
    const blocks = randomBlocks(2_000);
    const encoded = encodeBlocks(blocks);
    expect(decodeBlocks(encoded)).toEqual(blocks);
    expect(encoded.length / blocks.length).toBeLessThan(8);
    expect(decodeBlocks(encodeBlocks([]))).toEqual([]);
  });

  it.each(['H0.5!', 'P1', 'h0.5', 'P0.5 Q1.2'])('refuses what it did not write: %s', (damaged) => {
    expect(() => decodeBlocks(damaged)).toThrow('damaged');
  });

  it('is not kept where it would be longer than half a mebibyte', () => {
    expect(layoutOf({ blocks: randomBlocks(2_000) })).toBeDefined();
    expect(layoutOf({ blocks: randomBlocks(120_000) })).toBeUndefined();
    const utterance = { start: 0, end: 9, speaker: 'x'.repeat(600_000), from: null, to: null };
    expect(layoutOf({ blocks: [], utterances: [utterance] })).toBeUndefined();
  });
});
