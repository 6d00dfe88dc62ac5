import { describe, expect, it } from '@jest/globals';
import { type AnswerOrigin, estimateRightness, RIGHTNESS_FEATURES, type RightnessModel } from '@arbiter/confidence';
import { Draft, type DraftOutcome } from './examples.js';
import { fitRightness, measureUnseen } from './fit-rightness.js';
import { rightnessModelFile } from './model-files.js';

function draft(
  pack: string,
  questionId: string,
  outcome: DraftOutcome,
  evidence: number,
  kind = 0.5,
  origin: AnswerOrigin = 'extracted',
  hasSessions = false,
): Draft {
  const spans = { evidence, elsewhere: 0, said: 0, unsaid: 0 };
  const reading = { ...spans, alone: 0, source: 0 };
  const features = {
    queryType: 'simple_lookup',
    isAccount: false,
    reading,
    judged: null,
    origin,
    hasSessions,
    relevance: 0.5,
    kind,
  };
  return Draft.parse({ pack, questionId, outcome, features });
}

/** Drafts that answer rest on words that read more like an answer, in each of two packs. */
const DRAFTS = ['a', 'b'].flatMap((pack) => [
  draft(pack, '1', 'answers', 8),
  draft(pack, '2', 'answers', 6),
  draft(pack, '3', 'answers', 1),
  draft(pack, '4', 'misses', 2),
  draft(pack, '5', 'unanswerable', -3),
  draft(pack, '6', 'unanswerable', -5),
]);

const weightOf = ({ weights }: RightnessModel, name: (typeof RIGHTNESS_FEATURES)[number]): number =>
  weights[RIGHTNESS_FEATURES.indexOf(name)] ?? Number.NaN;

