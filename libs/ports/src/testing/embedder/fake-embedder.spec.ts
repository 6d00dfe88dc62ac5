import { describe, expect, it } from '@jest/globals';
import { describeEmbedder } from './embedder.suite.js';
import { FakeEmbedder } from './fake-embedder.js';

describeEmbedder('FakeEmbedder', () => new FakeEmbedder());
describeEmbedder('FakeEmbedder without vectors of pieces', () => new FakeEmbedder({ canEncode: false }));

describe('FakeEmbedder', () => {
  it('has as many dimensions as it is told', async () => {
    const sut = new FakeEmbedder({ dimensions: 8, model: 'eight' });
    const [vector] = await sut.embed(['storm'], { kind: 'query', signal: new AbortController().signal });
    expect(vector).toHaveLength(8);
    expect(sut.model).toBe('eight');
  });

  it('counts a repeated word more than a single one', async () => {
    const sut = new FakeEmbedder();
    const [twice] = await sut.embed(['storm storm lantern'], {
      kind: 'document',
      signal: new AbortController().signal,
    });
    expect([...twice!].filter((number) => number > 0).sort()).toEqual([
      expect.closeTo(1 / Math.sqrt(5), 6),
      expect.closeTo(2 / Math.sqrt(5), 6),
    ]);
  });
});
