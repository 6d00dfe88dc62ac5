import { Experiment } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { assignVariant, unitOf } from './assign-variant.js';

const experiment = (name: string, ...shares: number[]): Experiment =>
  Experiment.parse({ name, variants: shares.map((share, index) => ({ name: `v${index}`, share })) });
const session = (id: string) => ({ sessionId: id, principal: null });
const sessions = Array.from({ length: 4_000 }, (_, index) => session(`s-${index}`));

describe('assignVariant', () => {
  it('gives each variant its share, and leaves the rest out', () => {
    const counts = new Map<string, number>();
    for (const keys of sessions) {
      const name = assignVariant(experiment('x', 0.5, 0.2), keys)?.assigned.variant ?? 'none';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, share] of Object.entries({ v0: 0.5, v1: 0.2, none: 0.3 })) {
      // Four standard deviations.
      const margin = 4 * Math.sqrt((share * (1 - share)) / sessions.length);
      expect(Math.abs((counts.get(name) ?? 0) / sessions.length - share)).toBeLessThan(margin);
    }
  });

  it('gives a session the same variant again, whichever key it uses', () => {
    const fifty = experiment('x', 0.5, 0.5);
    for (const keys of sessions.slice(0, 50)) {
      expect(assignVariant(fifty, { ...keys, principal: 'desk' })).toEqual(assignVariant(fifty, keys));
    }
  });

  it('assigns anew in another experiment, independently of the first', () => {
    const same = sessions.filter((keys) => {
      const [one, other] = ['x', 'y'].map((name) => assignVariant(experiment(name, 0.5, 0.5), keys)?.assigned.variant);
      return one === other;
    });
    expect(same.length / sessions.length).toBeGreaterThan(0.45);
    expect(same.length / sessions.length).toBeLessThan(0.55);
  });

  it('moves nobody out of a variant whose share grows at the end', () => {
    for (const keys of sessions.slice(0, 500)) {
      const before = assignVariant(experiment('x', 0.5, 0.1), keys);
      if (before) expect(assignVariant(experiment('x', 0.5, 0.5), keys)).toEqual(before);
    }
  });

  it('takes no part without a session and a key', () => {
    expect(assignVariant(experiment('x', 0.5, 0.5), { sessionId: null, principal: null })).toBeNull();
    expect(unitOf('x', { sessionId: null, principal: null })).toBeNull();
  });

  it('never tells the session or the key', () => {
    const unit = unitOf('x', { sessionId: null, principal: 'desk' });
    expect(unit).toMatch(/^[0-9a-f]{16}$/);
    expect(unitOf('x', session('desk'))).not.toBe(unit);
    expect(unitOf('y', { sessionId: null, principal: 'desk' })).not.toBe(unit);
  });
});

describe('Experiment', () => {
  const variant = (name: string, share: number, overrides: object = {}) => ({ name, share, overrides });

  it.each([
    ['a single variant', [variant('a', 1)]],
    ['shares above 1', [variant('a', 0.6), variant('b', 0.6)]],
    ['a share of 0', [variant('a', 0.5), variant('b', 0)]],
    ['a name twice', [variant('a', 0.5), variant('a', 0.5)]],
    ['an unknown setting', [variant('a', 0.5), variant('b', 0.5, { temperature: 1 })]],
    ['a weight below 0', [variant('a', 0.5), variant('b', 0.5, { vectorWeight: -0.1 })]],
  ])('is not %s', (_, variants) => {
    expect(Experiment.safeParse({ name: 'x', variants }).success).toBe(false);
  });

  it('may have shares in decimals that add up to 1', () => {
    const thirds = ['a', 'b', 'c'].map((name) => variant(name, 1 / 3));
    expect(Experiment.safeParse({ name: 'x', variants: thirds }).success).toBe(true);
    const tenths = Array.from({ length: 10 }, (_, index) => variant(`v${index}`, 0.1));
    expect(Experiment.safeParse({ name: 'x', variants: tenths }).success).toBe(true);
  });
});
