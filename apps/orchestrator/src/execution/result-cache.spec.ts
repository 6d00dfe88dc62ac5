import { describe, expect, it } from '@jest/globals';
import { Result, TokenUpdate } from '@arbiter/tool-sdk';
import {
  contextOf,
  drain,
  echo,
  objectsOf,
  ScriptedTool,
  workbench,
  type WorkbenchOptions,
} from '../../test/tool-workbench.js';
import { LruResultStore, storeFor } from './result-cache.js';

async function runsOf(
  tool: ScriptedTool,
  requests: readonly {
    readonly parameters?: Record<string, unknown>;
    readonly context?: Parameters<typeof contextOf>[0];
  }[],
  options: WorkbenchOptions = {},
) {
  const bench = workbench([tool], options);
  const results: unknown[] = [];
  for (const { parameters = {}, context } of requests) {
    const { result } = await drain(bench.executor.run({ tool: tool.name, parameters }, contextOf(context)));
    results.push(objectsOf(result));
  }
  return { runs: tool.runs, results, ...bench };
}

const BEN = { name: 'ben', role: 'reader' as const, tenant: 'acme', groups: ['crew'] };

describe('the cache of results', () => {
  it('answers the same inputs once more without running the tool, whatever the order of their keys', async () => {
    const requests = [{ parameters: { query: 'lamp', limit: 3 } }, { parameters: { limit: 3, query: 'lamp' } }];
    const { runs, results, valueOf, durations } = await runsOf(echo('tool', { cacheable: true }), requests);
    expect(runs).toBe(1);
    expect(results).toEqual([[{ query: 'lamp' }], [{ query: 'lamp' }]]);
    expect(await valueOf('arbiter_tool_cache_lookups_total', { outcome: 'hit' })).toBe(1);
    expect(durations.typicalMs('tool')).toBeDefined();
  });

  it.each([
    ['other inputs', { parameters: { query: 'oil' } }],
    ['other collections', { context: { collectionNames: ['ports'] } }],
    ['somebody else', { context: { principal: BEN } }],
  ])('has nothing for %s', async (_what, other) => {
    expect((await runsOf(echo('tool', { cacheable: true }), [{}, other])).runs).toBe(2);
  });

  it('has nothing for the same caller in other groups', async () => {
    const asked = [BEN, { ...BEN, groups: ['crew', 'owners'] }].map((principal) => ({ context: { principal } }));
    expect((await runsOf(echo('tool', { cacheable: true }), asked)).runs).toBe(2);
  });

  it('has nothing once something was ingested', async () => {
    let generation = 0;
    const options = { generation: () => `g${Math.floor(generation++ / 2)}` };
    expect((await runsOf(echo('tool', { cacheable: true }), [{}, {}, {}], options)).runs).toBe(2);
  });

  it('is not used where nobody can tell what the collections hold', async () => {
    const { runs, valueOf } = await runsOf(echo('tool', { cacheable: true }), [{}, {}], { generation: () => null });
    expect(runs).toBe(2);
    expect(await valueOf('arbiter_tool_cache_lookups_total', { outcome: 'unknown-generation' })).toBe(2);
  });

  it('keeps nothing of a tool that does not offer it', async () => {
    expect((await runsOf(echo('tool'), [{}, {}])).runs).toBe(2);
  });

  it.each([
    ['that is degraded', [new Result({ objects: [{}], metadata: { degraded: ['vector'] } })]],
    ['that was also spoken', [new Result({ objects: [{}] }), new TokenUpdate('x')]],
    ['that is nothing', []],
  ])('keeps no result %s', async (_what, outputs) => {
    const tool = new ScriptedTool(
      'tool',
      async function* () {
        yield* await Promise.resolve(outputs);
      },
      { cacheable: true },
    );
    expect((await runsOf(tool, [{}, {}])).runs).toBe(2);
  });

  it('drops what was used longest ago when it is full', async () => {
    const requests = ['a', 'b', 'c', 'c', 'a'].map((query) => ({ parameters: { query } }));
    const oneOrTwo = { cacheBytes: 500 };
    expect((await runsOf(echo('tool', { cacheable: true }), requests, oneOrTwo)).runs).toBe(4);
  });
});

describe('storeFor', () => {
  it('keeps apart what was found with other settings, and shares what was found with the usual ones', async () => {
    const whole = new LruResultStore({ maxBytes: 10_000, maxEntries: 10 });
    const [rrf, other] = [storeFor(whole, { fusion: 'rrf', rerank: false }), storeFor(whole, { fusion: 'min-max' })];
    await rrf.put('key', { found: 'by rrf' });
    expect(await storeFor(whole, { rerank: false, fusion: 'rrf' }).get('key')).toEqual({ found: 'by rrf' });
    expect([await other.get('key'), await whole.get('key')]).toEqual([null, null]);
    expect(storeFor(whole, null)).toBe(whole);
  });
});
