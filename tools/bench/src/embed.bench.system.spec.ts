import { FakeEmbedder } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { benchEmbed } from './embed.bench.js';
import { writeEnglish } from './write-english.js';

const SMALL = { rounds: 2, chunksPerRound: 2, queries: 3, queriesAmongDocuments: 2 };

describe('benchEmbed', () => {
  it('measures chunks of about 200 tokens of the model that is shipped', async () => {
    const { figures, versions } = await benchEmbed(SMALL);
    expect(figures.tokensPerChunk).toBeGreaterThan(185);
    expect(figures.tokensPerChunk).toBeLessThan(225);
    expect(figures.chunksPerSecond).toBeGreaterThan(0);
    expect(figures.queryP95Ms).toBeGreaterThanOrEqual(figures.queryP50Ms!);
    expect(versions['onnxruntime-node']).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('counts chunks over the time that the clock says', async () => {
    let now = 0;
    const clock = { now: () => 0, monotonic: () => (now += 500) };
    const { figures } = await benchEmbed({ ...SMALL, embedder: new FakeEmbedder(), clock });
    expect(figures).toMatchObject({ chunksPerSecond: 4, queryP50Ms: 500, warmUpMs: 500 });
  });

  it('closes the embedder, also when it fails', async () => {
    const embedder = new FakeEmbedder();
    await expect(benchEmbed({ ...SMALL, embedder, signal: AbortSignal.abort() })).rejects.toThrow();
    await expect(embedder.countTokens([''])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('writeEnglish', () => {
  it('writes as many words as it is told, in sentences', () => {
    const text = writeEnglish(100, 1);
    expect(text.split(' ')).toHaveLength(100);
    expect(text).toMatch(/\.$/);
  });

  it('writes the same for the same seed, and something else for another', () => {
    expect(writeEnglish(50, 3)).toBe(writeEnglish(50, 3));
    expect(writeEnglish(50, 3)).not.toBe(writeEnglish(50, 4));
  });
});
