import { describe, expect, it } from '@jest/globals';
import { clausesOf, factsOf } from './chunk-filter.js';
import { randomFilter, randomMetadata, seededRandom } from './testing/index.js';
import { holds } from './testing/chunk-indexes/filter-condition.js';

/** Evaluates clauses on facts as a store does. */
function admits(facts: ReadonlySet<string>, clauses: ReturnType<typeof clausesOf>): boolean {
  return clauses.every(
    ({ anyOf, negated, orWithout }) =>
      (orWithout !== undefined && !facts.has(orWithout)) || anyOf.some((fact) => facts.has(fact)) !== negated,
  );
}

describe('facts of metadata', () => {
  it('are not made of offsets', () => {
    const offsets = { page_breaks: [{ page: 2, start: 7 }], run_in_headings: [{ start: 0, end: 4 }] };
    expect(factsOf({ author: 'Mara', ...offsets })).toEqual(factsOf({ author: 'Mara' }));
  });

  it('decide filters as a plain reading of the metadata does', () => {
    const random = seededRandom(11);
    const library = Array.from({ length: 200 }, () => randomMetadata(random));
    const facts = library.map((metadata) => new Set(factsOf(metadata)));
    const wrong: object[] = [];
    for (let round = 0; round < 300; round += 1) {
      const filter = randomFilter(random);
      const clauses = clausesOf(filter);
      library.forEach((metadata, index) => {
        const expected = filter.every((condition) => holds(metadata, condition));
        const admitted = admits(facts[index]!, clauses);
        if (admitted !== expected) wrong.push({ filter, metadata, admitted });
      });
    }
    expect(wrong).toEqual([]);
  });

  it('tell keys, types and long texts apart', () => {
    const long = 'x'.repeat(10_000);
    const facts = [
      { 'a":"b': 'c' },
      { a: 'b":"c' },
      { a: 1 },
      { a: '1' },
      { a: true },
      { a: 'true' },
      { a: long },
      { a: `${long}y` },
      { a: `y${long.slice(1)}` },
    ].map((metadata) => factsOf(metadata).join('\n'));
    expect(new Set(facts).size).toBe(facts.length);
    expect(factsOf({ a: long }).every((fact) => fact.length < 1_000)).toBe(true);
  });

  it('have none of what is nothing', () => {
    expect(
      factsOf({ none: null, empty: [], object: {}, nan: Number.NaN, missing: undefined, list: [null, [null]] }),
    ).toEqual([]);
  });

  it('end at a depth that no document needs', () => {
    const deep = Array.from({ length: 10_000 }).reduce<Record<string, unknown>>((inner) => ({ inner }), { end: 1 });
    expect(factsOf(deep)).toEqual([]);
  });
});