describe('fitRightness', () => {
  it('learns what drafts that answer have more of', () => {
    const { extracted: read } = fitRightness(DRAFTS);
    expect(read.weights).toHaveLength(RIGHTNESS_FEATURES.length);
    expect(weightOf(read, 'lead')).toBeGreaterThan(0);
    expect(weightOf(read, 'kind')).toBeCloseTo(0, 6);
  });

  it('never takes what speaks for an answer for a fault', () => {
    const turned = DRAFTS.map(({ features, ...rest }) => ({
      ...rest,
      features: {
        ...features,
        reading: features.reading && { ...features.reading, evidence: -(features.reading.evidence ?? 0) },
      },
    }));
    const { extracted: read } = fitRightness(turned);
    expect(weightOf(read, 'lead')).toBe(0);
  });

  it('judges what nobody has read without the reader, by words and relevance', () => {
    const spoken = DRAFTS.map(({ pack, questionId, outcome }) =>
      draft(pack, questionId, outcome, 0, outcome === 'answers' ? 0.9 : 0.2),
    );
    const { unread } = fitRightness(spoken);
    expect(weightOf(unread, 'kind')).toBeGreaterThan(0);
    const ofReading = (['alone', 'source', 'lead', 'saidLead'] as const).map((name) => weightOf(unread, name));
    for (const weight of ofReading) expect(weight).toBeCloseTo(0, 6);
  });

  it('learns what was given from such drafts alone', () => {
    const backwards = DRAFTS.map(({ pack, questionId, outcome }) =>
      draft(pack, questionId, outcome, 0, outcome === 'answers' ? 0.9 : 0.2, 'given'),
    );
    const { extracted, given } = fitRightness([...DRAFTS, ...backwards]);
    expect(weightOf(extracted, 'kind')).toBeCloseTo(0, 6);
    expect(weightOf(given, 'kind')).toBeGreaterThan(0);
  });

  it('counts a question once, however many drafts it has', () => {
    const once = fitRightness(DRAFTS);
    const again = fitRightness([...DRAFTS, ...DRAFTS.filter(({ questionId }) => questionId === '5')]);
    expect(again.extracted.intercept).toBeCloseTo(once.extracted.intercept, 6);
  });

  it('fits a probability: of as many drafts as answer, as much is expected', () => {
    const alike = Array.from({ length: 40 }, (_, index) =>
      draft('a', `${index}`, index < 10 ? 'answers' : 'misses', 1),
    );
    expect(estimateRightness(alike[0]!.features, fitRightness(alike))).toBeCloseTo(0.25, 2);
  });

  it('takes half of what is given for right, however much of it was collected', () => {
    const alike = Array.from({ length: 40 }, (_, index) =>
      draft('a', `${index}`, index < 10 ? 'answers' : 'misses', 1, 0.5, 'given'),
    );
    expect(estimateRightness(alike[0]!.features, fitRightness([...DRAFTS, ...alike]))).toBeCloseTo(0.5, 2);
  });

  it('counts how often what tools computed is right', () => {
    const computed = Array.from({ length: 8 }, (_, index) =>
      draft('a', `${index}`, index < 7 ? 'answers' : 'misses', 1, 0.5, 'computed'),
    );
    expect(fitRightness([...DRAFTS, ...computed]).computed).toBeCloseTo(Math.log(8 / 2), 12);
    expect(fitRightness(DRAFTS).computed).toBe(0);
  });

  it('is less sure of drafts in worlds that change, where those are right less often, and shows the same', () => {
    const drafts = (hasSessions: boolean, right: number): Draft[] =>
      Array.from({ length: 200 }, (_, index) =>
        draft('a', `${hasSessions} ${index}`, index < right ? 'answers' : 'misses', 1, 0.5, 'extracted', hasSessions),
      );
    const [settled, changing] = [drafts(false, 160), drafts(true, 120)];
    const models = fitRightness([...settled, ...changing]);
    expect(estimateRightness(settled[0]!.features, models)).toBeCloseTo(0.8, 2);
    expect(estimateRightness(changing[0]!.features, models)).toBeCloseTo(0.6, 2);
  });

  it('counts an evasion beside the other wrong answers to its question', () => {
    const given = Array.from({ length: 20 }, (_, index) => [
      draft('a', `${index}`, 'answers', 3, 0.5, 'given'),
      draft('a', `${index}`, 'misses', -3, 0.5, 'given'),
    ]).flat();
    const evasions = Array.from({ length: 20 }, (_, index) => draft('a', `${index}`, 'evades', 3, 0.5, 'given'));
    const [without, beside] = [given, [...given, ...evasions]].map((drafts) =>
      estimateRightness(given[0]!.features, fitRightness([...DRAFTS, ...drafts])),
    );
    expect(without).toBeGreaterThan(0.8);
    expect(beside).toBeCloseTo(2 / 3, 1);
  });

  it('refuses drafts that all came out alike', () => {
    expect(() => fitRightness(DRAFTS.filter(({ outcome }) => outcome === 'answers'))).toThrow(RangeError);
  });
});

describe('measureUnseen', () => {
  it('measures each pack by a model that has not seen it', () => {
    const turned = Array.from({ length: 10 }, (_, index) => [
      draft('c', `${index}`, 'answers', -9),
      draft('c', `${index}, unanswered`, 'unanswerable', 9),
    ]).flat();
    const figures = measureUnseen([...DRAFTS, ...turned]);
    expect(figures.c).toMatchObject({ drafts: 20, auroc: 0, answersShown: 0, unanswerableDeclined: 0, shownRight: 0 });
    expect(figures.a).toMatchObject({ drafts: 6 });
    expect(figures.all?.drafts).toBe(32);
  });
});

describe('rightnessModelFile', () => {
  const file = rightnessModelFile(fitRightness(DRAFTS), measureUnseen(DRAFTS), '2026-11-22');

  it('says what the models were learnt from, and how they do on what they have not seen', () => {
    expect(file).toContain('Written by tools/models on 2026-11-22');
    expect(file).toMatch(/2 packs[^(]*\(a, b\)/);
    expect(file).toMatch(/AUROC \d\.\d{3}, ECE \d\.\d{3}/);
  });

  it('holds its models, each weight beside its name', () => {
    expect(file).toContain('export const RIGHTNESS_MODELS =');
    for (const name of RIGHTNESS_FEATURES) {
      expect(file.match(new RegExp(`// ${name}\\n +-?\\d[\\d.e-]*,`, 'g'))).toHaveLength(3);
    }
  });
});
