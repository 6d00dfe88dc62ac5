import { describe, expect, it } from '@jest/globals';
import { estimateRightness, estimateSupport, RIGHTNESS_FEATURES, RIGHTNESS_MODELS } from '@arbiter/confidence';
import { fitWritten, measureUnseenWritten } from './fit-written.js';
import { judgedModelFile } from './model-files.js';
import type { WrittenExample } from './written-example.js';

const FEATURES: WrittenExample['features'] = {
  ...{ queryType: 'simple_lookup', isAccount: false, reading: null, judged: null, origin: 'given' },
  ...{ hasSessions: false, relevance: 0.5, kind: 1 },
};

function example(pack: string, question: number, kind: string, answers: number): WrittenExample {
  const judged = { unsupported: 1 - answers, answers, beside: 0 };
  const claim = { text: `${kind} ${question}`, probability: 0.5, isRefuted: false, isSettled: false, judged };
  return { pack, question: `${question}`, kind, features: FEATURES, whole: judged, claims: [claim] };
}

/** The judge is surer of right texts. */
const EXAMPLES = ['a', 'b'].flatMap((pack) =>
  Array.from({ length: 12 }, (_, n) => [
    example(pack, n, 'short', 0.6 + n / 40),
    example(pack, n, 'long', 0.6 + n / 40),
    example(pack, n, 'invented', 0.2 + n / 40),
    example(pack, n, 'evasion', 0.3),
  ]).flat(),
);

describe('fitWritten', () => {
  it('learns from the judge', () => {
    const { judged, support } = fitWritten(EXAMPLES);
    expect(judged.weights[RIGHTNESS_FEATURES.indexOf('answers')]).toBeGreaterThan(0);
    expect(support.judged).toBeGreaterThan(0);
    expect(estimateSupport({ features: 0.5, isRefuted: false, judged: 0.9 }, support)).toBeGreaterThan(0.5);
  });

  it('takes as many for right as language models write', () => {
    const { whole } = EXAMPLES[0]!;
    const alike = EXAMPLES.map((each) => ({
      ...each,
      whole,
      claims: each.claims.map((claim) => ({ ...claim, judged: whole })),
    }));
    const { judged } = fitWritten(alike);
    const features = { ...FEATURES, judged: { answers: 0, best: 0, weakest: 0, mean: 0 } };
    const { intercept } = judged;
    expect(judged.weights.every((weight) => weight < 1e-6)).toBe(true);
    expect(estimateRightness(features, { ...RIGHTNESS_MODELS, judged, sureness: 1 })).toBeCloseTo(
      1 / (1 + Math.exp(-intercept)),
      6,
    );
    expect(1 / (1 + Math.exp(-intercept))).toBeCloseTo(3 / 4, 3);
  });
});

describe('measureUnseenWritten', () => {
  it('tells what is shown of each kind in packs that were left out, for the header of the model', () => {
    const figures = measureUnseenWritten(EXAMPLES);
    expect(figures).toMatchObject({ texts: 96, auroc: 1 });
    expect(Object.keys(figures.shown)).toEqual(['short', 'long', 'invented', 'evasion']);
    expect(figures.shown.short).toBe(1);
    const file = judgedModelFile(fitWritten(EXAMPLES), figures, { packs: ['a', 'b'], date: '2026-11-29' });
    expect(file).toContain('AUROC of right texts 1.000');
    expect(file).toMatch(
      /SUPPORT_WEIGHTS = \{ intercept: -?[\d.]+, features: [\d.]+, refuted: -?[\d.]+, judged: [\d.]+ \}/,
    );
  });
});
