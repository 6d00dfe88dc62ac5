import { describe, expect, it } from '@jest/globals';
import { EVIDENCE_PRIOR, fitRelevance, foldsByQuestion, foldsBySet, scoreHeldOut } from './fit-relevance.js';
import type { JudgedPool } from './judged-pool.js';

/** Evidence at one cosine, something else at another. */
const pool = (set: string, library: string, questionId: string, evidenceAt: number, otherAt: number): JudgedPool[] =>
  (['hybrid', 'keyword'] as const).map((method) => ({
    set,
    library,
    questionId,
    method,
    withoutCosine: 0,
    passages: [
      { evidence: { cosine: method === 'hybrid' ? otherAt : null, coverage: otherAt }, isEvidence: false },
      {
        evidence: { cosine: method === 'hybrid' ? evidenceAt : null, coverage: evidenceAt },
        isEvidence: set === library,
      },
    ],
  }));

const pools = [
  ...['q1', 'q2', 'q3', 'q4'].flatMap((id, n) => pool('lore', 'lore', id, 0.5 + n / 10, 0.2 + n / 10)),
  ...['q1', 'q2', 'q3', 'q4'].flatMap((id, n) => pool('science', 'science', id, 0.5 + n / 10, 0.3 + n / 10)),
  ...pool('lore', 'science', 'q1', 0.1, 0.2),
];

describe('fitRelevance', () => {
  it('gives evidence the share of the prior, so that scores sum up to it', () => {
    const [, ...same] = Array.from({ length: 5 }, () => pool('lore', 'lore', 'q', 0.4, 0.4)).flat();
    const { withVectors } = fitRelevance(same);
    const logit = withVectors.intercept + 0.4 * (withVectors.cosine + withVectors.coverage);
    expect(1 / (1 + Math.exp(-logit))).toBeCloseTo(EVIDENCE_PRIOR, 6);
  });

  it('rises with what evidence has more of', () => {
    const { withVectors, withoutVectors } = fitRelevance(pools);
    expect(withVectors.cosine).toBeGreaterThan(0);
    expect(withoutVectors.coverage).toBeGreaterThan(0);
  });
});

describe('folds', () => {
  it('hold out all searches of a question together, and each once', () => {
    const folds = foldsByQuestion(pools, 3);
    for (const one of pools) expect(folds.filter((holds) => holds(one))).toHaveLength(1);
    const [fold] = folds.filter((holds) => holds(pools[0]!));
    expect(pools.filter((one) => one.set === 'lore' && one.questionId === 'q1').every(fold!)).toBe(true);
  });

  it('hold out the questions and the documents of a set', () => {
    const [lore, science] = foldsBySet(pools);
    expect(pools.filter((one) => !lore!(one)).every(({ set, library }) => set !== 'lore' && library !== 'lore')).toBe(
      true,
    );
    expect(science!(pools.at(-1)!)).toBe(true);
  });
});

describe('scoreHeldOut', () => {
  it('scores every pool that is held out, along its ranks', () => {
    const scored = scoreHeldOut(pools, foldsByQuestion(pools, 4));
    expect(scored).toHaveLength(pools.length);
    for (const { passages } of scored) {
      const [first, second] = passages.map(({ relevance }) => relevance);
      expect(first).toBeGreaterThanOrEqual(second!);
    }
  });

  it('does not learn from what it scores', () => {
    const odd = pool('lore', 'lore', 'odd', 0.1, 0.9);
    const folds = [(one: JudgedPool) => one.questionId === 'odd'];
    const [withOdd] = scoreHeldOut([...pools, ...odd, ...odd, ...odd], folds);
    const [without] = scoreHeldOut([...pools, ...odd], folds);
    expect(withOdd).toEqual(without);
  });
});
