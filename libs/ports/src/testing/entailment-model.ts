import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntailmentModel, EntailmentPair } from '../pair-models.js';
import { UNUSUAL_TEXTS } from './embedder/embedder.samples.js';

/** How far the probability of a pair may move if other pairs are scored with it. */
const BATCH_TOLERANCE = 1e-4;

/**
 * Conformance suite of entailment models. Registers a `describe` block, so call it where tests are defined.
 *
 * @param name of the model, for the report
 * @param create a new model; the suite closes it
 * @param entailed a pair that must score higher than `other`, so that a constant model fails
 */
export function describeEntailmentModel(
  name: string,
  create: () => EntailmentModel | Promise<EntailmentModel>,
  { entailed, other }: { readonly entailed: EntailmentPair; readonly other: EntailmentPair },
): void {
  describe(`${name} as an EntailmentModel`, () => {
    let sut: EntailmentModel;
    beforeAll(async () => {
      sut = await create();
      await sut.warmUp(new AbortController().signal);
    });
    afterAll(() => sut.close());

    const score = (...pairs: EntailmentPair[]): Promise<readonly (number | null)[]> =>
      sut.score(pairs, { signal: new AbortController().signal });

    it('has a name', () => {
      expect(sut.model).toMatch(/\S/);
    });

    it('scores nothing when there is nothing', async () => {
      await expect(score()).resolves.toEqual([]);
    });

    it('finds what follows likelier than what does not', async () => {
      const [yes, no] = await score(entailed, other);
      expect(yes).toBeGreaterThan(no ?? 1);
    });

    it.each(Object.entries(UNUSUAL_TEXTS))('gives %s a probability, as claim and as evidence', async (_, text) => {
      const probabilities = await score({ ...entailed, claim: text }, { ...entailed, evidence: text });
      expect(probabilities).toHaveLength(2);
      for (const probability of probabilities) {
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
      }
    });

    it('scores a pair as it does among others, in their order, whatever their lengths', async () => {
      const long = { claim: entailed.claim, evidence: `${entailed.evidence} `.repeat(60) };
      const pairs = [other, long, entailed, { claim: '', evidence: '' }, other, entailed];
      const together = await score(...pairs);
      expect(together).toHaveLength(pairs.length);
      for (const [index, pair] of pairs.entries()) {
        const [alone] = await score(pair);
        expect(Math.abs((together[index] ?? Number.NaN) - (alone ?? Number.NaN))).toBeLessThanOrEqual(BATCH_TOLERANCE);
      }
    });

    it('answers calls at the same time each with its own', async () => {
      const [alone] = await score(entailed);
      const [[first], [, second]] = await Promise.all([score(entailed, other), score(other, entailed)]);
      expect(first).toBeCloseTo(alone ?? Number.NaN, 3);
      expect(second).toBeCloseTo(alone ?? Number.NaN, 3);
    });

    it('is CANCELLED by a signal that is aborted', async () => {
      const call = sut.score([entailed], { signal: AbortSignal.abort() });
      await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    });

    it('is UNAVAILABLE once it is closed', async () => {
      const closed = await create();
      await closed.close();
      const call = closed.score([entailed], { signal: new AbortController().signal });
      await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
}
