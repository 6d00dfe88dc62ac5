import { describe, expect, it } from '@jest/globals';
import type { Steps } from '@arbiter/text';
import { Turns } from './turns.js';

const STEPS = 1_000;

function* counting(): Steps<number> {
  let counted = 0;
  for (; counted < STEPS; counted += 1) yield;
  return counted;
}

/** Its result, and how often others had a turn meanwhile. @param msPerLook how far the clock goes on with each look at it */
async function countBesideOthers(msPerLook: number) {
  let ms = 0;
  let turnsOfOthers = 0;
  let isDone = false;
  const others = (): void => {
    turnsOfOthers += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const counted = await new Turns(new AbortController().signal, () => (ms += msPerLook)).through(counting());
  isDone = true;
  return { counted, turnsOfOthers };
}

describe('work in turns', () => {
  it('lets others have a turn whenever its own is over, and comes to its end', async () => {
    const { counted, turnsOfOthers } = await countBesideOthers(5);
    expect(counted).toBe(STEPS);
    expect(turnsOfOthers).toBeGreaterThan(STEPS / 5);
  });

  it('waits for nobody while its turn lasts', async () => {
    expect((await countBesideOthers(0)).turnsOfOthers).toBeLessThanOrEqual(1);
  });

  it('ends when nobody waits for it any more', async () => {
    let ms = 0;
    const turns = new Turns(AbortSignal.abort(new Error('gone')), () => (ms += 20));
    await expect(turns.through(counting())).rejects.toThrow('gone');
  });
});
