import { QUERY_TYPES } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  estimateRightness,
  judgedFeatures,
  readRightnessFeatures,
  RIGHTNESS_FEATURES,
  type RightnessFeatures,
  type RightnessModels,
} from './estimate-rightness.js';

type Reading = NonNullable<RightnessFeatures['reading']>;

const READING: Reading = {
  alone: 1,
  evidence: 3,
  source: 1,
  elsewhere: 1,
  said: 3,
  unsaid: 1,
};
const ANSWER: RightnessFeatures = {
  queryType: 'simple_lookup',
  isAccount: false,
  reading: READING,
  judged: null,
  origin: 'extracted',
  hasSessions: false,
  relevance: 0.8,
  kind: 1,
};

const share = fc.double({ min: 0, max: 1, noNaN: true });
const odds = fc.double({ min: -15, max: 15, noNaN: true });
const readings: fc.Arbitrary<Reading> = fc.record({
  alone: odds,
  evidence: fc.option(odds),
  source: odds,
  elsewhere: fc.option(odds),
  said: fc.option(odds),
  unsaid: fc.option(odds),
});
const answers: fc.Arbitrary<RightnessFeatures> = fc.record({
  queryType: fc.constantFrom(...QUERY_TYPES),
  isAccount: fc.boolean(),
  reading: fc.option(readings),
  judged: fc.option(fc.record({ answers: odds, best: odds, weakest: odds, mean: odds })),
  origin: fc.constantFrom('extracted', 'given', 'computed'),
  hasSessions: fc.boolean(),
  relevance: share,
  kind: share,
});

/** A model in which nothing speaks against an answer that the fit does not allow to. */
const weights = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), {
  minLength: RIGHTNESS_FEATURES.length,
  maxLength: RIGHTNESS_FEATURES.length,
});
const fitted = fc.record({ intercept: fc.double({ min: -5, max: 5, noNaN: true }), weights });
const models: fc.Arbitrary<RightnessModels | undefined> = fc.option(
  fc.record({
    extracted: fitted,
    given: fitted,
    judged: fitted,
    computed: fc.double({ min: -3, max: 3, noNaN: true }),
    changing: fc.double({ min: 0.05, max: 2, noNaN: true }),
    unread: fitted,
  }),
  {
    nil: undefined,
  },
);

/** Rounding of a sum of fourteen products. */
const ROUNDING = 1e-12;

/** Holds by the shipped model and by any other that the fit could have written. */
function neverFalls(better: (answer: RightnessFeatures, by: number) => RightnessFeatures): void {
  fc.assert(
    fc.property(answers, fc.double({ min: 0, max: 5, noNaN: true }), models, (answer, by, model) => {
      expect(estimateRightness(better(answer, by), model)).toBeGreaterThanOrEqual(
        estimateRightness(answer, model) - ROUNDING,
      );
    }),
  );
}

function withReading(change: (reading: Reading, by: number) => Partial<Reading>) {
  return (answer: RightnessFeatures, by: number): RightnessFeatures => ({
    ...answer,
    reading: answer.reading && { ...answer.reading, ...change(answer.reading, by) },
  });
}

