import { FakeEmbedder } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '../../test/claim-support.js';
import { ReadSources } from '../support/read-sources.js';
import { sourceSimilarity } from './relevance-check.js';

const NEVER = new AbortController().signal;
const QUERY = 'Which oil does the lamp burn?';
const LAMP = sourceOf('lamp', 'The lamp burns whale oil. It was lit in 341.');
const SHIP = sourceOf('ship', 'The Grey Heron carries salted herring to Ostreach.');

function long(id: string) {
  return sourceOf(id, Array.from({ length: 400 }, (_, hut) => `The keeper ${id} of hut ${hut} saw a ship.`).join(' '));
}

describe('sourceSimilarity', () => {
  it('is higher for the source that speaks of the question', async () => {
    const read = ReadSources.of([LAMP, SHIP], new FakeEmbedder());
    const cosines = await sourceSimilarity(QUERY, [], read, NEVER);
    expect([...cosines.keys()]).toEqual(['lamp', 'ship']);
    expect(cosines.get('lamp')).toBeGreaterThan(cosines.get('ship') ?? 1);
    for (const cosine of cosines.values()) expect(Math.abs(cosine)).toBeLessThanOrEqual(1 + 1e-6);
  });

  it('says the same with an embedder that gives vectors of whole texts only', async () => {
    const [all, whole] = await Promise.all(
      [true, false].map((canEncode) =>
        sourceSimilarity(QUERY, [], ReadSources.of([LAMP, SHIP], new FakeEmbedder({ canEncode })), NEVER),
      ),
    );
    expect(whole?.get('lamp')).toBeCloseTo(all?.get('lamp') ?? 2, 6);
  });

  it('reads what stands under one id once, however many sources have it', async () => {
    const embedder = new FakeEmbedder();
    const read = ReadSources.of(
      Array.from({ length: 30 }, () => long('one')),
      embedder,
    );
    await read.encode(
      read.comparison.windows.all.map(({ text }) => text),
      NEVER,
    );
    let looks = 0;
    const encodingOf = read.encodingOf.bind(read);
    read.encodingOf = (text) => {
      looks += 1;
      return encodingOf(text);
    };
    await sourceSimilarity(QUERY, [], read, NEVER);
    expect(looks).toBe(read.comparison.windows.all.length);
  });

  it('reads a bounded part of many long sources, those that the answer rests on first', async () => {
    const sources = Array.from({ length: 30 }, (_, index) => long(`k${index}`));
    const read = ReadSources.of(sources, new FakeEmbedder());
    const cosines = await sourceSimilarity(QUERY, sources.slice(20, 21), read, NEVER);
    expect(cosines.size).toBeLessThan(10);
    expect([...cosines.keys()][0]).toBe('k20');
  });

  it('reads nothing where there are no sources, or they say nothing', async () => {
    expect((await sourceSimilarity(QUERY, [], ReadSources.of([], new FakeEmbedder()), NEVER)).size).toBe(0);
    const blank = ReadSources.of([sourceOf('blank', ' \n ')], new FakeEmbedder());
    expect((await sourceSimilarity(QUERY, [], blank, NEVER)).size).toBe(0);
  });

  it('reads the beginning of a question that is longer than any embedder reads', async () => {
    const endless = `${QUERY} `.repeat(10_000);
    const cosines = await sourceSimilarity(endless, [], ReadSources.of([LAMP], new FakeEmbedder()), NEVER);
    expect(Number.isFinite(cosines.get('lamp'))).toBe(true);
  });
});
