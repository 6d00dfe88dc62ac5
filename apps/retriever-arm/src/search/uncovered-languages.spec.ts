import { describe, expect, it } from '@jest/globals';
import { SHIPPED_EMBEDDING_MODEL } from '@arbiter/backends';
import type { SearchMethod } from '@arbiter/contracts';
import { chunkOf, FakeEmbedder } from '@arbiter/ports/testing';
import { addCollection, COAST, libraryOf, requestOf, searchServiceOf, type Library } from '../../test/coast.library.js';
import type { SearchOutcome } from './search.service.js';

const { signal } = new AbortController();
const RUSSIAN = [
  chunkOf({ id: 'маяк#0', title: 'Маяк', source: 'маяк.md', text: 'Смотрителя маяка зовут Иван Петров.' }),
  chunkOf({ id: 'рынок#0', title: 'Рынок', source: 'рынок.md', text: 'По средам рыбаки продают сельдь.' }),
];

/** Fake vectors under the name of the model whose languages are known. */
async function library(): Promise<Library> {
  const ports = await libraryOf({ coast: COAST }, new FakeEmbedder({ model: SHIPPED_EMBEDDING_MODEL }));
  await addCollection(ports, 'bereg', RUSSIAN, { language: 'ru' });
  return ports;
}

async function searched(query: string, method: SearchMethod): Promise<SearchOutcome & { readonly lists: unknown[] }> {
  const outcome = await searchServiceOf(await library()).search(requestOf({ query, method, explain: true }), signal);
  const lists = outcome.results[0]?.explanation?.lists.map(({ list }) => list) ?? [];
  return { ...outcome, lists };
}

describe('a question in a script that the model does not know', () => {
  const QUERY = 'Как зовут смотрителя маяка?';

  it('is answered by the keywords alone, and says so', async () => {
    const { results, lists, notices, degraded } = await searched(QUERY, 'hybrid');
    expect(results.map(({ source }) => source)).toEqual(['маяк.md']);
    expect(results[0]?.relevance_score).toBeGreaterThan(0.5);
    expect(lists).toEqual(['keyword']);
    expect(notices.map(({ code }) => code)).toEqual(['script-not-covered']);
    expect(degraded).toEqual([]);
  });

  it('still asks the vectors where only they are wanted, and does not believe how near they are', async () => {
    const { results, notices } = await searched(QUERY, 'vector');
    const market = results.find(({ source }) => source === 'рынок.md');
    expect(market?.relevance_score).toBeLessThan(0.5);
    expect(notices.map(({ code }) => code)).toEqual(['script-not-covered', 'language-not-covered']);
  });

  it('says nothing of a model that had no part in the search', async () => {
    expect((await searched(QUERY, 'keyword')).notices).toEqual([]);
  });
});

describe('a question that the model can read', () => {
  it('asks both indexes, and says which collection is in another language', async () => {
    const { lists, notices } = await searched('Who keeps the lamp of Gull Point?', 'hybrid');
    expect(lists).toEqual(['vector', 'keyword']);
    expect(notices.map(({ code, message }) => [code, message.includes('"bereg" is in Russian')])).toEqual([
      ['language-not-covered', true],
    ]);
  });
});
