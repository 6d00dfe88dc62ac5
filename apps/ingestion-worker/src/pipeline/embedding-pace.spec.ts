import type { Chunk } from '@arbiter/ports';
import { FakeEmbedder, ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ChunkEmbedder, EmbeddingPace } from './chunk-embedder.js';

const TEXT = 'x'.repeat(10_000);

/** Lets this many milliseconds pass. */
function after(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  return Promise.resolve();
}

describe('the pace of the embedder', () => {
  it('is not told before enough has been seen', async () => {
    const clock = new ManualClock();
    const sut = new EmbeddingPace(clock);
    await sut.observe(['short'], () => after(clock, 1_000));
    expect(sut.charactersPerSecond).toBeNull();
  });

  it('is what was read in the time that it was at work, pauses left out', async () => {
    const clock = new ManualClock();
    const sut = new EmbeddingPace(clock);
    for (const _ of [1, 2]) {
      await sut.observe([TEXT], () => after(clock, 500));
      clock.advance(60_000);
    }
    expect(sut.charactersPerSecond).toBe(20_000);
  });

  it('counts time once that two calls share', async () => {
    const clock = new ManualClock();
    const sut = new EmbeddingPace(clock);
    const ends: (() => void)[] = [];
    const call = (): Promise<void> => sut.observe([TEXT], () => new Promise((resolve) => ends.push(resolve)));
    const calls = [call(), call()];
    for (const [index, end] of ends.entries()) {
      clock.advance(1_000);
      end();
      await calls[index];
    }
    expect(sut.charactersPerSecond).toBe(10_000);
  });

  it('follows a machine that becomes slower', async () => {
    const clock = new ManualClock();
    const sut = new EmbeddingPace(clock);
    for (let call = 0; call < 60; call += 1) {
      await sut.observe([TEXT], () => after(clock, call < 30 ? 100 : 1_000));
    }
    expect(sut.charactersPerSecond).toBe(10_000);
  });
});

it('lets other jobs have their turns within a long document', async () => {
  const chunks = Array.from({ length: 600 }, (_, at): Chunk => ({
    id: `c-${at}`,
    documentId: 'd',
    ordinal: at,
    text: `lamp ${at}`,
    start: 0,
    end: 8,
    title: 'Lamps',
    source: 'lamps.md',
    section: [],
    page: null,
    metadata: {},
  }));
  const embedder = new FakeEmbedder();
  const sut = new ChunkEmbedder(embedder, null, () => undefined, new EmbeddingPace(new ManualClock()));
  let turns = 0;
  const turn = () => {
    turns += 1;
    return Promise.resolve();
  };
  await sut.embed([{ documentId: 'd', chunks }], { turn, signal: new AbortController().signal });
  expect(turns).toBe(3);
});
