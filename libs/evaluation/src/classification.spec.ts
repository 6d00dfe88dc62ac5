import { describe, expect, it } from '@jest/globals';
import { summariseClassification, TypedQuestion, type ClassifiedItem } from './classification.js';
import { readJsonLines } from './json-lines.js';
import { seededRandom } from './metrics/statistics.js';

const item = (actual: string, predicted: string, confidence = 1): ClassifiedItem => ({ actual, predicted, confidence });
/** Three of four right: both of a, one of two b, whose other is taken for a. */
const items = [item('a', 'a'), item('a', 'a'), item('b', 'b', 0.5), item('b', 'a', 0.5)];

describe('summariseClassification', () => {
  const summary = summariseClassification(items, ['a', 'b', 'c'], seededRandom(1));

  it('gives every class the same weight in macro F1', () => {
    // F1 of a: precision 2/3, recall 1; of b: precision 1, recall 1/2.
    expect(summary).toMatchObject({ n: 4, metrics: { accuracy: 0.75, macroF1: (0.8 + 2 / 3) / 2 } });
    expect(summary.ci95.accuracy![0]).toBeLessThan(0.75);
  });

  it('says how far confidence is from what came true', () => {
    expect(summary.metrics.ece).toBe(0);
    const sure = items.map((one) => ({ ...one, confidence: 1 }));
    expect(summariseClassification(sure, ['a', 'b'], seededRandom(1)).metrics.ece).toBe(0.25);
  });

  it('counts a class that is only predicted as one of no F1, and leaves out what does not occur', () => {
    const { metrics, confusion } = summariseClassification([item('a', 'c')], ['a', 'b', 'c'], seededRandom(1));
    expect(metrics.macroF1).toBe(0);
    expect(confusion).toEqual({ a: { a: 0, c: 1 }, c: { a: 0, c: 0 } });
  });

  it('puts actual classes into rows and predicted ones into columns', () => {
    expect(summary.confusion).toEqual({ a: { a: 2, b: 0 }, b: { a: 1, b: 1 } });
  });

  it('has no figure without items', () => {
    const { metrics, ci95 } = summariseClassification([], ['a'], seededRandom(1));
    expect({ metrics, ci95 }).toEqual({
      metrics: { accuracy: null, macroF1: null, ece: null },
      ci95: { accuracy: null, macroF1: null, ece: null },
    });
  });
});

describe('TypedQuestion', () => {
  const read = (line: string) => readJsonLines(line, 'f.jsonl', TypedQuestion).map(({ value }) => value);

  it('ignores fields that it does not know, and takes numbers as ids', () => {
    expect(read('{"id": 7, "question": "Who? ", "type": "conversational", "subject": "x"}')).toEqual([
      { id: '7', question: 'Who?', type: 'conversational' },
    ]);
  });

  it.each([
    ['{"id": "a", "question": "Who?", "type": "riddle"}', 'f.jsonl:1: type'],
    ['{"id": "a", "question": " ", "type": "multi_hop"}', 'f.jsonl:1: question'],
  ])('refuses %s', (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});
