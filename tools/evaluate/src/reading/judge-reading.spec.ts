import { readJsonLines, seededRandom } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import {
  exactMatch,
  judgeReading,
  normaliseAnswer,
  PassageQuestion,
  placeAnswers,
  SentenceQuestion,
  summariseReading,
  wordF1,
  type GivenReading,
} from './judge-reading.js';
import { summariseSentences, type JudgedSentence } from './judge-sentences.js';

const question = (over: Partial<PassageQuestion> = {}): PassageQuestion => ({
  id: 'q',
  title: 'Lights',
  question: 'Who keeps it?',
  context: 'The light is kept by Ines Vane.',
  answerable: true,
  answers: [{ text: 'Ines Vane', start: 21 }],
  ...over,
});
const reading = (start: number, end: number, score: number, none = 0.2): GivenReading => ({
  best: { start, end, score },
  none,
  latencyMs: 10,
});

describe('comparing answers as SQuAD does', () => {
  it.each([
    ['The  Pell\tLight!', 'pell light'],
    ['an A-frame, the “one”', 'aframe “one”'],
    ['U.S.', 'us'],
    ['theatre äthe', 'theatre äthe'],
    ['the', ''],
  ])('normalises %p', (text, normal) => {
    expect(normaliseAnswer(text)).toBe(normal);
  });

  it('matches what is the same once normalised', () => {
    expect(exactMatch('The Pell Light.', 'pell light')).toBe(1);
    expect(exactMatch('Pell', 'pell light')).toBe(0);
  });

  it('counts shared words, each as often as both have it', () => {
    expect(wordF1('light light', 'the light of Pell')).toBeCloseTo((2 * 1) / (2 + 3), 12);
    expect(wordF1('the', 'a')).toBe(1);
    expect(wordF1('', 'light')).toBe(0);
  });
});

describe('placeAnswers', () => {
  it('reads starts as code points', () => {
    const context = '𝔐 😀 Ines';
    const [place] = placeAnswers(context, [{ text: 'Ines', start: 4 }]);
    expect(context.slice(place?.start, place?.end)).toBe('Ines');
  });

  it('reads starts as UTF-16 where the text stands there alone', () => {
    expect(placeAnswers('𝔐 😀 Ines Ines', [{ text: 'Ines', start: 6 }])).toEqual([{ start: 6, end: 10 }]);
  });

  it('takes every occurrence where the start is wrong or absent', () => {
    const everywhere = [
      { start: 0, end: 2 },
      { start: 3, end: 5 },
    ];
    expect(placeAnswers('ab ab', [{ text: 'ab', start: 1 }])).toEqual(everywhere);
    expect(placeAnswers('ab ab', [{ text: 'ab' }])).toEqual(everywhere);
    expect(placeAnswers('ab ab', [{ text: 'cd', start: 99 }])).toEqual([]);
  });
});

