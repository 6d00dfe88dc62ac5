import { describe, expect, it } from '@jest/globals';
import type { PassageReading } from '@arbiter/ports';
import { NOTHING_READ, passage, readingOf, spanOf } from '../../../test/readings.js';
import { candidateSentences } from './candidate-sentences.js';
import { judgeSentences, type JudgedSentence } from './judge-sentences.js';

const QUESTION = 'Who keeps the lamp of Gull Point?';
const LIGHT = passage('light', 'The stair has ninety steps. Mara Fell tends the flame. Oil is brought in spring.');
const INN = passage('inn', 'Odo Finch keeps a lamp like that of Gull Point in the inn.');
const candidates = candidateSentences([LIGHT, INN]);
const READ: readonly PassageReading[] = [readingOf(LIGHT.text, 'Mara Fell'), NOTHING_READ];

const judge = (readings: Parameters<typeof judgeSentences>[2]) => judgeSentences(QUESTION, candidates, readings);
const best = (judged: readonly JudgedSentence[]): string =>
  [...judged].sort((a, b) => b.probability - a.probability)[0]?.candidate.text ?? '';

describe('judgeSentences', () => {
  it('takes the sentence in which the reader found the answer before one that shares more words', () => {
    expect(best(judge(READ))).toBe('Mara Fell tends the flame.');
  });

  it('takes the clause that a question names before one in which the reader found the answer', () => {
    const rules = passage('rules', '3.1 The pier opens at dawn.\n3.2 The pier closes at dusk.');
    const read = [readingOf(rules.text, 'opens at dawn')];
    expect(best(judgeSentences('What does clause 3.2 say?', candidateSentences([rules]), read))).toBe(
      '3.2 The pier closes at dusk.',
    );
  });

  it('gives each sentence the words of it that answer, and no other sentence any', () => {
    const spans = judge(READ).map(({ candidate, span }) => [
      candidate.text,
      span && candidate.passage.text.slice(span.start, span.end),
    ]);
    expect(spans).toEqual([
      ['The stair has ninety steps.', null],
      ['Mara Fell tends the flame.', 'Mara Fell'],
      ['Oil is brought in spring.', null],
      [INN.text, null],
    ]);
  });

  it('gives a sentence the best of several spans, and knows the best of the passage', () => {
    const reading = {
      ...readingOf(LIGHT.text, 'Mara Fell'),
      spans: [spanOf(LIGHT.text, 'Mara Fell', 6), spanOf(LIGHT.text, 'the flame', 3), spanOf(LIGHT.text, 'ninety', 1)],
    };
    const [stair, flame] = judge([reading, NOTHING_READ]);
    expect([flame?.span?.score, flame?.features.holdsBest]).toEqual([6, true]);
    expect([stair?.span?.score, stair?.features.holdsBest]).toEqual([1, false]);
  });

  it('lets words choose among the sentences of a passage that nobody has read, and rank among passages', () => {
    const text = 'The stair has ninety steps, all of stone. Odo Finch keeps the lamp of Gull Point.';
    const both = [passage('first', text), passage('second', text)];
    const unread = judgeSentences(QUESTION, candidateSentences(both), null);
    expect(best(unread)).toBe('Odo Finch keeps the lamp of Gull Point.');
    const [, first, , second] = unread.map(({ probability }) => probability);
    expect(first).toBeGreaterThan(second ?? 1);
    expect(unread.map(({ verdict, span }) => [verdict, span])).toEqual(unread.map(() => [null, null]));
  });

  it('judges by words what the reader could not read, beside what it read', () => {
    const [, flame, , inn] = judge([readingOf(LIGHT.text, 'Mara Fell'), null]);
    expect(flame?.verdict).not.toBeNull();
    expect([inn?.verdict, inn?.features.passage]).toEqual([null, null]);
  });

  it('finds spans by their place in the passage, wherever that stands in its document', () => {
    const later = { ...LIGHT, start: 700, end: 700 + LIGHT.text.length };
    const judged = judgeSentences(QUESTION, candidateSentences([later]), READ);
    expect(judged.map(({ span }) => span !== null)).toEqual([false, true, false]);
  });

  it('trusts a sentence the less, the surer the reader is that its passage does not answer', () => {
    const probabilities = [0.01, 0.5, 0.99].map((none) => {
      const reading = { ...readingOf(LIGHT.text, 'Mara Fell'), verdict: { none, span: 1 - none, yes: 0, no: 0 } };
      return judge([reading, NOTHING_READ])[1]?.probability ?? 0;
    });
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
    expect(new Set(probabilities).size).toBe(3);
  });
});
