import { describe, expect, it } from '@jest/globals';
import { estimateUsefulness } from '@arbiter/confidence';
import { fitUsefulness } from './fit-usefulness.js';
import type { Draft, DraftOutcome } from './draft.js';
import { measureUnseen } from './measure-usefulness.js';
import { usefulnessModelFile } from './usefulness-model-file.js';

function draft(pack: string, questionId: string, outcome: DraftOutcome, similarity: number): Draft {
  const rest = {
    alignment: 0.5,
    openCoverage: 0.5,
    kindCoverage: 0,
    asked: 0,
    spread: 0,
    list: 0,
    count: 1,
    answerability: null,
  };
  return { pack, questionId, outcome, features: { similarity, ...rest } };
}

/** Drafts that answer are the nearer ones, in each of two packs. */
const DRAFTS = ['a', 'b'].flatMap((pack) => [
  draft(pack, '1', 'answers', 0.7),
  draft(pack, '2', 'answers', 0.6),
  draft(pack, '3', 'answers', 0.4),
  draft(pack, '4', 'misses', 0.5),
  draft(pack, '5', 'unanswerable', 0.3),
  draft(pack, '6', 'unanswerable', 0.2),
]);

describe('fitUsefulness', () => {
  it('learns what drafts that answer have more of', () => {
    const { weights } = fitUsefulness(DRAFTS);
    expect(weights.similarity).toBeGreaterThan(0);
    expect(weights.openCoverage).toBeCloseTo(0, 6);
  });

  it('never takes nearness for a fault', () => {
    const turned = DRAFTS.map(({ features, ...rest }) => ({
      ...rest,
      features: { ...features, similarity: 1 - features.similarity },
    }));
    expect(fitUsefulness(turned).weights.similarity).toBe(0);
  });

  it('counts a question once, however many drafts it has', () => {
    const once = fitUsefulness(DRAFTS);
    const again = fitUsefulness([...DRAFTS, ...DRAFTS.filter(({ questionId }) => questionId === '5')]);
    expect(again.intercept).toBeCloseTo(once.intercept, 6);
  });

  it('takes an unknown alignment for the usual one', () => {
    const model = fitUsefulness(DRAFTS);
    const [known] = DRAFTS;
    expect(model.usualAlignment).toBeCloseTo(0.5, 6);
    expect(estimateUsefulness({ ...known!.features, alignment: null }, model)).toBeCloseTo(
      estimateUsefulness(known!.features, model),
      6,
    );
  });
});

describe('measureUnseen', () => {
  it('measures each pack by a model that has not seen it', () => {
    const outlier = [draft('c', '1', 'answers', 0.1), draft('c', '2', 'unanswerable', 0.9)];
    const figures = measureUnseen([...DRAFTS, ...outlier]);
    expect(figures.c).toMatchObject({ drafts: 2, auroc: 0, answersShown: 0, unanswerableDeclined: 0 });
    expect(figures.all?.drafts).toBe(14);
  });
});

describe('usefulnessModelFile', () => {
  it('says what the model was learnt from, and how it does on what it has not seen', () => {
    const file = usefulnessModelFile(fitUsefulness(DRAFTS), measureUnseen(DRAFTS), '2026-11-22', false);
    expect(file).toMatch(/2 packs\n \* \(a, b\)/);
    expect(file).toMatch(/AUROC \d\.\d{3}/);
    expect(file).toMatch(/similarity: \d/);
    expect(file).toContain('export const USEFULNESS_MODEL');
  });

  it('names the model of drafts that were read together with their questions', () => {
    const read = DRAFTS.map(({ features, ...rest }) => ({ ...rest, features: { ...features, answerability: 1 } }));
    const file = usefulnessModelFile(fitUsefulness(read), measureUnseen(read), '2026-11-22', true);
    expect(file).toContain('export const READ_USEFULNESS_MODEL');
    expect(file).toContain('had not seen the pack');
  });
});
