import { describe, expect, it } from '@jest/globals';
import { FakeEmbedder } from '@arbiter/ports/testing';
import { fitTokenProjection } from './fit-token-projection.js';

const signal = new AbortController().signal;

describe('fitTokenProjection', () => {
  it('keeps the directions of the commonest content words, and says what share of all they are', async () => {
    const embedder = new FakeEmbedder({ tokenDimensions: 64 });
    const passages = ['storm storm storm the', 'storm lantern lantern of', 'bread the'];
    const { axes, tokens, explainedVariance } = await fitTokenProjection(embedder, passages, { dimensions: 2, signal });
    expect(tokens).toBe(7);
    expect(explainedVariance).toBeCloseTo(6 / 7, 9);
    const [common] = await embedder.embedWithTokens(['storm'], { kind: 'document', signal });
    expect([...axes.subarray(0, 64)].map(Math.round)).toEqual([...common!.tokens.values].map((value) => value / 127));
  });

  it.each([
    [{ tokenDimensions: null }, ['storm'], 2],
    [{ tokenDimensions: 8 }, ['storm'], 9],
    [{ tokenDimensions: 8 }, [], 2],
  ])('refuses an embedder with %j and passages %j for %d axes', async (options, passages, dimensions) => {
    await expect(fitTokenProjection(new FakeEmbedder(options), passages, { dimensions, signal })).rejects.toThrow(
      RangeError,
    );
  });
});
