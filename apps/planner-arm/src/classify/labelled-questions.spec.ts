import { readFileSync } from 'node:fs';
import { QUESTION_TYPES, type QuestionType } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { classifyQuery } from './classify-query.js';

interface Labelled {
  readonly question: string;
  readonly type: QuestionType;
  readonly subject: string;
}

const read = (part: string): Labelled[] =>
  readFileSync(new URL(`../../test/questions/${part}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);
const accuracyOf = (questions: readonly Labelled[]) =>
  questions.filter(({ question, type }) => classifyQuery(question).queryType === type).length / questions.length;

describe('the labelled questions', () => {
  const [train, test] = [read('train'), read('test')];

  it('hold every type, over many subjects, and share no question', () => {
    for (const part of [train, test]) expect(new Set(part.map(({ type }) => type))).toEqual(new Set(QUESTION_TYPES));
    expect(new Set(test.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(10);
    const learnt = new Set(train.map(({ question }) => question.toLowerCase()));
    expect(test.filter(({ question }) => learnt.has(question.toLowerCase()))).toEqual([]);
  });

  it('are told without a language model as often as the report says', () => {
    expect(accuracyOf(test)).toBeGreaterThanOrEqual(FLOOR);
  });

  it('are told in every type', () => {
    for (const type of QUESTION_TYPES) {
      expect({ type, enough: accuracyOf(test.filter((one) => one.type === type)) >= LEAST_OF_TYPE }).toEqual({
        type,
        enough: true,
      });
    }
  });
});

/** Just below what was measured: a change that falls below it has to be looked at. */
const FLOOR = 0.79;
const LEAST_OF_TYPE = 0.55;
