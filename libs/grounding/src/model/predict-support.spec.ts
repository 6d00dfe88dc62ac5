import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FEATURE_SIGNS } from '../features/support-features.js';
import { predictSupport, supportThreshold, type SupportModel } from './predict-support.js';
import { SUPPORT_MODELS } from './support-model.js';

describe.each(Object.entries(SUPPORT_MODELS))('the shipped model, %s', (_, model: SupportModel) => {
  const names = model.features.map(({ name }) => name);
  const values = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.double({ min: 0, max: 12, noNaN: true })])),
  );

  it('gives probabilities', () => {
    fc.assert(
      fc.property(values, (features) => {
        const probability = predictSupport(model, features);
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThan(1);
      }),
    );
  });

  it('never thinks less of a claim for a similarity, nor more for a mismatch', () => {
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(...names),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (features, name, more) => {
          const before = predictSupport(model, features);
          const after = predictSupport(model, { ...features, [name]: (features[name] ?? 0) + more });
          const sign = FEATURE_SIGNS[name as keyof typeof FEATURE_SIGNS];
          expect(sign * (after - before)).toBeGreaterThanOrEqual(-1e-12);
        },
      ),
    );
  });

  it('has a threshold that evidence can pass and fail', () => {
    expect(supportThreshold(model)).toBeGreaterThan(0.2);
    expect(supportThreshold(model)).toBeLessThan(0.8);
  });
});

describe('the sets of the shipped model', () => {
  it('are named with licence and hash', () => {
    const sets = JSON.parse(readFileSync(new URL('support-model.sets.json', import.meta.url), 'utf8')) as {
      readonly sha256: string;
      readonly origin: string;
      readonly used: number;
      readonly available: number;
    }[];
    expect(sets.length).toBeGreaterThan(0);
    for (const { sha256, origin, used, available } of sets) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(origin.length).toBeGreaterThan(5);
      expect(used).toBeLessThanOrEqual(available);
    }
  });
});
