import { ArbiterError, type SearchRequest } from '@arbiter/contracts';
import type { KeywordIndex } from '@arbiter/ports';
import { chunkOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import {
  addCollection,
  COAST,
  DEFAULT_SEARCH_SETTINGS,
  libraryOf,
  requestOf,
  searchServiceOf,
} from '../../test/coast.library.js';
import { RerankStage, type CandidateReranker } from '../ranking/rerank.stage.js';
import { SearchService } from './search.service.js';

const { signal } = new AbortController();
const QUERY = 'Who keeps the lamp of Gull Point?';

async function idsOf(fields: Partial<SearchRequest>, chunks = COAST): Promise<unknown[]> {
  const sut = searchServiceOf(await libraryOf({ coast: chunks }));
  const { results } = await sut.search(requestOf({ query: QUERY, ...fields }), signal);
  return results.map(({ metadata }) => metadata.chunk_id);
}

describe('an explanation', () => {
  it('shows rank and score in every list of both rounds, and the fused score', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST }));
    const { results } = await sut.search(requestOf({ query: 'keeper of the lamp', explain: true }), signal);
    const [first] = results;
    expect(first?.explanation).toMatchObject({ fusion: 'feedback', rerank: null });
    const lists = first?.explanation?.lists ?? [];
    expect(lists.map(({ list }) => list)).toEqual(['vector', 'keyword', 'vector+feedback', 'keyword+feedback']);
    for (const list of lists) expect(list).toMatchObject({ rank: 1, score: expect.any(Number) });
    const contributed = lists.reduce((sum, { contribution }) => sum + contribution, 0);
    expect(contributed).toBeCloseTo(first?.explanation?.fused_score ?? Number.NaN, 9);
  });

  it('shows what the relevance rests on, of every passage', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST }));
    const { results } = await sut.search(requestOf({ query: 'whale oil', explain: true }), signal);
    for (const { explanation } of results) {
      const asked = explanation?.lists.find(({ list }) => list === 'vector')?.score;
      expect(explanation?.evidence.cosine).toBeCloseTo(asked ?? Number.NaN, 6);
    }
    const [best] = results;
    expect(best?.explanation?.evidence.coverage).toBe(1);
    const law = results.find(({ source }) => source === 'law.md');
    expect(law?.explanation?.evidence.coverage).toBe(0);
    const words = await sut.search(requestOf({ query: 'whale oil', method: 'keyword', explain: true }), signal);
    expect(words.results[0]?.explanation?.evidence).toEqual({ cosine: null, coverage: 1 });
  });

  it('gives 0 from the keywords to a passage that shares no word, and no rank', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST }));
    const { results } = await sut.search(requestOf({ query: 'whale oil', explain: true, fusion: 'z-score' }), signal);
    const law = results.find(({ source }) => source === 'law.md');
    expect(law?.explanation?.lists).toContainEqual(expect.objectContaining({ list: 'keyword', rank: null, score: 0 }));
  });

  it('tells of one round for a question that names what it is about', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST }));
    const { results } = await sut.search(requestOf({ query: QUERY, explain: true }), signal);
    expect(results[0]?.explanation).toMatchObject({ fusion: 'z-score' });
    expect(results[0]?.explanation?.lists.map(({ list }) => list)).toEqual(['vector', 'keyword']);
  });

  it('is left out unless it is asked for', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST }));
    const { results } = await sut.search(requestOf({ query: QUERY }), signal);
    expect(results[0]).not.toHaveProperty('explanation');
  });
});

describe('ways to fuse', () => {
  it.each(['feedback', 'z-score', 'min-max', 'rrf'] as const)('%s puts the right passage first', async (fusion) => {
    expect((await idsOf({ fusion }))[0]).toBe('light#0');
  });

  it('rrf is the two lists alone, each with half the weight: Σ ½ / (60 + rank)', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST }));
    const { results } = await sut.search(
      requestOf({ query: QUERY, fusion: 'rrf', rerank: false, explain: true }),
      signal,
    );
    expect(results[0]?.explanation?.fused_score).toBeCloseTo(1 / 61, 12);
    expect(results[0]?.explanation?.lists.map(({ list }) => list)).toEqual(['vector', 'keyword']);
  });
});

describe('what repeats a better passage', () => {
  it('is left out when it is of the same document and one of each is wanted', async () => {
    expect(await idsOf({ max_per_document: 1 })).toEqual(expect.not.arrayContaining(['light#1']));
  });
});

