import { FakeEmbedder } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { benchValidate } from './validate.bench.js';
import { ReadingLibrary } from './validate/reading-matter.js';

describe('benchValidate', () => {
  it('counts milliseconds by the clock that it is given', async () => {
    let now = 0;
    const clock = { now: () => 0, monotonic: () => (now += 500) };
    const embedder = new FakeEmbedder();
    const { figures } = await benchValidate({
      claims: 1,
      sources: 1,
      rounds: 1,
      grid: { claims: [], sources: [] },
      embedder,
      clock,
    });
    expect(figures).toMatchObject({ verbatimP50Ms: 500, rewordedP95Ms: 500 });
  });
});

describe('ReadingLibrary', () => {
  it('makes verbatim answers of sentences that the sources hold, and reworded ones of none', async () => {
    const library = await ReadingLibrary.open();
    const holds = (shape: 'verbatim' | 'reworded') => {
      const { answer, sources } = library.matter(7, shape, 4, 2);
      return sources.some(({ content }) => content.includes(answer.slice(0, 40)));
    };
    expect(holds('verbatim')).toBe(true);
    expect(holds('reworded')).toBe(false);
  });

  it('cuts other sources for another seed, and the same for the same one', async () => {
    const library = await ReadingLibrary.open();
    const contentOf = (seed: number) => library.matter(seed, 'mixed', 1, 5).sources.map(({ content }) => content);
    expect(contentOf(1)).toEqual(contentOf(1));
    const seen = Array.from({ length: 200 }, (_, seed) => contentOf(seed)).flat();
    expect(new Set(seen).size).toBe(seen.length);
  });
});
