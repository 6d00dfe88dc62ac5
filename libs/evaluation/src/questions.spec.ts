import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { readQuestions } from './questions.js';

const line = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    id: 'q1',
    question: 'Who keeps the light?',
    type: 'simple_lookup',
    answerable: true,
    answers: ['Serafine'],
    evidence: [{ document: 'documents/people/serafine.md', quote: 'keeps the light' }],
    ...fields,
  });

const read = (...lines: string[]) => readQuestions(lines.join('\n'), 'eval/questions.jsonl');

const failure = (...lines: string[]): ArbiterError => {
  try {
    read(...lines);
  } catch (thrown) {
    if (thrown instanceof ArbiterError) return thrown;
  }
  throw new TypeError('nothing of the kind was thrown');
};

describe('readQuestions', () => {
  it('fills in what a line leaves out, and ignores fields it does not know', () => {
    expect(read(line({ difficulty: 3 }))).toEqual([
      {
        id: 'q1',
        question: 'Who keeps the light?',
        type: 'simple_lookup',
        answerable: true,
        answers: ['Serafine'],
        mustMention: [],
        mustNotMention: [],
        evidence: [{ document: 'documents/people/serafine.md', quote: 'keeps the light' }],
        expectedEntities: [],
        unavailableEntities: [],
        cascade: false,
      },
    ]);
  });

  it('reads past a byte order mark, carriage returns and empty lines', () => {
    expect(read(`\uFEFF${line()}\r`, '', ` `, line({ id: 'q2' }), '').map(({ id }) => id)).toEqual(['q1', 'q2']);
  });

  it.each([
    ['a line that is not JSON', '{"id": "q2"', 'eval/questions.jsonl:3: not JSON.'],
    ['an unknown type', line({ type: 'riddle' }), 'eval/questions.jsonl:3: type: '],
    ['a question without text', line({ question: ' ' }), 'eval/questions.jsonl:3: question: '],
    ['an answerable question without an answer', line({ id: 'q2', answers: [] }), 'is answerable, but says neither'],
    ['an id that stands on an earlier line', line(), 'eval/questions.jsonl:3: the id "q1" is that of line 1.'],
  ])('names file and line of %s', (_, broken, message) => {
    const error = failure(line(), '', broken);
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.message).toContain(message);
    expect(error.details).toEqual({ file: 'eval/questions.jsonl', line: 3 });
  });

  it('takes an unanswerable question without answers, and a question about entities only', () => {
    expect(read(line({ answerable: false, answers: undefined, evidence: undefined }))).toHaveLength(1);
    expect(read(line({ type: 'status', answers: [], expectedEntities: ['The Gilded Eel'] }))).toHaveLength(1);
  });
});
