import type { EmbeddedChunk } from '@arbiter/ports';
import { embeddedChunkOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { pointBatchesOf, pointIdOf } from './chunk-points.js';

const chunks = (count: number, fields: Partial<EmbeddedChunk> = {}): EmbeddedChunk[] =>
  Array.from({ length: count }, (_, i) => ({ ...embeddedChunkOf({ id: `d#${i}`, text: 'x' }, [1, 0]), ...fields }));

describe('pointBatchesOf', () => {
  it('keeps all chunks, in order, at most 500 at a time', () => {
    const all = chunks(1_203);
    const batches = [...pointBatchesOf(all, 1)];
    expect(batches.map(({ length }) => length)).toEqual([500, 500, 203]);
    expect(batches.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => pointIdOf(id, 1)));
    expect([...pointBatchesOf([], 1)]).toEqual([]);
  });

  it.each<[string, Partial<EmbeddedChunk>]>([
    ['long texts', { text: 'a long passage '.repeat(2_000) }],
    ['long vectors', { vector: Float32Array.from({ length: 3_072 }, (_, i) => Math.sin(i) / 40) }],
    ['many facts', { metadata: { numbers: Array.from({ length: 300 }, (_, i) => i + 0.5) } }],
  ])('keeps requests with %s below 8 MB', (_, fields) => {
    const batches = [...pointBatchesOf(chunks(400, fields), 1)];
    expect(batches.length).toBeGreaterThan(1);
    const sizes = batches.map((batch) => JSON.stringify(batch).length);
    expect(Math.max(...sizes)).toBeLessThan(8_000_000);
  });

  it('sends a chunk alone that is larger than a batch', () => {
    const [small] = chunks(1);
    const large = { ...chunks(1)[0]!, text: 'x'.repeat(5_000_000) };
    expect([...pointBatchesOf([small!, large, small!], 1)].map(({ length }) => length)).toEqual([1, 1, 1]);
  });
});
