import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RETRIEVAL_METRICS } from '@arbiter/evaluation';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeReport } from './make-report.js';

const every = (value: unknown) => Object.fromEntries(RETRIEVAL_METRICS.map((metric) => [metric, value])) as never;

function runOf(dataset: string, ndcg: number) {
  const latency = { p50: 10.04, p95: 20, p99: 30 };
  return {
    command: 'eval retrieval',
    dataset,
    split: 'test',
    n: 300,
    metrics: { default: every(ndcg), keyword: every(0.5) },
    ci95: { default: every([ndcg - 0.1, ndcg + 0.1]), keyword: every([0.4, 0.6]) },
    latencyMs: { ...latency, methods: { default: latency, keyword: { p50: 1, p95: 2, p99: 3 } } },
    significance: [{ metric: 'ndcg@10', a: 'default', b: 'keyword', difference: ndcg - 0.5, pValue: 0.0001 }],
    counts: { passages: 5_183 },
    config: {
      methods: { default: {}, keyword: { method: 'keyword' } },
      search: { limit: 100 },
      retriever: { RETRIEVER_RRF_K: '60' },
      collections: [{ name: 'corpus', documents: 5_183, chunks: 9_000, embeddingModel: 'mini', analyser: 'english' }],
      versions: { arbiter: '1.2.3', node: 'v20' },
      machine: { cpu: 'A <fast> CPU', cores: 2, memoryBytes: 2 ** 34, platform: 'linux-x64', loadAverage: 1 },
      measuredAt: '2026-01-02T03:04:05.000Z',
    },
  };
}

describe('a report of the search', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-report-'));
    await writeFile(join(folder, 'one.json'), JSON.stringify(runOf('../data/scifact', 0.7123)));
    await writeFile(join(folder, 'two.json'), JSON.stringify(runOf('<odd> & "set"', 0.3)));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const report = (...files: string[]) => makeReport(files, 'reports/search.md', folder);
  const read = (name: string) => readFile(join(folder, 'reports', name), 'utf8');

  it('sets the figures of runs side by side, with the published ones', async () => {
    await report('one.json', 'two.json');
    const markdown = await read('search.md');
    expect(markdown).toMatch(/^## scifact test$/m);
    expect(markdown).toMatch(/^\| default +\| +0\.7123 \[0\.6123, 0\.8123\] \| 0\.7123/m);
    expect(markdown).toMatch(/^\| keyword +\| \\\* 0\.5000 \[0\.4000, 0\.6000\]/m);
    expect(markdown).toMatch(/^Differences in nDCG@10: default − keyword \+0\.2123 \(p < \.0005\)/m);
    expect(markdown).toMatch(/default − keyword −0\.2000 \(p /);
    expect(markdown).toMatch(/^\| Keyword search only +\| +30, .* \| +100, .* \| +200, /m);
    expect(markdown).toMatch(/^\| nDCG@10 +\| +0\.81, .* \| +0\.70, .* \| +0\.87, /m);
    expect(markdown).toContain('Measured 2026-01-02 on A <fast> CPU, 2 cores, 16 GiB');
  });

  it('tells settings once where the runs have the same, and with each run where they differ', async () => {
    const differing = runOf('other', 0.4);
    const retriever = { RETRIEVER_RRF_K: '10' };
    await writeFile(
      join(folder, 'three.json'),
      JSON.stringify({ ...differing, config: { ...differing.config, retriever } }),
    );
    const told = async () => [...(await read('search.md')).matchAll(/`RETRIEVER_RRF_K=\d+`/g)].map(([text]) => text);
    await report('one.json', 'two.json');
    expect(await told()).toEqual(['`RETRIEVER_RRF_K=60`']);
    await report('one.json', 'three.json');
    expect(await told()).toEqual(['`RETRIEVER_RRF_K=60`', '`RETRIEVER_RRF_K=10`']);
  });

  it('gives methods with equal figures one row', async () => {
    const same = runOf('twins', 0.4);
    const [metrics, ci95] = [same.metrics, same.ci95].map((of) => ({
      ...of,
      hybrid: of.default,
    }));
    const methods = { ...same.latencyMs.methods, hybrid: same.latencyMs.methods.default };
    const latencyMs = { ...same.latencyMs, methods };
    await writeFile(join(folder, 'twins.json'), JSON.stringify({ ...same, metrics, ci95, latencyMs }));
    await report('twins.json');
    expect((await read('search.md')).match(/^\| (default|hybrid|keyword).*?\|/gm)).toEqual([
      '| default, hybrid |',
      '| keyword         |',
    ]);
  });

  it('draws a bar for every method, as long as its figure, and its interval', async () => {
    await report('one.json', 'two.json');
    const svg = await read('search-ndcg.svg');
    const bars = [...svg.matchAll(/<rect x="170" y="[\d.]+" width="([\d.]+)" height="18"/g)].map(([, width]) =>
      Number(width),
    );
    expect(bars).toHaveLength(4);
    expect(bars[1]! / bars[0]!).toBeCloseTo(0.5 / 0.7123, 2);
    expect(svg).toContain('&lt;odd&gt; &amp; &quot;set&quot; test');
    // Grid lines, then three lines for each interval.
    expect([...svg.matchAll(/<line /g)]).toHaveLength(6 + 4 * 3);
    expect([...(await read('search-latency.svg')).matchAll(/<line /g)]).toHaveLength(6);
  });

  it('is the same for the same runs', async () => {
    const files = ['search.md', 'search-ndcg.svg', 'search-latency.svg'];
    await report('one.json');
    const first = await Promise.all(files.map(read));
    await report('one.json');
    expect(await Promise.all(files.map(read))).toEqual(first);
  });

  it.each([
    ['none.json', 'There is no'],
    ['search.json', 'is not what "arbiter eval … --json" prints'],
  ])('refuses %s', async (file, sentence) => {
    await writeFile(join(folder, 'search.json'), '{"command": "search"}');
    await expect(report(file)).rejects.toThrow(sentence);
  });
});
