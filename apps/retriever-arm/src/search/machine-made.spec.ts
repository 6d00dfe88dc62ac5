import { MACHINE_MADE, PREFERRED, type SearchRequest } from '@arbiter/contracts';
import type { Chunk } from '@arbiter/ports';
import { chunkOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { CROSS_ENCODER_SETTINGS, RerankStage } from '../ranking/rerank.stage.js';
import { COAST, DEFAULT_SEARCH_SETTINGS, libraryOf, requestOf, searchServiceOf } from '../../test/coast.library.js';
import { SearchService } from './search.service.js';

const { signal } = new AbortController();
const METHODS = ['hybrid', 'vector', 'keyword'] as const;
const FUSIONS = ['feedback', 'z-score', 'min-max', 'rrf'] as const;

const made = (id: string, text: string): Chunk =>
  chunkOf({ id, text, source: 'logs/hub.log', metadata: { [MACHINE_MADE]: 'log' } });
const GUIDE = chunkOf({
  id: 'guide#0',
  source: 'guide.md',
  text: 'A batch of readings is rejected by the hub if the clock of its modem is wrong.',
});
const LOG = made('log#0', 'WARN batch rejected');
const OTHER = chunkOf({ id: 'other#0', source: 'other.md', text: 'The hub stops in winter.' });

async function idsOf(chunks: readonly Chunk[], fields: Partial<SearchRequest>): Promise<unknown[]> {
  const sut = searchServiceOf(await libraryOf({ coast: chunks }));
  const { results } = await sut.search(requestOf({ query: 'Why was the batch rejected?', ...fields }), signal);
  return results.map(({ metadata }) => metadata.chunk_id);
}
const unmarked = (chunk: Chunk): Chunk => ({ ...chunk, metadata: {} });

describe('machine-made text in a search', () => {
  it.each(METHODS)('comes after what people wrote, which it would precede in a %s search', async (method) => {
    expect((await idsOf([GUIDE, LOG, OTHER].map(unmarked), { method }))[0]).toBe('log#0');
    expect((await idsOf([GUIDE, LOG, OTHER], { method }))[0]).toBe('guide#0');
  });

  it('explains what it weighs', async () => {
    const sut = searchServiceOf(await libraryOf({ coast: [GUIDE, LOG, OTHER] }));
    const { results } = await sut.search(requestOf({ query: 'Why was the batch rejected?', explain: true }), signal);
    const weights = results.map(({ metadata, explanation }) => [metadata.chunk_id, explanation?.weight]);
    expect(Object.fromEntries(weights)).toEqual({ 'guide#0': undefined, 'other#0': undefined, 'log#0': 0.5 });
  });

  it.each([
    ['its file', 'Why does hub.log say batch rejected?'],
    ['a phrase that it holds, in quotation marks', 'Why does it say "batch rejected"?'],
    ['its kind', 'Which log file says batch rejected?'],
  ])('comes first where the question names %s', async (_what, query) => {
    expect((await idsOf([GUIDE, LOG, OTHER], { query }))[0]).toBe('log#0');
  });

  it.each(FUSIONS)('is ranked as ever among its like (%s)', async (fusion) => {
    const logs = ['batch rejected', 'batch of the hub', 'the hub stops', 'a modem was rejected'].map((text, at) =>
      made(`log#${at}`, text),
    );
    expect(await idsOf(logs, { fusion })).toEqual(await idsOf(logs.map(unmarked), { fusion }));
  });

  it.each(FUSIONS)('hides nothing that people wrote, however much of it there is (%s)', async (fusion) => {
    const logs = Array.from({ length: 240 }, (_, at) => made(`log#${at}`, `batch rejected batch rejected ${at}`));
    const ids = await idsOf([...logs, GUIDE, ...COAST], { fusion, limit: 20 });
    expect(ids).toContain('guide#0');
    expect(await idsOf([...logs.map(unmarked), GUIDE, ...COAST], { fusion, limit: 100 })).not.toContain('guide#0');
  });

  it('is weighed down as well where a model orders the passages', async () => {
    const scores = new Map([
      ['log#0', 4],
      ['guide#0', 3],
      ['other#0', -2],
    ]);
    const reranker = {
      name: 'fixed',
      score: (_query: string, candidates: readonly { readonly id: string }[]) =>
        Promise.resolve(candidates.map(({ id }) => scores.get(id) ?? null)),
    };
    const stage = new RerankStage(reranker, CROSS_ENCODER_SETTINGS);
    const first = async (chunks: readonly Chunk[]): Promise<unknown> => {
      const sut = new SearchService(await libraryOf({ coast: chunks }), DEFAULT_SEARCH_SETTINGS, stage, () => 0);
      const { results } = await sut.search(requestOf({ query: 'Why was the batch rejected?', rerank: true }), signal);
      return results[0]?.metadata.chunk_id;
    };
    expect(await first([GUIDE, LOG, OTHER].map(unmarked))).toBe('log#0');
    expect(await first([GUIDE, LOG, OTHER])).toBe('guide#0');
  });
});

describe('a preferred path in a search', () => {
  it.each(METHODS)('ranks above an equal one (%s)', async (method) => {
    const twins = ['a', 'b'].map((id) => ({ ...GUIDE, id: `${id}#0`, documentId: id }));
    const preferring = (preferred: string): Chunk[] =>
      [...twins, OTHER].map((chunk) =>
        chunk.id === preferred ? { ...chunk, metadata: { [PREFERRED]: true } } : chunk,
      );
    expect((await idsOf(preferring('a#0'), { method }))[0]).toBe('a#0');
    expect((await idsOf(preferring('b#0'), { method }))[0]).toBe('b#0');
  });
});
