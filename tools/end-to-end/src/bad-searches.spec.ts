import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchResponse } from '@arbiter/contracts';
import { send, type HttpReply } from './http-calls.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

let standalone: SharedStandalone;

beforeAll(async () => {
  standalone = await sharedStandalone();
});

const post = (json: unknown): Promise<HttpReply> => send(`${standalone.retrieverUrl}/search`, { json });
/** Searches the notes about search, and no other collection. */
const postHere = (fields: object): Promise<HttpReply> => post({ knowledge_bases: ['research'], ...fields });

/** `{ a: { a: … } }`, so many levels deep. */
function nested(depth: number, key = 'a'): object {
  return Array.from({ length: depth }).reduce<object>((inner) => ({ [key]: inner }), { eq: 1 });
}

describe('a request of a wrong shape', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`key${n}`, n]));
  const fields: readonly [what: string, fields: object, path: string][] = [
    ['no query', { query: undefined }, 'query'],
    ['a query that is null', { query: null }, 'query'],
    ['a query that is a number', { query: 7 }, 'query'],
    ['a query that is a list', { query: ['x'] }, 'query'],
    ['an empty query', { query: '' }, 'query'],
    ['a query of blanks', { query: ' \t\n\u00a0\u3000' }, 'query'],
    ['a query of 100 kB', { query: 'lorem ipsum '.repeat(8_334) }, 'query'],
    ['a query of one character too many', { query: 'x'.repeat(8_193) }, 'query'],
    ['an unknown method', { method: 'semantic' }, 'method'],
    ['a method in capitals', { method: 'HYBRID' }, 'method'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit below 0', { limit: -1 }, 'limit'],
    ['a limit past 100', { limit: 101 }, 'limit'],
    ['half a result', { limit: 1.5 }, 'limit'],
    ['a limit in words', { limit: '10' }, 'limit'],
    ['a limit past all numbers', { limit: 1e308 }, 'limit'],
    ['a relevance below 0', { min_relevance_score: -0.1 }, 'min_relevance_score'],
    ['a relevance past 1', { min_relevance_score: 1.1 }, 'min_relevance_score'],
    ['a relevance in words', { min_relevance_score: 'high' }, 'min_relevance_score'],
    ['citations in words', { include_citations: 'yes' }, 'include_citations'],
    ['an unknown field', { filter: {} }, ''],
    ['filters that are a list', { filters: [] }, 'filters'],
    ['filters that are text', { filters: 'category=search' }, 'filters'],
    ['filters that are null', { filters: null }, 'filters'],
    ['a filter of null', { filters: { year: null } }, 'filters.year'],
    ['a filter of an empty list', { filters: { year: [] } }, 'filters.year'],
    ['a filter of lists in lists', { filters: { year: [[2024]] } }, 'filters.year'],
    ['a filter of 1,001 values', { filters: { year: Array.from({ length: 1_001 }, (_, n) => n) } }, 'filters.year'],
    ['an unknown operator', { filters: { year: { regex: '^2' } } }, 'filters.year'],
    ['an operator of another engine', { filters: { year: { $gte: 2024 } } }, 'filters.year'],
    ['an operator of a wrong type', { filters: { year: { gte: true } } }, 'filters.year'],
    ['no operator', { filters: { year: {} } }, 'filters.year'],
    ['bounds of two kinds', { filters: { year: { gte: 2024, lt: '2025' } } }, 'filters'],
    ['a date that is none', { filters: { date_from: 'yesterday' } }, 'filters.date_from'],
    ['a filter that is 50 deep', { filters: { a: nested(50) } }, 'filters.a'],
    ['a denial that is 50 deep', { filters: { a: nested(50, 'not') } }, 'filters.a'],
    ['65 filters', { filters: manyKeys }, 'filters'],
    ['a filter without a name', { filters: { '': 1 } }, 'filters'],
    ['a filter with too long a name', { filters: { ['k'.repeat(513)]: 1 } }, 'filters'],
  ];

  it.each(fields)('is refused and named: %s', async (_what, wrong, path) => {
    const reply = await postHere({ query: 'hybrid search', ...wrong });
    const problem = reply.problem();
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    const named = [...(problem.issues ?? []).map((issue) => issue.path), problem.detail];
    expect(named.some((each) => each === path || each.startsWith(`${path}.`) || each.includes(path))).toBe(true);
    expect(reply.text.length).toBeLessThan(5_000);
  });

  it.each([[[]], ['query'], [null], [7]])('is refused as a body: %j', async (body) => {
    expect((await post(body)).problem()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });
});

