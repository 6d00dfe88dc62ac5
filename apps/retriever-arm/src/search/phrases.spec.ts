import { ArbiterError, type SearchRequest } from '@arbiter/contracts';
import { chunkOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { COAST, DEFAULT_SEARCH_SETTINGS, libraryOf, requestOf, searchServiceOf } from '../../test/coast.library.js';
import { RerankStage } from '../ranking/rerank.stage.js';
import { SearchService } from './search.service.js';

const { signal } = new AbortController();
const METHODS = ['hybrid', 'vector', 'keyword'] as const;

async function found(fields: Partial<SearchRequest>, chunks = COAST): Promise<{ ids: unknown[]; told: string[] }> {
  const sut = searchServiceOf(await libraryOf({ coast: chunks }));
  const { results, notices } = await sut.search(requestOf({ query: 'lamp', ...fields }), signal);
  return { ids: results.map(({ metadata }) => metadata.chunk_id), told: notices.map(({ message }) => message) };
}

/** More passages about the boat than an index hands over, and one that is hardly about it. */
const BOATS = [
  ...Array.from({ length: 130 }, (_, n) =>
    chunkOf({ id: `boat#${n}`, text: `The boat to the quay is a boat of boat number ${n}.` }),
  ),
  chunkOf({
    id: 'rule#0',
    text: 'In winter the old rules of the guild hold, and nobody asks for the reason. A late boat, it is said, waits.',
  }),
];

describe('a phrase in quotation marks', () => {
  it.each(METHODS)('is all that a %s search finds, if nothing else is asked for', async (method) => {
    expect(await found({ query: '"lamp of Gull Point"', method })).toEqual({ ids: ['light#0'], told: [] });
  });

  it.each(METHODS)('comes first in a %s search that asks for more', async (method) => {
    const query = 'Which boat is a "late boat"?';
    const { ids, told } = await found({ query, method, limit: 3 }, BOATS);
    expect(ids[0]).toBe('rule#0');
    expect(ids).toHaveLength(3);
    expect(told).toEqual([]);
  });

  it.each(['feedback', 'z-score', 'min-max', 'rrf'] as const)('comes first under %s', async (fusion) => {
    const { ids } = await found({ query: 'Which boat is a "late boat"?', fusion, limit: 3 }, BOATS);
    expect(ids[0]).toBe('rule#0');
  });

  it.each(METHODS)('filters nothing in a %s search and is told of, if no passage holds it', async (method) => {
    const plain = await found({ query: 'What does the lantern of the lamp burn?', method });
    const quoted = await found({ query: 'What does the “lantern of the lamp” burn?', method });
    expect(quoted.ids).toEqual(plain.ids);
    expect(quoted.ids).not.toEqual([]);
    expect(quoted.told).toEqual(['No passage holds “lantern of the lamp” word for word.']);
  });

  it.each(METHODS)('filters nothing either if it is all that a %s search asks for', async (method) => {
    const { ids, told } = await found({ query: '"Gull Point of lamp"', method });
    expect(ids[0]).toBe('light#0');
    expect(told).toEqual(['No passage holds “Gull Point of lamp” word for word.']);
  });

  it('ranks passages by how many of them they hold', async () => {
    const chunks = ['a late boat', 'a late boat and an early cart', 'an early cart', 'a late cart'].map((text, n) =>
      chunkOf({ id: `c#${n}`, text }),
    );
    const { ids, told } = await found({ query: '"early cart" «late boat» "wet sail"' }, chunks);
    expect(ids[0]).toBe('c#1');
    expect(ids).toHaveLength(3);
    expect(told).toEqual(['No passage holds “wet sail” word for word.']);
  });

  it('asks for nothing if it is made of stop words', async () => {
    expect(await found({ query: 'lamp "of the"' })).toEqual(await found({ query: 'lamp of the' }));
  });

  it('is told of only if no collection holds it', async () => {
    const moor = [chunkOf({ id: 'moor#0', text: 'Peat is cut on the moor in May.' })];
    const sut = searchServiceOf(await libraryOf({ coast: COAST, moor }));
    const { results, notices } = await sut.search(requestOf({ query: '"moor in May"' }), signal);
    expect(results.map(({ metadata }) => metadata.chunk_id)).toEqual(['moor#0']);
    expect(notices).toEqual([]);
  });

  it('comes first whatever a reranker thinks of it', async () => {
    const score = (_: string, all: readonly { readonly id: string }[]): Promise<number[]> =>
      Promise.resolve(all.map(({ id }) => (id === 'rule#0' ? 0 : 1)));
    const reranking = new RerankStage({ name: 'contrary', score }, { candidates: 25, budgetMs: 1_000 });
    const sut = new SearchService(await libraryOf({ coast: BOATS }), DEFAULT_SEARCH_SETTINGS, reranking, () => 0);
    const { results } = await sut.search(requestOf({ query: 'Which "late boat" waits?', rerank: true }), signal);
    expect(results[0]?.metadata.chunk_id).toBe('rule#0');
  });

  it.each(['search', 'chunks'])(
    'is a plain word where the keyword index cannot answer (%s), and nothing is said of it',
    async (call) => {
      const { keywordIndex, ...library } = await libraryOf({ coast: COAST });
      const fail = (): Promise<never> => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store has gone away.'));
      const failing = new Proxy(keywordIndex, {
        get: (target, name) => {
          const value: unknown = name === call ? fail : Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      const sut = searchServiceOf({ ...library, keywordIndex: failing });
      const { results, notices, degraded } = await sut.search(requestOf({ query: '"whale oil"' }), signal);
      expect(results[0]?.metadata.chunk_id).toBe('light#1');
      expect(notices).toEqual([]);
      expect(degraded).toEqual(['keyword']);
    },
  );
});
