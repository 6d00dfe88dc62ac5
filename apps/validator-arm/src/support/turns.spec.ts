import { describe, expect, it } from '@jest/globals';
import { EvidenceComparison } from '@arbiter/grounding';
import { Turns } from './turns.js';

/** Its steps, and who else had a turn between them. */
async function readBesideOthers(sentences: number, msPerLook: number) {
  let ms = 0;
  let turnsOfOthers = 0;
  let isDone = false;
  const others = (): void => {
    turnsOfOthers += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const text = Array.from({ length: sentences }, (_, n) => `Ship ${n} carries oil.`).join(' ');
  const turns = new Turns(new AbortController().signal, () => (ms += msPerLook));
  const comparison = await turns.through(EvidenceComparison.reading([{ id: 's', text, context: '' }]));
  isDone = true;
  return { read: comparison.evidence.sentences.length, turnsOfOthers };
}

describe('reading long sources', () => {
  it('lets others have a turn whenever its own is over, and misses nothing of the sources', async () => {
    const { read, turnsOfOthers } = await readBesideOthers(1_000, 5);
    expect(read).toBe(1_000);
    expect(turnsOfOthers).toBeGreaterThan(200);
  });

  it('waits for nobody while its turn lasts', async () => {
    expect((await readBesideOthers(1_000, 0)).turnsOfOthers).toBeLessThanOrEqual(1);
  });

  it('ends when nobody waits for it any more', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    let ms = 0;
    const turns = new Turns(gone, () => (ms += 20));
    await expect(
      turns.through(EvidenceComparison.reading([{ id: 's', text: 'A ship.', context: '' }])),
    ).rejects.toThrow('gone');
  });
});