describe('several knowledge bases', () => {
  const moor = [
    chunkOf({ id: 'moor#0', title: 'The moor', source: 'moor.md', text: 'Peat is cut on the moor in May.' }),
  ];

  it('are searched together, and each result says where it is from', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: COAST, moor }));
    const { results } = await sut.search(
      requestOf({ query: 'peat on the moor', knowledge_bases: ['coast', 'moor'] }),
      signal,
    );
    expect(results[0]).toMatchObject({ source: 'moor.md', metadata: { collection: 'moor' } });
    expect(new Set(results.map(({ metadata }) => metadata.collection))).toEqual(new Set(['coast', 'moor']));
  });

  it('that another model built are left out and named; alone, they are an error that names the repair', async () => {
    const library = await libraryOf({ coast: COAST });
    await addCollection(library, 'moor', moor, { model: 'other-words' });
    const sut = searchServiceOf(library);
    const { results, failedCollections } = await sut.search(requestOf({ query: QUERY }), signal);
    expect(results[0]?.source).toBe('light.md');
    expect(failedCollections).toMatchObject([{ name: 'moor', error: { code: 'CONFLICT' } }]);
    const alone = sut.search(requestOf({ query: QUERY, knowledge_bases: ['moor'] }), signal);
    await expect(alone).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('arbiter reindex'),
    });
  });

  it('of which one cannot be read at all are searched without it', async () => {
    const library = await libraryOf({ coast: COAST, moor });
    const failing = <T extends object>(index: T): T =>
      new Proxy(index, {
        get: (target, name) =>
          name === 'search'
            ? (collection: string, ...rest: unknown[]) =>
                collection === 'moor'
                  ? Promise.reject(new ArbiterError('UNAVAILABLE', 'The disk of the moor is gone.'))
                  : (Reflect.get(target, name) as (...all: unknown[]) => unknown).call(target, collection, ...rest)
            : (Reflect.get(target, name) as unknown),
      });
    const sut = searchServiceOf({
      ...library,
      vectorIndex: failing(library.vectorIndex),
      keywordIndex: failing(library.keywordIndex),
    });
    const { results, failedCollections, degraded } = await sut.search(requestOf({ query: QUERY }), signal);
    expect(results[0]?.source).toBe('light.md');
    expect(failedCollections.map(({ name }) => name)).toEqual(['moor']);
    expect(degraded).toEqual(['vector', 'keyword']);
  });
});

describe('an index that takes too long', () => {
  it('is cut off and told so, and the other answers', async () => {
    const library = await libraryOf({ coast: COAST });
    const cancelled: unknown[] = [];
    let asked = 0;
    const never = (given: AbortSignal): Promise<never> =>
      new Promise((_, reject) =>
        given.addEventListener('abort', () => {
          cancelled.push(given.reason);
          reject(given.reason as Error);
        }),
      );
    const slow = {
      engine: library.keywordIndex.engine,
      search: (_collection: string, _terms: unknown, options: { signal: AbortSignal }) => {
        asked++;
        return never(options.signal);
      },
      documentFrequencies: (_collection: string, _terms: unknown, given: AbortSignal) => never(given),
      count: (_collection: string, given: AbortSignal) => never(given),
    } as unknown as KeywordIndex;
    const sut = searchServiceOf({ ...library, keywordIndex: slow }, { indexTimeoutMs: 30 });
    const { results, degraded } = await sut.search(requestOf({ query: QUERY }), signal);
    expect(results[0]?.source).toBe('light.md');
    expect(degraded).toEqual(['keyword']);
    expect(cancelled.length).toBeGreaterThan(1);

    asked = 0;
    const quoting = await sut.search(requestOf({ query: `${QUERY} "whale oil" "the lamp"` }), signal);
    expect(quoting.degraded).toEqual(['keyword']);
    // Phrases are looked up first, both at once. Who kept silent then is not waited for again in the same search.
    expect(asked).toBe(2);
  });
});

