import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { EmbeddingPace } from './chunk-embedder.js';

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
