import { describe, expect, it } from '@jest/globals';
import { SearchFilters } from '@arbiter/contracts';
import { clausesOf, factsOf } from '@arbiter/ports';
import { chunkFilterOf } from './chunk-filter.js';

const LIBRARY = {
  inn: { kind: 'place', year: 1204, tags: ['sea', 'trade'], date: '2024-03-15', author: { name: 'Ann' } },
  guild: { kind: 'faction', year: 1310, tags: ['trade'], date: '2024-03-31T18:00:00Z', author: { name: 'Bo' } },
  law: { kind: 'law', date: '2025-01-01' },
};

function admitted(filters: unknown): string[] {
  const clauses = clausesOf(chunkFilterOf(SearchFilters.parse(filters)));
  return Object.entries(LIBRARY)
    .filter(([, metadata]) => {
      const facts = factsOf(metadata);
      return clauses.every(({ anyOf, negated }) => anyOf.some((fact) => facts.includes(fact)) !== negated);
    })
    .map(([name]) => name);
}

describe('filters of a request', () => {
  it.each<[string, unknown, string[]]>([
    ['none', {}, ['inn', 'guild', 'law']],
    ['a value', { kind: 'law' }, ['law']],
    ['a list', { kind: ['law', 'place'] }, ['inn', 'law']],
    ['a list under an operator', { tags: { in: ['sea', 'moor'] } }, ['inn']],
    ['equality under an operator', { year: { eq: 1310 } }, ['guild']],
    ['a range', { year: { gte: 1204, lt: 1310 } }, ['inn']],
    ['a key that is there', { year: { exists: true } }, ['inn', 'guild']],
    ['a key that is not', { year: { exists: false } }, ['law']],
    ['what it is not', { kind: { not: 'place' } }, ['guild', 'law']],
    ['none of a list', { kind: { not: ['place', 'law'] } }, ['guild']],
    ['outside of a range', { year: { not: { gte: 1300 } } }, ['inn', 'law']],
    ['a key that is not there, said the other way', { year: { not: { exists: true } } }, ['law']],
    ['a path', { 'author.name': { not: 'Bo' } }, ['inn', 'law']],
    ['a first day, included', { date_from: '2024-03-31' }, ['guild', 'law']],
    ['a last day, included to its end', { date_to: '2024-03-31' }, ['inn', 'guild']],
    ['a last month, included to its end', { date_from: '2024-03', date_to: '2024-03' }, ['inn', 'guild']],
    ['a year', { date: { gte: '2025' } }, ['law']],
    ['after all of a day', { date: { gt: '2024-03-15' } }, ['guild', 'law']],
    ['several conditions', { tags: 'trade', year: { gt: 1204 } }, ['guild']],
  ])('know %s', (_, filters, expected) => {
    expect(admitted(filters)).toEqual(expected);
  });

  it.each<[string, unknown, string]>([
    ['bounds of two kinds', { year: { gte: 3, lt: '2024' } }, 'filters.year'],
    ['a first day that does not exist', { date_from: '2024-02-30' }, 'filters.date_from'],
    ['a last day that does not exist', { date_from: '2024', date_to: '2024-02-30' }, 'filters.date_to'],
    ['two operators under not', { year: { not: { eq: 3, in: [4] } } }, 'filters.year.not'],
  ])('refuse %s by its key', (_, filters, path) => {
    expect(() => chunkFilterOf(SearchFilters.parse(filters))).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', details: { issues: [expect.objectContaining({ path })] } }),
    );
  });

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { not: nested(depth - 1) });
  it.each<[string, unknown, string]>([
    ['an unknown operator', { year: { regex: '^2' } }, 'year'],
    ['a wrong type', { year: { gte: true } }, 'year'],
    ['an empty list', { year: [] }, 'year'],
    ['no operator', { year: {} }, 'year'],
    ['an object instead of a path', { author: { name: 'Ann' } }, 'author'],
    ['operators 50 deep', { year: nested(50) }, 'year'],
    ['null', { year: null }, 'year'],
    ['a number for a date', { date_from: 2024 }, 'date_from'],
  ])('are refused by the contract for %s', (_, filters, key) => {
    const { error } = SearchFilters.safeParse(filters);
    expect(error?.issues[0]?.path[0]).toBe(key);
  });
});