describe('estimateRightness', () => {
  it.each([
    ['the answer alone reads more like one', ({ alone }: Reading, by: number) => ({ alone: alone + by })],
    [
      'the words that it rests on do',
      ({ evidence }: Reading, by: number) => ({ evidence: evidence === null ? by : evidence + by }),
    ],
    ['its source does', ({ source }: Reading, by: number) => ({ source: source + by })],
    [
      'nothing else answers as well any more',
      ({ elsewhere }: Reading, by: number) => ({ elsewhere: elsewhere === null ? null : elsewhere - by }),
    ],
    ['nothing else answers at all', () => ({ elsewhere: null })],
    [
      'what it says reads more like an answer',
      ({ said }: Reading, by: number) => ({ said: said === null ? by - 20 : said + by }),
    ],
    ['it leaves nothing unsaid', () => ({ unsaid: null })],
  ])('never falls when %s', (_, change) => {
    neverFalls(withReading(change));
  });

  it('never falls when the sources are more relevant, or more of the asked kind is there', () => {
    const towardsOne = (value: number, by: number): number => value + (1 - value) * (by / 5);
    neverFalls((answer, by) => ({ ...answer, relevance: towardsOne(answer.relevance, by) }));
    neverFalls((answer, by) => ({ ...answer, kind: towardsOne(answer.kind, by) }));
  });

  it('is a probability, however sure or unsure the reader is', () => {
    const extreme = fc.constantFrom(-Infinity, -1e9, 0, 1e9, Infinity);
    fc.assert(
      fc.property(answers, extreme, extreme, (answer, alone, evidence) => {
        const probability = estimateRightness({ ...answer, reading: { ...READING, alone, evidence } });
        return probability >= 0 && probability <= 1;
      }),
    );
  });

  it('is surer of an answer whose words answer than of one beside the question, by the shipped model', () => {
    const beside = { ...READING, alone: -5, evidence: null, source: -5, elsewhere: 6 };
    const right = { ...READING, alone: 5, evidence: 8, source: 5, elsewhere: null };
    expect(estimateRightness({ ...ANSWER, reading: right })).toBeGreaterThan(
      estimateRightness({ ...ANSWER, reading: beside }),
    );
  });

  it('is never surer than .75 of an answer that nobody has read', () => {
    fc.assert(
      fc.property(
        answers,
        models,
        (answer, model) => estimateRightness({ ...answer, reading: null, judged: null }, model) <= 0.75,
      ),
    );
  });

  it('judges what nobody has read, what was given or computed, and what may have changed otherwise', () => {
    const none = RIGHTNESS_FEATURES.map(() => 0);
    const model = {
      extracted: { intercept: 1, weights: none },
      given: { intercept: 0, weights: none },
      judged: { intercept: 2, weights: none },
      sureness: 2,
      computed: Math.log(9),
      changing: 0.5,
      unread: { intercept: -1, weights: none },
    };
    expect(estimateRightness(ANSWER, model)).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
    const judged = (features: Partial<RightnessFeatures>): number =>
      estimateRightness({ ...ANSWER, ...features }, model);
    expect(judged({ origin: 'given' })).toBeCloseTo(0.5, 12);
    const read = { answers: 0, best: 0, weakest: 0, mean: 0 };
    // Twice as far from the threshold of .4.
    const sure = 1 / (1 + Math.exp(-(2 * 2 + Math.log(3 / 2))));
    expect(judged({ origin: 'given', judged: read })).toBeCloseTo(sure, 12);
    expect(judged({ origin: 'given', judged: read, reading: null })).toBeCloseTo(sure, 12);
    expect(judged({ origin: 'given', hasSessions: true })).toBeCloseTo(0.5, 12);
    expect(judged({ origin: 'computed' })).toBeCloseTo(0.9, 12);
    expect(judged({ origin: 'computed', reading: null })).toBeCloseTo(0.75, 12);
    expect(judged({ hasSessions: true })).toBeCloseTo(1 / (1 + Math.exp(-(1 + Math.log(2 / 3)) / 2)), 12);
    expect(estimateRightness({ ...ANSWER, reading: null }, model)).toBeCloseTo(1 / (1 + Math.exp(1)), 12);
  });
});

describe('readRightnessFeatures', () => {
  const named = (answer: RightnessFeatures): Record<string, number> =>
    Object.fromEntries(readRightnessFeatures(answer).map((value, index) => [RIGHTNESS_FEATURES[index] ?? '', value]));

  it('gives one finite number per name', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const values = readRightnessFeatures(answer);
        expect(values).toHaveLength(RIGHTNESS_FEATURES.length);
        expect(values.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('says 0 of all that only a reader can say where none read the answer', () => {
    expect(named({ ...ANSWER, reading: null })).toMatchObject({
      alone: 0,
      source: 0,
      lead: 0,
      saidLead: 0,
    });
  });

  it('takes words that hold no span for as bad as can be, not for even', () => {
    const without = named({ ...ANSWER, reading: { ...READING, evidence: null } });
    expect(without.lead).toBe(named({ ...ANSWER, reading: { ...READING, evidence: -1e9 } }).lead);
    expect(without.lead).toBeLessThan(0);
  });

  it('names the type of the question, a lookup or a list by none', () => {
    const typesOf = (queryType: RightnessFeatures['queryType']) =>
      readRightnessFeatures({ ...ANSWER, queryType }).slice(6, 9);
    expect(typesOf('simple_lookup')).toEqual([0, 0, 0]);
    expect(typesOf('list_building')).toEqual([0, 0, 0]);
    expect(typesOf('multi_hop')).toEqual([0, 1, 0]);
  });
});

describe('judgedFeatures', () => {
  const even = { answers: 0.5 };
  const sure = { answers: 0.9 };

  it('is log odds: of the text, of what answers best by itself, and of the support of its claims', () => {
    const features = judgedFeatures({ whole: even, claims: [even, null, sure] }, [0.5, 0.9, 0.9], null);
    expect(features?.answers).toBeCloseTo(0, 12);
    expect(features?.best).toBeCloseTo(Math.log(9), 12);
    expect(features?.weakest).toBeCloseTo(0, 12);
    expect(features?.mean).toBeCloseTo((2 * Math.log(9)) / 3, 12);
  });

  it('takes the reader of the whole for the best where no claim answers better, and a single claim for the text', () => {
    const read = { ...READING, alone: 3 };
    expect(judgedFeatures({ whole: even, claims: [even, sure] }, [0.5, 0.5], read)?.best).toBe(3);
    expect(judgedFeatures({ whole: even, claims: [sure] }, [0.5], read)?.best).toBeCloseTo(0, 12);
  });

  it('is nothing of a text that was not judged, or says nothing', () => {
    expect(judgedFeatures(null, [0.5], READING)).toBeNull();
    expect(judgedFeatures({ whole: null, claims: [sure] }, [0.5], READING)).toBeNull();
    expect(judgedFeatures({ whole: sure, claims: [] }, [], READING)).toBeNull();
  });
});
