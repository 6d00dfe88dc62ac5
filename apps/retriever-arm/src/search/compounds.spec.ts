import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { chunkOf, FakeEmbedder, InMemoryKeywordIndex } from '@arbiter/ports/testing';
import { addCollection, COAST, libraryOf, requestOf, searchServiceOf, type Library } from '../../test/coast.library.js';

const { signal } = new AbortController();

const RULES = [
  chunkOf({ id: 'fee#0', title: 'Tarif', source: 'tarif.md', text: 'Die Lizenzgebühr beträgt vierzig Taler.' }),
  chunkOf({ id: 'area#0', title: 'Karte', source: 'karte.md', text: 'Im Wasserschutzgebiet darf niemand zelten.' }),
  chunkOf({ id: 'quay#0', title: 'Kai', source: 'kai.md', text: 'Für den Hafen zahlt man eine Gebühr.' }),
];

/** An index that cannot list its terms, as a server's. */
class UnlistedKeywordIndex extends InMemoryKeywordIndex {
  override vocabulary = undefined as unknown as InMemoryKeywordIndex['vocabulary'];
}

async function libraryIn(language: string, chunks = RULES): Promise<Library> {
  const library = await libraryOf({}, new FakeEmbedder());
  await addCollection(library, 'rules', chunks, { language });
  return library;
}

async function found(library: Library, query: string): Promise<string[]> {
  const request = requestOf({ query, method: 'keyword', knowledge_bases: ['rules'] });
  return (await searchServiceOf(library).search(request, signal)).results.map(({ source }) => source);
}

describe('parts of compounds', () => {
  it.each([
    ['Welche Gebühr hat die Lizenz?', 'tarif.md'],
    ['Was gilt im Schutzgebiet?', 'karte.md'],
    ['Wie hoch sind die Hafengebühren?', 'kai.md'],
  ])('are found in a German collection: %s', async (query, source) => {
    expect((await found(await libraryIn('de'), query))[0]).toBe(source);
  });

  it('make a passage relevant as the words themselves would, by what is asked for of them', async () => {
    const sut = searchServiceOf(await libraryIn('de'));
    const relevanceOf = async (query: string): Promise<number> =>
      (await sut.search(requestOf({ query, method: 'keyword' }), signal)).results[0]?.relevance_score ?? 0;
    const [both, one, whole] = [
      await relevanceOf('Lizenz mit Gebühr'),
      await relevanceOf('Schutz im Gebiet der Quellen'),
      await relevanceOf('Lizenzgebühr'),
    ];
    expect(both).toBeGreaterThan(one);
    expect(whole).toBeGreaterThanOrEqual(both);
    expect(both).toBeGreaterThan(0.9 * whole);
  });

  it('are not looked for where the index cannot list its terms, and the rest is found', async () => {
    const library = { ...(await libraryOf({})), keywordIndex: new UnlistedKeywordIndex() };
    await addCollection(library, 'rules', RULES, { language: 'de' });
    expect(await found(library, 'Was gilt im Schutzgebiet?')).toEqual([]);
    expect(await found(library, 'Lizenzgebühr')).toEqual(['tarif.md']);
  });

  it('cost a search nothing but themselves when the index fails to list its terms, and it says so', async () => {
    const library = await libraryIn('de');
    library.keywordIndex.vocabulary = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'Not now.'));
    const sut = searchServiceOf(library);
    const { results, degraded } = await sut.search(requestOf({ query: 'Lizenzgebühr', method: 'keyword' }), signal);
    expect([results.map(({ source }) => source), degraded]).toEqual([['tarif.md'], ['keyword']]);
  });

  it('are done without where the index keeps silent to that question alone', async () => {
    const library = await libraryIn('de');
    library.keywordIndex.vocabulary = (_, limited) =>
      new Promise((_resolve, reject) => {
        limited.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const sut = searchServiceOf(library, { indexTimeoutMs: 50 });
    const { results, degraded } = await sut.search(requestOf({ query: 'Lizenzgebühr', method: 'keyword' }), signal);
    expect([results.map(({ source }) => source), degraded]).toEqual([['tarif.md'], ['keyword']]);
  });

  it.each(['en', 'fr', 'pl', 'ru', 'ja', 'tr', 'hu'])(
    'leave a search in %s as it was, to the last bit, and the vocabulary unasked',
    async (language) => {
      const chunks = [...RULES, ...COAST];
      const library = await libraryIn(language, chunks);
      library.keywordIndex.vocabulary = () => {
        throw new Error('asked for');
      };
      const without = { ...(await libraryOf({})), keywordIndex: new UnlistedKeywordIndex() };
      await addCollection(without, 'rules', chunks, { language });
      for (const method of ['keyword', 'hybrid', 'vector'] as const) {
        const request = requestOf({ query: 'Gebühr harbour lamp Lizenz rules', method, explain: true });
        const [one, other] = await Promise.all(
          [library, without].map((of) => searchServiceOf(of).search(request, signal)),
        );
        expect(one?.results.length).toBeGreaterThan(0);
        expect(one).toEqual(other);
      }
    },
  );
});
