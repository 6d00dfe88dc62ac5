import { describe, expect, it } from '@jest/globals';
import { selectQueries } from './select-queries.js';

const queries = ['q1', 'q2', 'q3', 'q4', 'q5'].map((id) => ({ id, text: `What is ${id}?` }));
const judgements = new Map([
  ['q4', new Map([['a', 1]])],
  ['q1', new Map(Object.entries({ a: 0, b: 2 }))],
  ['q2', new Map([['a', 0]])],
  ['gone', new Map([['a', 1]])],
  ['q5', new Map([['c', 1]])],
]);

describe('selectQueries', () => {
  it('takes the queries with something relevant, in the order of their file, and counts the others', () => {
    const { queries: selected, leftOut } = selectQueries(
      [...queries, { id: 'q1', text: 'Again?' }],
      judgements,
      null,
      2,
    );
    expect(selected).toEqual([
      { id: 'q1', text: 'What is q1?', judgements: judgements.get('q1'), candidates: null },
      { id: 'q4', text: 'What is q4?', judgements: judgements.get('q4'), candidates: null },
    ]);
    expect(leftOut).toEqual({ unjudged: 1, nothingRelevant: 1, withoutText: 1, duplicates: 1, beyondLimit: 1 });
  });

  it('gives a query without candidates an empty list of them, where others have some', () => {
    const candidates = new Map([['q1', ['a', 'b']]]);
    expect(selectQueries(queries, judgements, candidates, null).queries.map((query) => query.candidates)).toEqual([
      ['a', 'b'],
      [],
      [],
    ]);
  });
});
