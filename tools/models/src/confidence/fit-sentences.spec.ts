import { describe, expect, it } from '@jest/globals';
import { readSentenceFeatures, type SentenceFeatures } from '@arbiter/confidence';
import { Question } from '@arbiter/evaluation';
import { examplesOf, SentenceExample } from './examples.js';
import { fitSentences, measureUnseenSentences } from './fit-sentences.js';
import { sentenceModelFile } from './model-files.js';

const FEATURES: SentenceFeatures = {
  span: 0,
  passage: 0,
  holdsBest: false,
  words: 0.5,
  rank: 0,
  relevance: 0.5,
  isDangling: false,
  length: 90,
};
/** Places in the order of the features. */
const [SPAN, PASSAGE, WORDS, , , , BEST] = readSentenceFeatures(FEATURES).map((_, index) => index) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

function example(
  pack: string,
  questionId: string,
  isEvidence: boolean,
  features: Partial<SentenceFeatures>,
): SentenceExample {
  const answerable = questionId !== 'none';
  return SentenceExample.parse({ pack, questionId, answerable, isEvidence, features: { ...FEATURES, ...features } });
}

/** Two answerable questions and one that nothing answers, in each of two packs: the reader knows better than the words. */
const EXAMPLES = ['a', 'b'].flatMap((pack) => [
  example(pack, '1', true, { span: 7, passage: 3, words: 0.9, holdsBest: true }),
  example(pack, '1', false, { span: -2, passage: 3, words: 0.2 }),
  example(pack, '2', true, { span: 5, passage: 2, words: 0.5, holdsBest: true }),
  example(pack, '2', false, { span: -4, passage: 2, words: 0.6 }),
  example(pack, 'none', false, { span: -3, passage: -4, words: 0.4, holdsBest: true }),
  example(pack, 'none', false, { span: null, passage: -5, words: 0.3 }),
]);

describe('fitSentences', () => {
  it('learns what evidence has more of', () => {
    const { read } = fitSentences(EXAMPLES);
    expect(read.weights).toHaveLength(readSentenceFeatures(FEATURES).length);
    expect(read.weights[SPAN]).toBeGreaterThan(0);
  });

  it('never takes what speaks for a sentence for a fault', () => {
    const turned = EXAMPLES.map((one) => ({ ...one, isEvidence: !one.isEvidence }));
    const { weights } = fitSentences(turned).read;
    for (const place of [SPAN, PASSAGE, WORDS, BEST]) expect(weights[place]).toBeGreaterThanOrEqual(0);
    expect(weights[SPAN]).toBe(0);
  });

  it('judges what nobody has read by words and rank', () => {
    const worded = EXAMPLES.map((one) => ({
      ...one,
      features: { ...one.features, words: one.isEvidence ? 0.9 : 0.2 },
    }));
    const { unread } = fitSentences(worded);
    expect(unread.weights[WORDS]).toBeGreaterThan(0);
    for (const place of [SPAN, PASSAGE, BEST]) expect(unread.weights[place]).toBeCloseTo(0, 6);
  });

  it('refuses sentences that all came out alike', () => {
    expect(() => fitSentences(EXAMPLES.filter(({ isEvidence }) => isEvidence))).toThrow(RangeError);
  });
});

describe('measureUnseenSentences', () => {
  it('counts the answerable questions whose first sentence is evidence, by reading and by words alone', () => {
    expect(measureUnseenSentences(EXAMPLES)).toMatchObject({
      questions: 6,
      firstIsEvidence: 1,
      firstIsEvidenceUnread: 0.5,
      answerableAuroc: 1,
    });
  });

  it('measures each pack by a model that has not seen it', () => {
    const turned = Array.from({ length: 6 }, (_, index) => [
      example('c', `${index}`, true, { span: -9, passage: -5, words: 0.1 }),
      example('c', `${index}`, false, { span: 9, passage: 5, words: 0.9, holdsBest: true }),
    ]).flat();
    // A model that had seen c would have learnt that spans say nothing, and taken the first sentence of each question.
    expect(measureUnseenSentences([...EXAMPLES, ...turned]).firstIsEvidence).toBe(4 / 10);
  });
});

describe('examplesOf', () => {
  const question = Question.parse({
    id: 'q',
    question: 'What does the cordial cost?',
    type: 'simple_lookup',
    answerable: true,
    answers: ['9 wicks'],
    evidence: [{ document: 'documents/prices.md', quote: '| Fenwort cordial | 9 wicks |' }],
  });
  type Judged = Parameters<typeof examplesOf>[2]['sentences'][number];
  const sentence = (source: string, text: string): Judged =>
    ({ candidate: { text, passage: { source } }, features: FEATURES }) as unknown as Judged;

  it('takes a sentence for evidence that the question quotes, in the document that it names', () => {
    const sentences = [
      sentence('prices.md', 'What: Fenwort cordial; Price: 9 wicks'),
      sentence('prices.md', 'Phials are given back.'),
      sentence('cellar.md', 'What: Fenwort cordial; Price: 9 wicks'),
    ];
    const examples = examplesOf('a', question, { query: question.question, sentences });
    expect(examples.map(({ isEvidence }) => isEvidence)).toEqual([true, false, false]);
    expect(examples[0]).toMatchObject({ pack: 'a', questionId: 'q', answerable: true, features: FEATURES });
  });
});

describe('sentenceModelFile', () => {
  it('says what the models were learnt from, and how they do on what they have not seen', () => {
    const about = { packs: ['a', 'b'], date: '2026-11-22' };
    const file = sentenceModelFile(fitSentences(EXAMPLES), measureUnseenSentences(EXAMPLES), about);
    expect(file).toContain('Written by tools/models on 2026-11-22');
    expect(file).toMatch(/2 packs[^(]*\(a, b\)/);
    expect(file).toContain('100.0 % of the answerable');
    expect(file).toContain('50.0 % by words and rank alone');
    expect(file).toContain('export const SENTENCE_MODELS =');
    expect(file).toMatch(/ {2}read: \{ intercept: -?[\d.]+, weights: \[[^\]]+\] \},/);
  });
});
