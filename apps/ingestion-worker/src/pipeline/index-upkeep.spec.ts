import { ManualClock } from '@arbiter/ports/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IndexUpkeep } from './index-upkeep.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function upkeepOf(tend: (collection: string, clock: ManualClock, signal: AbortSignal) => Promise<void>) {
  const clock = new ManualClock();
  const tended: string[] = [];
  const failures: string[] = [];
  const sut = new IndexUpkeep({
    clock,
    tend: async (collection, { erase }, signal) => {
      tended.push(erase ? `${collection} erased` : collection);
      await tend(collection, clock, signal);
    },
    onFailure: (collection) => failures.push(collection),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await jest.advanceTimersByTimeAsync(ms);
  };
  return { sut, tended, failures, pass };
}

const nothing = (): Promise<void> => Promise.resolve();

function twelveSeconds(_: string, clock: ManualClock): Promise<void> {
  clock.advance(12 * SECOND);
  return Promise.resolve();
}

describe('IndexUpkeep', () => {
  it('looks after a collection a minute after the first change, once for all that come until then', async () => {
    const { sut, tended, pass } = upkeepOf(nothing);
    for (let change = 0; change < 11; change += 1) {
      sut.soon('a', { erase: false });
      await pass(5 * SECOND);
    }
    expect(tended).toEqual([]);
    sut.soon('b', { erase: false });
    await pass(5 * SECOND);
    expect(tended).toEqual(['a']);
    await pass(MINUTE);
    expect(tended).toEqual(['a', 'b']);
  });

  it('erases when any of the changes replaced something', async () => {
    const { sut, tended, pass } = upkeepOf(nothing);
    sut.soon('a', { erase: true });
    sut.soon('a', { erase: false });
    await pass(MINUTE);
    sut.soon('a', { erase: false });
    await pass(MINUTE);
    expect(tended).toEqual(['a erased', 'a']);
  });

  it('waits fifty times as long as the last took, up to an hour', async () => {
    const { sut, tended, pass } = upkeepOf(twelveSeconds);
    sut.soon('a', { erase: false });
    await pass(MINUTE);
    sut.soon('a', { erase: false });
    await pass(599 * SECOND);
    expect(tended).toHaveLength(1);
    await pass(SECOND);
    expect(tended).toHaveLength(2);
  });

  it('erases what was deleted by name in the time that was promised, whatever the last took', async () => {
    const { sut, tended, pass } = upkeepOf(twelveSeconds);
    sut.soon('a', { erase: false });
    await pass(MINUTE);
    sut.soon('a', { erase: false });
    sut.soon('a', { erase: true, withinMs: SECOND });
    await pass(SECOND);
    expect(tended).toEqual(['a', 'a erased']);
  });

  it('looks after one collection after the other, also after one that failed', async () => {
    let running = 0;
    let most = 0;
    const { sut, tended, failures, pass } = upkeepOf(async (collection) => {
      most = Math.max(most, ++running);
      await nothing();
      running -= 1;
      if (collection === 'a') throw new Error('full');
    });
    sut.soon('a', { erase: true });
    sut.soon('b', { erase: true });
    await pass(MINUTE);
    await sut.close();
    expect({ tended, failures, most }).toEqual({ tended: ['a erased', 'b erased'], failures: ['a'], most: 1 });
  });

  it('begins nothing once it is closed, and ends what is under way', async () => {
    const { sut, tended, failures, pass } = upkeepOf(
      (_, _clock, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    sut.soon('a', { erase: true });
    await pass(30 * SECOND);
    sut.soon('b', { erase: true });
    await pass(30 * SECOND);
    await sut.close();
    sut.soon('c', { erase: true });
    await pass(5 * MINUTE);
    expect({ tended, failures }).toEqual({ tended: ['a erased'], failures: ['a'] });
  });
});
