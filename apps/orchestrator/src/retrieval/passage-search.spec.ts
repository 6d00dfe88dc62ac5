import { describe, expect, it } from '@jest/globals';
import { ArbiterError, search, type OperationInput, type SearchResult } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { contextOf, result } from '../../test/query-pipeline.js';
import { workbench } from '../../test/tool-workbench.js';
import { RetrieverSearch, type PassageSearchOptions } from './passage-search.js';

type Request = OperationInput<typeof search>;

/** A retriever that answers by a function of the request, and a search over it. */
async function searchOver(find: (request: Request) => SearchResult[], generation = () => 'g1') {
  const asked: Request[] = [];
  const dispatcher = new OperationDispatcher();
  dispatcher.register(search, (request) => {
    asked.push(request);
    const results = find(request);
    const { query, method = 'hybrid' } = request;
    const rest = { query, method_used: method, total_results: results.length, synthesis: null, citations: [] };
    return Promise.resolve({ results, ...rest, degraded: [], notices: [] });
  });
  const bus = new InProcessBus();
  await bus.start(dispatcher);
  const { shared, valueOf } = workbench([], { generation });
  const scope = { collections: ['lore'], asOfSession: undefined, call: contextOf() };
  const passages = new RetrieverSearch(new InProcessOperationClient(bus), shared.execution, scope);
  const titles = async (options: Partial<PassageSearchOptions> = {}): Promise<string[]> => {
    const found = await passages.search('lamp', { limit: 16, minRelevance: 0.02, ...options });
    return found.passages.map(({ title }) => title);
  };
  return { titles, asked, valueOf, methods: () => asked.map(({ method }) => method) };
}

const away = (): never => {
  throw new ArbiterError('INTERNAL', 'broken');
};
const byMethod =
  (answers: Partial<Record<string, () => SearchResult[]>>) =>
  ({ method = 'hybrid' }: Request): SearchResult[] =>
    answers[method]?.() ?? [];
const ON_ERROR = { method: 'keyword', condition: 'on_error' } as const;
const ON_LOW_CONFIDENCE = { method: 'keyword', condition: 'on_low_confidence' } as const;

describe('a search of the pipeline', () => {
  it('asks the collections of the question, for no more passages than a search may give', async () => {
    const { titles, asked } = await searchOver(() => [result('light', 'x')]);
    expect(await titles({ limit: 80 })).toEqual(['light']);
    expect(asked).toMatchObject([{ query: 'lamp', method: 'hybrid', limit: 50, knowledge_bases: ['lore'] }]);
  });

  it.each([
    ['fails', away],
    ['finds nothing', () => []],
  ])('falls back where it %s', async (_, hybrid) => {
    const { titles, methods, valueOf } = await searchOver(
      byMethod({ hybrid, keyword: () => [result('words', 'x', 0.3)] }),
    );
    expect(await titles({ fallback: ON_ERROR })).toEqual(['words']);
    expect(methods()).toEqual(['hybrid', 'keyword']);
    expect(await valueOf('arbiter_tool_fallbacks_total', { tool: 'hybrid-search', condition: 'on_error' })).toBe(1);
  });

  it('keeps what it found where the fallback is less sure', async () => {
    const weak = () => [result('meaning', 'x', 0.4)];
    const weaker = () => [result('words', 'x', 0.3)];
    const { titles, methods } = await searchOver(byMethod({ vector: weak, keyword: weaker }));
    expect(await titles({ method: 'vector', fallback: ON_LOW_CONFIDENCE })).toEqual(['meaning']);
    expect(methods()).toEqual(['vector', 'keyword']);
  });

  it('does without a fallback that is not wanted', async () => {
    const { titles, methods } = await searchOver(() => [result('light', 'x', 0.9)]);
    await titles({ fallback: ON_ERROR });
    await titles({ method: 'vector', fallback: ON_LOW_CONFIDENCE });
    expect(methods()).toEqual(['hybrid', 'vector']);
  });

  it('fails as the retriever fails where the fallback finds nothing either', async () => {
    const { titles } = await searchOver(byMethod({ hybrid: away }));
    await expect(titles({ fallback: ON_ERROR })).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('is answered from the cache until its collections change, and told apart by method', async () => {
    let generation = 'g1';
    const { titles, methods, valueOf } = await searchOver(
      () => [result('light', 'x')],
      () => generation,
    );
    await titles();
    expect(await titles()).toEqual(['light']);
    await titles({ method: 'keyword' });
    generation = 'g2';
    await titles();
    expect(methods()).toEqual(['hybrid', 'keyword', 'hybrid']);
    expect(await valueOf('arbiter_tool_cache_lookups_total', { outcome: 'hit' })).toBe(1);
  });

  it('is tried again while the retriever is overloaded, and counted once', async () => {
    let refused = 0;
    const { titles, valueOf } = await searchOver(() => {
      // More often than the client of operations tries by itself.
      if (refused++ < 4) throw new ArbiterError('OVERLOADED', 'later');
      return [result('light', 'x')];
    });
    expect(await titles()).toEqual(['light']);
    expect(await valueOf('arbiter_tool_retries_total', { tool: 'hybrid-search' })).toBe(1);
    expect(await valueOf('arbiter_tool_runs_total', { tool: 'hybrid-search', outcome: 'ok' })).toBe(1);
  });
});