describe('summariseReading', () => {
  const unanswerable = question({ id: 'u', answerable: false, answers: [{ text: 'light', start: 4 }] });

  it('gives the best span where it is above the threshold', () => {
    expect(judgeReading(question(), reading(21, 30, 2), 0)).toMatchObject({ given: 'Ines Vane', exactMatch: 1, f1: 1 });
    expect(judgeReading(question(), reading(21, 30, 2), 2)).toMatchObject({ given: '', exactMatch: 0, f1: 0 });
    expect(judgeReading(question(), { best: null, none: 1, latencyMs: 1 }, 0)).toMatchObject({
      given: '',
      score: null,
      firstSpanRight: false,
    });
  });

  it('takes an unanswerable question for right when nothing is given, whatever it names', () => {
    expect(judgeReading(unanswerable, reading(4, 9, -1), 0)).toMatchObject({
      exactMatch: 1,
      f1: 1,
      firstSpanRight: null,
    });
    expect(judgeReading(unanswerable, reading(4, 9, 1), 0)).toMatchObject({ exactMatch: 0, f1: 0 });
  });

  it('takes the better of several answers', () => {
    const two = question({ answers: [{ text: 'Vane', start: 26 }, ...question().answers] });
    expect(judgeReading(two, reading(21, 30, 1), 0)).toMatchObject({ exactMatch: 1, f1: 1 });
  });

  it('measures the first span below the threshold too, and the order of scores', () => {
    const judged = [
      judgeReading(question(), reading(21, 25, -0.5, 0.6), 0),
      judgeReading(question({ id: 'p' }), reading(4, 9, 3, 0.1), 0),
      judgeReading(unanswerable, reading(4, 9, -2, 0.3), 0),
    ];
    const { n, answerable, metrics, ci95 } = summariseReading(judged, seededRandom(1));
    expect({ n, answerable }).toEqual({ n: 3, answerable: 2 });
    expect(metrics).toEqual({
      exactMatch: 1 / 3,
      f1: 1 / 3,
      answerableAuroc: 1,
      verdictAuroc: 0.5,
      firstSpanRight: 0.5,
      msPerPassage: 10,
    });
    expect(ci95.exactMatch?.[0]).toBe(0);
    expect(ci95.exactMatch?.[1]).toBeGreaterThan(1 / 3);
  });

  it('has no figure of what does not occur', () => {
    const { metrics } = summariseReading([judgeReading(unanswerable, reading(0, 1, 0), 0)], seededRandom(1));
    expect(metrics).toMatchObject({ answerableAuroc: null, firstSpanRight: null, exactMatch: 1 });
  });
});

describe('summariseSentences', () => {
  const sentence = (id: string, asked: string, score: number | null, actual: boolean): JudgedSentence => ({
    id,
    question: asked,
    score,
    actual,
    latencyMs: 4,
  });

  it('ranks the sentences of each question', () => {
    const summary = summariseSentences(
      [
        sentence('1', 'a', 2, true),
        sentence('2', 'a', 1, false),
        sentence('3', 'b', 5, false),
        sentence('4', 'b', 0, true),
        sentence('5', 'b', null, false),
        sentence('6', 'c', 9, false),
      ],
      seededRandom(1),
    );
    expect(summary).toMatchObject({ n: 6, questions: 3, answered: 2 });
    expect(summary.metrics).toEqual({
      auroc: (2 + 1) / 8,
      map: 0.75,
      mrr: 0.75,
      'precision@1': 0.5,
      msPerPassage: 4,
    });
    expect(summary.ci95.map?.[0]).toBeGreaterThanOrEqual(0.5);
  });
});

describe('lines of reading files', () => {
  const read = (line: unknown, schema: typeof PassageQuestion | typeof SentenceQuestion) =>
    readJsonLines<unknown>(JSON.stringify(line), 'r.jsonl', schema).map(({ value }) => value);

  it('ignores fields that it does not know', () => {
    const line = { id: 1, title: null, question: 'q', context: 'c', answerable: false, answers: [], whence: 'x' };
    expect(read(line, PassageQuestion)).toEqual([
      { id: '1', title: null, question: 'q', context: 'c', answerable: false, answers: [] },
    ]);
    expect(read({ id: 'a', question: 'q', sentence: 's', label: 1, split: 'dev' }, SentenceQuestion)).toEqual([
      { id: 'a', question: 'q', sentence: 's', label: true },
    ]);
  });

  it.each([
    [{ id: 'a', question: 'q', context: 'c', answerable: true, answers: [] }, PassageQuestion, 'r.jsonl:1: answers'],
    [{ id: 'a', question: 'q', answerable: false, answers: [] }, PassageQuestion, 'r.jsonl:1: context'],
    [{ id: 'a', question: 'q', sentence: 's', label: 2 }, SentenceQuestion, 'r.jsonl:1: label'],
  ])('refuses %j', (line, schema, sentence) => {
    expect(() => read(line, schema)).toThrow(sentence);
  });
});
