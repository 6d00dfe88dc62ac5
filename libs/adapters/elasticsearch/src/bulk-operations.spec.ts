import { analysedChunkOf, documentsOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { bulkBatches, withRemovals, writeOperations } from './bulk-writer.js';

const operations = ['a', 'b', 'c', 'd', 'e'].map((id) =>
  writeOperations(documentsOf(analysedChunkOf({ id: `${id}#0`, text: id === 'c' ? 'x'.repeat(5_000) : 'é' }))[0]!),
);
const batches = (maxBytes: number, maxDocuments = 100): string[] =>
  [...bulkBatches(operations, { maxBytes, maxDocuments })].map((batch) =>
    batch.map(({ documentId }) => documentId).join(''),
  );

describe('bulkBatches', () => {
  it('holds as many whole documents, in order, as fit', () => {
    expect(batches(1_000_000)).toEqual(['abcde']);
    expect(batches(2_000)).toEqual(['ab', 'c', 'de']);
    expect(batches(1_000_000, 2)).toEqual(['ab', 'cd', 'e']);
  });

  it('gives a document that is too large a batch of its own', () => {
    expect(batches(1)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('the operations on a document', () => {
  it('count the bytes and the items that the server sees', () => {
    const all = withRemovals(operations[0]!, [{ documentId: 'a', chunkId: 'a#1' }]);
    expect(all.items).toBe(2);
    expect(all.bytes).toBe(Buffer.byteLength(all.lines.map((line) => `${line}\n`).join('')));
  });
});
