import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChunkFilter, FilterCondition, FilterTest, FilterValue } from '../../chunk-filter.js';
import type { Chunk, ChunkIndex } from '../../chunk-index.js';
import { instantOf } from '../../sortable-values.js';
import { seededRandom } from '../clock.js';
import { soakCount, soakSeed } from '../soak.js';
import { chunkOf, documentsOf } from './chunk.fixture.js';
import { holds } from './filter-condition.js';
import type { ChunkIndexSubject } from './searching.suite.js';

const COMBINATIONS = soakCount(200);
const TEXT = 'it\'s "here" \\ 100%_ é🔥';
const METADATA: Readonly<Record<string, Chunk['metadata']>> = {
  'inn#0': { kind: 'place', year: 1204, open: true, tags: ['sea', 'trade'], text: TEXT, date: '2024-03-15' },
  'guild#0': { kind: 'faction', year: 1310.5, open: false, tags: ['trade'], 'odd key=": \'': 1, date: '2024-03' },
  'law#0': { kind: 'law', year: '1204', tags: [], nested: { kind: 'place', deep: [{ no: -3 }, { no: 8 }] } },
  'bare#0': {},
  'null#0': { kind: null, year: Number.MAX_SAFE_INTEGER, date: '2023-12-31T23:59:59.5+01:00', 'a.b': 'flat' },
};

const is = (key: string, ...values: FilterValue[]): FilterCondition => ({ key, test: { kind: 'any-of', values } });
const not = (condition: FilterCondition): FilterCondition => ({ ...condition, negated: true });
const orAbsent = (condition: FilterCondition): FilterCondition => ({ ...condition, orAbsent: true });
const exists = (key: string): FilterCondition => ({ key, test: { kind: 'exists' } });
const number = (key: string, bounds: Extract<FilterTest, { kind: 'number-range' }>['bounds']): FilterCondition => ({
  key,
  test: { kind: 'number-range', bounds },
});
const date = (key: string, bounds: { readonly gte?: string; readonly lt?: string }): FilterCondition => ({
  key,
  test: {
    kind: 'date-range',
    bounds: Object.fromEntries(Object.entries(bounds).map(([name, text]) => [name, instantOf(text) ?? Number.NaN])),
  },
});

/** Filters of every chunk index, compared with a direct evaluation. Part of the suites of the two ports. */
export function describeFilters<C extends Chunk, I extends ChunkIndex<C>>({
  create,
  findable,
  find,
}: ChunkIndexSubject<C, I>): void {
  describe('filters', () => {
    const signal = new AbortController().signal;
    const opened: I[] = [];
    afterAll(async () => {
      for (const index of opened) await index.close();
    });
    const written = async (metadata: Readonly<Record<string, Chunk['metadata']>>): Promise<I> => {
      const index = await create();
      opened.push(index);
      const chunks = Object.entries(metadata).map(([id, own]) =>
        findable(chunkOf({ id, text: 'beacon', metadata: own })),
      );
      await index.replaceDocuments('c', documentsOf(...chunks), signal);
      return index;
    };
    /** Holds only the chunks of METADATA, so every hit is one of them. */
    let index: I;
    beforeAll(async () => {
      index = await written(METADATA);
    });

    const found = async (filter: ChunkFilter, limit = 2_000, within = index): Promise<string[]> =>
      (await find(within, 'c', { limit, filter, signal })).map((hit) => hit.chunkId).sort();

    it.each<[string, ChunkFilter, string[]]>([
      ['nothing', [], ['bare#0', 'guild#0', 'inn#0', 'law#0', 'null#0']],
      ['one value', [is('kind', 'place')], ['inn#0']],
      ['any of some values', [is('kind', 'place', 'law', 'unknown')], ['inn#0', 'law#0']],
      ['any of no value', [is('kind')], []],
      ['several conditions, all of which must hold', [is('kind', 'place', 'faction'), is('open', false)], ['guild#0']],
      ['a number, which is not its text', [is('year', 1204)], ['inn#0']],
      ['a text, which is not its number', [is('year', '1204')], ['law#0']],
      ['a boolean', [is('open', true)], ['inn#0']],
      ['an element of a list', [is('tags', 'trade')], ['guild#0', 'inn#0']],
      ['any of the elements of a list', [is('tags', 'sea', 'law')], ['inn#0']],
      ['a key that no chunk has', [is('colour', 'red')], []],
      ['a key inside an object', [is('nested.kind', 'place')], ['law#0']],
      ['a key inside the objects of a list', [is('nested.deep.no', 8)], ['law#0']],
      ['a key that holds a dot itself', [is('a.b', 'flat')], ['null#0']],
      ['quotes, a backslash, wildcards and emoji', [is('text', TEXT)], ['inn#0']],
      ['a wildcard, which stands for itself', [is('kind', '%', '*')], []],
      ['an odd key', [is('odd key=": \'', 1)], ['guild#0']],
      ['a quote that would end the literal', [is('kind', "x' OR 'a'='a")], []],
      ['what a key is not', [not(is('kind', 'place', 'law'))], ['bare#0', 'guild#0', 'null#0']],
      ['none of no value, which all pass', [not(is('kind'))], ['bare#0', 'guild#0', 'inn#0', 'law#0', 'null#0']],
      ['a key that is there', [exists('tags')], ['guild#0', 'inn#0']],
      ['an object that is there', [exists('nested'), exists('nested.deep')], ['law#0']],
      ['a key that is not there', [not(exists('year'))], ['bare#0']],
      ['a value, or no such key', [orAbsent(is('kind', 'place', 'law'))], ['bare#0', 'inn#0', 'law#0', 'null#0']],
      ['an element of a list, or none', [orAbsent(is('tags', 'sea'))], ['bare#0', 'inn#0', 'law#0', 'null#0']],
      ['no value at all, or no such key', [orAbsent(is('kind'))], ['bare#0', 'null#0']],
      ['another value, or no such key', [orAbsent(not(is('kind', 'place')))], ['bare#0', 'guild#0', 'law#0', 'null#0']],
      ['a null, which is not there', [not(exists('kind'))], ['bare#0', 'null#0']],
      ['numbers from', [number('year', { gte: 1204 })], ['guild#0', 'inn#0', 'null#0']],
      ['numbers above', [number('year', { gt: 1204 })], ['guild#0', 'null#0']],
      ['numbers between', [number('year', { gt: 1204, lte: 1310.5 })], ['guild#0']],
      ['numbers below', [number('year', { lt: 1310.5 })], ['inn#0']],
      ['an empty range', [number('year', { gt: 5, lt: 5 })], []],
      ['a negative number', [number('nested.deep.no', { lt: 0 })], ['law#0']],
      ['numbers that one value of a list reaches', [number('nested.deep.no', { gte: 7 })], ['law#0']],
      ['what is not in a range', [not(number('year', { gte: 0 }))], ['bare#0', 'law#0']],
      ['dates from', [date('date', { gte: '2024-01-01' })], ['guild#0', 'inn#0']],
      ['dates between', [date('date', { gte: '2024-03-01', lt: '2024-03-02' })], ['guild#0']],
      ['a time in another zone', [date('date', { gte: '2023-12-31T22:59:59Z', lt: '2024' })], ['null#0']],
    ])('by %s', async (_, filter, expected) => {
      expect(await found(filter)).toEqual(expected);
    });

    it('apply before the limit', async () => {
      expect(await found([is('kind', 'law')], 1)).toEqual(['law#0']);
    });

    it('tell which of given chunks carry none of several marks', async () => {
      const marked = { 'log#0': { made: 'log' }, 'own#0': { own: true }, 'both#0': { made: 'log', own: true } };
      const within = await written({ ...marked, 'guide#0': { kind: 'guide' }, 'note#0': {}, 'other#0': {} });
      const chunkIds = [...Object.keys(marked), 'guide#0', 'note#0', 'never#0'];
      const filter = [not(exists('made')), not(exists('own'))];
      const hits = await find(within, 'c', { limit: chunkIds.length, chunkIds, filter, signal });
      expect(hits.map((hit) => hit.chunkId).sort()).toEqual(['guide#0', 'note#0']);
    });

    it(`agree with a plain reading on ${COMBINATIONS} random combinations`, async () => {
      const random = seededRandom(soakSeed('filters of a store'));
      const metadata = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`d${i}#0`, randomMetadata(random)]));
      const large = await written(metadata);
      for (let round = 0; round < COMBINATIONS; round += 1) {
        const filter = randomFilter(random);
        const expected = Object.entries(metadata)
          .filter(([, own]) => filter.every((condition) => holds(own, condition)))
          .map(([id]) => id)
          .sort();
        expect({ filter, found: await found(filter, undefined, large) }).toEqual({ filter, found: expected });
      }
    });
  });
}