describe('a strange query', () => {
  const strange: readonly [what: string, query: string][] = [
    ['only stop words', 'the of and what is it'],
    ['only punctuation', '?!… — ;:,.'],
    ['only emoji', '🏮👩🏽‍🍳🦊'],
    ['one letter', 'x'],
    ['digits', '2024'],
    ['right to left', 'מי שומר על המגדלור'],
    ['right to left with marks of direction', '\u202eharbour\u202c من هو \u200fحارس'],
    ['Chinese', '谁看守灯塔'],
    ['Japanese', '灯台守は誰ですか'],
    ['Thai', 'ใครเฝ้าประภาคาร'],
    ['a quotation mark without its partner', '"hybrid search'],
    ['a curly quotation mark without its partner', '“hybrid search'],
    ['empty quotation marks', '"" search'],
    ['a phrase of stop words', '"to be or not to be"'],
    ['operators of Lucene', 'title:search^2 AND (vector~ OR "hybrid"~3*) -bm25 +key /re.*x/ [a TO z] NOT {b TO c}'],
    ['operators alone', 'AND OR NOT'],
    ['wildcards', '* ? **'],
    ['backslashes', '\\\\ \\" \\n \\u0000'],
    ['brackets that do not close', '((([[[{{{'],
    ['a script injection', '<script>alert(1)</script> {{constructor}} ${7*7} %00'],
    ['an SQL injection', "'; DROP TABLE chunks; -- OR 1=1"],
    ['marks upon marks', `h${'\u0301'.repeat(200)}ybrid`],
    ['no spaces', 'hybrid'.repeat(1_365)],
    ['as many words as fit', 'ab '.repeat(2_730)],
    ['as many different words as fit', Array.from({ length: 1_500 }, (_, n) => n.toString(36)).join(' ')],
    ['names of object properties', '__proto__ constructor toString hasOwnProperty'],
  ];

  it.each(strange)('is searched by every method, and never an error: %s', async (_what, query) => {
    for (const method of ['vector', 'keyword', 'hybrid']) {
      const reply = await postHere({ query, method, min_relevance_score: 0 });
      expect([method, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([method, 200, '']);
      const { results, total_results } = reply.json() as SearchResponse;
      expect(total_results).toBe(results.length);
      for (const { relevance_score } of results) {
        expect(relevance_score).toBeGreaterThanOrEqual(0);
        expect(relevance_score).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each([
    ['only stop words', 'the of and what is it'],
    ['only punctuation', '?!… — ;:,.'],
    ['operators alone', 'AND OR NOT'],
    ['another script', '谁看守灯塔'],
  ])('finds nothing at the default threshold: %s', async (_what, query) => {
    expect(((await postHere({ query })).json() as SearchResponse).results).toEqual([]);
  });

  it('with an operator in it is still a question of words', async () => {
    const { results } = (await postHere({ query: 'hybrid AND search -keyword' })).json() as SearchResponse;
    expect(results[0]?.source).toBe('hybrid-search.md');
  });
});

describe('a strange filter', () => {
  it.each([
    ['a key that nothing has', { 'no.such.key': 1 }],
    ['a key of 50 parts', { [Array.from({ length: 50 }, () => 'a').join('.')]: 1 }],
    ['a key of dots', { '...': 1 }],
    ['a key with quotation marks', { '"a" = \'b\' --': 1 }],
    ['names of object properties', JSON.parse('{"__proto__": 1, "constructor": "x", "toString": true}') as object],
    ['a value of 8,000 characters', { category: 'x'.repeat(8_000) }],
    ['a value in another script', { category: '灯台 🏮' }],
    ['a number past all numbers', { year: 1e308 }],
    ['bounds that exclude each other', { year: { gt: 5, lt: 3 } }],
    ['a key that is wanted and not wanted', { category: { eq: 'search', not: 'search' } }],
  ])('finds nothing: %s', async (_what, filters) => {
    const reply = await postHere({ query: 'hybrid search', min_relevance_score: 0, filters });
    expect([reply.status, reply.json()]).toMatchObject([200, { results: [] }]);
  });
});

it('still answers a good search after all of them', async () => {
  const { results } = (await postHere({ query: 'What merges lists by rank?' })).json() as SearchResponse;
  expect(results[0]?.source).toBe('rank-fusion.md');
});
