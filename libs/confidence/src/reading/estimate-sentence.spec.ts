import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  estimateSentence,
  readSentenceFeatures,
  type SentenceFeatures,
  type SentenceModels,
} from './estimate-sentence.js';

const SENTENCE: SentenceFeatures = {
  span: 3,
  passage: 2,
  holdsBest: true,
  words: 0.5,
  rank: 0,
  relevance: 0.8,
  isDangling: false,
  length: 90,
};
/** Of the features in their order, and whether the fit holds the weight of each for positive. */
const POSITIVE = [true, true, true, false, true, false, true, false];

const share = fc.double({ min: 0, max: 1, noNaN: true });
const odds = fc.double({ min: -15, max: 15, noNaN: true });
const sentences: fc.Arbitrary<SentenceFeatures> = fc.record({
  span: fc.option(odds),
  passage: fc.option(odds),
  holdsBest: fc.boolean(),
  words: share,
  rank: fc.nat(20),
  relevance: share,
  isDangling: fc.boolean(),
  length: fc.nat(600),
});

/** A model in which nothing speaks against a sentence that the fit does not allow to. */
const fitted = fc.record({
  intercept: fc.double({ min: -5, max: 5, noNaN: true }),
  weights: fc.tuple(...POSITIVE.map((isPositive) => fc.double({ min: isPositive ? 0 : -2, max: 2, noNaN: true }))),
});
const models: fc.Arbitrary<SentenceModels | undefined> = fc.option(fc.record({ read: fitted, unread: fitted }), {
  nil: undefined,
});

/** Rounding of a sum of eight products. */
const ROUNDING = 1e-12;

describe('estimateSentence', () => {
  it.each<[string, (sentence: SentenceFeatures, by: number) => Partial<SentenceFeatures>]>([
    ['the span in it reads more like an answer', ({ span }, by) => ({ span: span === null ? by : span + by })],
    ['its passage does', ({ passage }, by) => ({ passage: passage === null ? null : passage + by })],
    ['it holds the best span of its passage', () => ({ holdsBest: true })],
    ['it shares more words with the question', ({ words }, by) => ({ words: words + (1 - words) * (by / 5) })],
    ['its passage is more relevant', ({ relevance }, by) => ({ relevance: relevance + (1 - relevance) * (by / 5) })],
  ])('never falls when %s', (_, change) => {
    fc.assert(
      fc.property(sentences, fc.double({ min: 0, max: 5, noNaN: true }), models, (sentence, by, model) => {
        expect(estimateSentence({ ...sentence, ...change(sentence, by) }, model)).toBeGreaterThanOrEqual(
          estimateSentence(sentence, model) - ROUNDING,
        );
      }),
    );
  });

  it('is a probability, however sure or unsure the reader is', () => {
    const extreme = fc.constantFrom(-Infinity, -1e9, 0, 1e9, Infinity);
    fc.assert(
      fc.property(sentences, extreme, extreme, (sentence, span, passage) => {
        const probability = estimateSentence({ ...sentence, span, passage });
        return probability >= 0 && probability <= 1;
      }),
    );
  });

  it('rates a sentence that answers above one beside it, by the shipped model', () => {
    const beside = { ...SENTENCE, span: null, holdsBest: false, words: 0.2 };
    expect(estimateSentence(SENTENCE)).toBeGreaterThan(estimateSentence(beside));
  });

  it('judges a sentence that nobody has read by its words, by the shipped model', () => {
    const unread = { ...SENTENCE, passage: null, span: null, holdsBest: false };
    expect(estimateSentence({ ...unread, words: 0.9 })).toBeGreaterThan(estimateSentence({ ...unread, words: 0.1 }));
  });

  it('judges a sentence that nobody has read by another model', () => {
    const none = POSITIVE.map(() => 0);
    const model = { read: { intercept: 1, weights: none }, unread: { intercept: -1, weights: none } };
    expect(estimateSentence(SENTENCE, model)).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
    expect(estimateSentence({ ...SENTENCE, passage: null }, model)).toBeCloseTo(1 / (1 + Math.exp(1)), 12);
  });
});

describe('readSentenceFeatures', () => {
  it('gives finite numbers, one per weight', () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        const values = readSentenceFeatures(sentence);
        expect(values).toHaveLength(POSITIVE.length);
        expect(values.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('takes a sentence without a span for as bad as can be, and one that nobody read for even', () => {
    const [without] = readSentenceFeatures({ ...SENTENCE, span: null });
    const [worst] = readSentenceFeatures({ ...SENTENCE, span: -1e9 });
    expect(without).toBe(worst);
    expect(readSentenceFeatures({ ...SENTENCE, span: null, passage: null }).slice(0, 2)).toEqual([0, 0]);
  });
});