const KINDS = ['place', 'person', 'law', "o'clock", '船'];

/** Metadata of every shape: scalars, lists, objects, dates, numbers of any size, missing keys. */
export function randomMetadata(random: () => number): Chunk['metadata'] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const maybe = (key: string, value: () => unknown): Chunk['metadata'] => (random() < 0.7 ? { [key]: value() } : {});
  return {
    ...maybe('kind', () => pick<unknown>([...KINDS, null])),
    ...maybe('year', () => pick<unknown>([1200 + Math.floor(random() * 20), random() * 1e6 - 5e5, String(1200), -0])),
    ...maybe('tags', () => KINDS.filter(() => random() < 0.4)),
    ...maybe('open', () => random() < 0.5),
    ...maybe('date', () =>
      pick(['2024', '2024-02', `2024-0${1 + Math.floor(random() * 9)}-15`, '2024-06-01T12:00:00Z', 'soon']),
    ),
    ...maybe('nested', () => ({ kind: pick(KINDS), levels: [{ no: Math.floor(random() * 6) }] })),
  };
}

/** One to three conditions over the keys of {@link randomMetadata}. */
export function randomFilter(random: () => number): ChunkFilter {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const bounds = (low: number, high: number) => {
    const [from, to] = [low + random() * (high - low), low + random() * (high - low)].sort((a, b) => a - b);
    return {
      ...(random() < 0.8 && { [pick(['gt', 'gte'])]: Math.round(from ?? 0) }),
      ...(random() < 0.8 && { [pick(['lt', 'lte'])]: Math.round(to ?? 0) }),
    };
  };
  const condition = (): FilterCondition =>
    pick<() => FilterCondition>([
      () => is('kind', ...KINDS.filter(() => random() < 0.4)),
      () => is('tags', pick(KINDS)),
      () => is('year', pick([1200, '1200', 1205, 0])),
      () => is('open', random() < 0.5),
      () => is('nested.kind', pick(KINDS)),
      () => exists(pick(['kind', 'year', 'tags', 'date', 'nested', 'nested.levels.no', 'never'])),
      () => number(pick(['year', 'nested.levels.no']), bounds(-10, 1_220)),
      () => ({
        key: 'date',
        test: { kind: 'date-range', bounds: bounds(Date.UTC(2023, 11, 1), Date.UTC(2024, 11, 1)) },
      }),
    ])();
  const varied = (one: FilterCondition): FilterCondition => {
    const either = random() < 0.2 ? orAbsent(one) : one;
    return random() < 0.25 ? not(either) : either;
  };
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => varied(condition()));
}
