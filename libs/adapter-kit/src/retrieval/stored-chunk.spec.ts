import { describe, expect, it } from '@jest/globals';
import { analysedChunkOf } from '@arbiter/ports/testing';
import { chunkOfStored, StoredChunk, storedChunkOf } from './chunk-index.js';

const analysed = analysedChunkOf({
  id: 'a#0',
  text: 'A\u0000lantern\r\n',
  section: ['x', ''],
  page: null,
  metadata: { large: 1e300, small: 0.1, __proto__x: null, 'a.b': [{}] },
});
const { terms: _, ...chunk } = analysed;

describe('a stored chunk', () => {
  it('leads back to the chunk, through JSON and without what only the index needs', () => {
    const stored = StoredChunk.parse(JSON.parse(JSON.stringify(storedChunkOf(analysed))));
    expect(chunkOfStored(chunk, stored)).toEqual(chunk);
  });

  it('has no page where the store has left it out', () => {
    const { page, ...stored } = storedChunkOf(chunk);
    expect(page).toBeNull();
    expect(chunkOfStored(chunk, stored)).toEqual(chunk);
  });

  it('is refused when a field is missing', () => {
    const { start, ...stored } = storedChunkOf(chunk);
    expect(StoredChunk.safeParse({ ...stored, begin: start }).success).toBe(false);
  });
});