describe('reranking', () => {
  const serviceWith = async (reranker: CandidateReranker, budgetMs = 500): Promise<SearchService> => {
    const ports = await libraryOf({ coast: COAST });
    const stage = new RerankStage(reranker, { candidates: 100, budgetMs });
    return new SearchService(ports, DEFAULT_SEARCH_SETTINGS, stage, () => 0);
  };
  const rerankerOf = (score: CandidateReranker['score']): CandidateReranker => ({ name: 'test', score });

  it('decides the order of the best', async () => {
    const sut = await serviceWith(
      rerankerOf((_, passages) => Promise.resolve(passages.map(({ id }) => (id === 'law#0' ? 9 : 1)))),
    );
    const { results, rerank } = await sut.search(requestOf({ query: QUERY, explain: true }), signal);
    expect(results[0]).toMatchObject({ source: 'law.md', explanation: { rerank: { reranker: 'test', score: 9 } } });
    expect(results[0]?.explanation?.fused_rank).toBeGreaterThan(1);
    expect(rerank).toEqual({ skipped: null, error: null });
    const scores = results.map(({ relevance_score }) => relevance_score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('leaves what it cannot judge behind what it can, as it was', async () => {
    const sut = await serviceWith(
      rerankerOf((_, passages) => Promise.resolve(passages.map(({ id }) => (id === 'law#0' ? -1 : null)))),
    );
    const { results } = await sut.search(requestOf({ query: QUERY, explain: true }), signal);
    const fused = results.slice(1).map(({ explanation }) => explanation?.fused_rank ?? 0);
    expect(results[0]?.source).toBe('law.md');
    expect(fused).toEqual([...fused].sort((a, b) => a - b));
  });

  it.each<[string, CandidateReranker['score'], string]>([
    ['fails', () => Promise.reject(new ArbiterError('UNAVAILABLE', 'no model')), 'unavailable'],
    [
      'is too slow',
      (_q, _p, given) =>
        new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason as Error))),
      'timed-out',
    ],
  ])('leaves the fused order when it %s, and says so', async (_, rerank, skipped) => {
    const sut = await serviceWith(rerankerOf(rerank), 30);
    const outcome = await sut.search(requestOf({ query: QUERY }), signal);
    expect(outcome.results[0]?.metadata.chunk_id).toBe('light#0');
    expect(outcome.rerank.skipped).toBe(skipped);
  });

  it('is left out for one index alone unless asked for, and when it is unwanted', async () => {
    const sut = await serviceWith(rerankerOf((_, passages) => Promise.resolve(passages.map(() => 1))));
    const skippedBy = async (fields: Partial<SearchRequest>) =>
      (await sut.search(requestOf({ query: QUERY, ...fields }), signal)).rerank.skipped;
    expect(await skippedBy({ method: 'vector' })).toBe('not-wanted');
    expect(await skippedBy({ method: 'vector', rerank: true })).toBeNull();
    expect(await skippedBy({ rerank: false })).toBe('not-wanted');
  });
});

describe('queries of every kind', () => {
  it.each([
    'the of and',
    '!?… —',
    '🔥🔥',
    'مرحبا بالعالم',
    '東京の灯台はどこですか',
    'unbalanced "quote',
    '""',
    'lamp AND (point OR NOT gull)^4 field:value*~2 [a TO b]',
    'x'.repeat(8_000),
    'lamp '.repeat(1_600).trim(),
  ])('%# are answered', async (query) => {
    for (const method of ['hybrid', 'vector', 'keyword'] as const) {
      await expect(idsOf({ query, method })).resolves.toEqual(expect.any(Array));
    }
  });
});

describe('an index that fails once the first passages are found', () => {
  const fail = (): Promise<never> => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store has gone away.'));
  const without = <T extends object>(index: T, ...calls: readonly string[]): T =>
    new Proxy(index, {
      get: (target, name) => {
        const value: unknown = calls.includes(String(name)) ? fail : Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });

  it.each([
    ['vector', 'vectors'],
    ['keyword', 'documentFrequencies'],
  ] as const)('costs a search the second round, if it is the %s index', async (leg, call) => {
    const { vectorIndex, keywordIndex, ...library } = await libraryOf({ coast: COAST });
    const sut = searchServiceOf({
      ...library,
      vectorIndex: without(vectorIndex, call),
      keywordIndex: without(keywordIndex, call),
    });
    const { results, fusion, degraded } = await sut.search(requestOf({ query: 'whale oil' }), signal);
    expect(results[0]?.metadata.chunk_id).toBe('light#1');
    expect(fusion).toBe('z-score');
    expect(degraded).toEqual([leg]);
  });

  it('fails no search when neither can be asked again', async () => {
    const { vectorIndex, keywordIndex, ...library } = await libraryOf({ coast: COAST });
    const sut = searchServiceOf({
      ...library,
      vectorIndex: without(vectorIndex, 'vectors'),
      keywordIndex: without(keywordIndex, 'documentFrequencies'),
    });
    const { results, degraded, failedCollections } = await sut.search(requestOf({ query: 'whale oil' }), signal);
    expect(results[0]?.metadata.chunk_id).toBe('light#1');
    expect(degraded).toEqual(['vector', 'keyword']);
    expect(failedCollections).toEqual([]);
  });

  it('is named when it could not tell how rare words are, also where its passages were not asked for', async () => {
    const { keywordIndex, ...library } = await libraryOf({ coast: COAST });
    const sut = searchServiceOf({ ...library, keywordIndex: without(keywordIndex, 'documentFrequencies') });
    const { results, degraded } = await sut.search(requestOf({ query: 'whale oil', method: 'vector' }), signal);
    expect(results[0]?.metadata.chunk_id).toBe('light#1');
    expect(degraded).toEqual(['keyword']);
  });
});
