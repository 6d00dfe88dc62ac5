import { describe, expect, it } from '@jest/globals';
import { analysedChunkOf } from '@arbiter/ports/testing';
import { chunkOfRecord, indexTerm, recordKey, recordOf, routingOf, type ChunkRecord } from './chunk-record.js';

describe('a record', () => {
  it('is small enough to name whatever the chunk is called', () => {
    const [document, chunk] = ['d'.repeat(9_000), ''];
    for (const key of [recordKey(document, chunk), routingOf(document), routingOf('')])
      expect(key).toMatch(/^[\w-]{43}$/);
    expect(recordKey('a', 'b,c')).not.toBe(recordKey('a,b', 'c'));
  });

  it('leads back to the chunk, through JSON', () => {
    const { terms, ...chunk } = analysedChunkOf({
      id: 'a#0',
      text: 'A\u0000lantern\r\n',
      section: ['x', ''],
      page: 2,
      metadata: { large: 1e300, small: 0.1, __proto__x: null, 'a.b': [{}] },
    });
    const stored = JSON.stringify(recordOf({ ...chunk, terms }));
    expect(chunkOfRecord(JSON.parse(stored) as ChunkRecord)).toEqual(chunk);
  });
});

describe('indexTerm', () => {
  it.each(['lantern', '船', 'x'.repeat(255), '"\\*'])('leaves %j as it is', (term) => {
    expect(indexTerm(term)).toBe(term);
  });

  it.each(['x'.repeat(256), 'a b', 'a\u001cb', '', 'a\u3000b'])('hashes what the tokenizer would cut: %j', (term) => {
    expect(indexTerm(term)).toMatch(/^sha256:[\w-]{43}$/);
  });
});
