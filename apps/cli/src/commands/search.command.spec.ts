import { describe, expect, it } from '@jest/globals';
import { found } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const scripts = { 'retriever.search': { output: found() } };

const summaryOf = (name: string) => ({
  manifest: {
    ...{ name, formatVersion: 1, embeddingModel: 'm', dimensions: 3, analyser: 'english-3', chunkerVersion: 1 },
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  documents: 1,
  chunks: 1,
});

describe('arbiter search', () => {
  it('lists passages with relevance and exact place', async () => {
    const { exitCode, stdout } = await runArbiter(['search', 'light'], { scripts });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      '  1   91 %  The Light › Keepers — places/light.md:120-140\n            Ada keeps the light.\n',
    );
  });

  it('leaves the defaults to the arm', async () => {
    const { calls } = await runArbiter(['search', 'light'], { scripts });
    expect(calls[0]?.input).toEqual({
      query: 'light',
      filters: {},
      include_citations: true,
      include_synthesis: false,
    });
  });

  it('passes on method, limit, relevance and collections', async () => {
    const argv = ['search', 'light', '-m', 'keyword', '-n', '3', '--min-relevance', '0', '-c', 'a', '--synthesis'];
    const { calls } = await runArbiter(argv, { scripts });
    expect(calls[0]?.input).toMatchObject({
      method: 'keyword',
      limit: 3,
      min_relevance_score: 0,
      knowledge_bases: ['a'],
      include_synthesis: true,
    });
  });

  it('opens no more of the library than it runs, and has the network loaded at once where it embeds', async () => {
    const openedBy = async (...words: string[]) =>
      (await runArbiter(['search', 'light', ...words], { scripts })).opened;
    expect(await openedBy()).toMatchObject([{ readOnly: true, arms: ['retriever'], warm: ['embedder'] }]);
    expect(await openedBy('-m', 'keyword')).toMatchObject([{ arms: ['retriever'], warm: [] }]);
    expect(await openedBy('--synthesis')).toMatchObject([{ arms: ['retriever'], warm: ['embedder', 'reader'] }]);
  });

  it('passes on filters, dates and how the search is done', async () => {
    const filters = ['-f', 'year>=2020', '-f', 'year<2026', '--filter', '!draft', '--from', '2024', '--to', '2025-06'];
    const care = ['--fusion', 'rrf', '--no-rerank', '--max-per-document', '2'];
    const argv = ['search', 'light', ...filters, ...care, '--explain'];
    const { calls } = await runArbiter(argv, { scripts });
    expect(calls[0]?.input).toMatchObject({
      filters: { year: { gte: 2020, lt: 2026 }, draft: { exists: false }, date_from: '2024', date_to: '2025-06' },
      fusion: 'rrf',
      rerank: false,
      max_per_document: 2,
      explain: true,
    });
    const reranked = await runArbiter(['search', 'light', '--rerank'], { scripts });
    expect(reranked.calls[0]?.input).toMatchObject({ rerank: true });
  });

  it('names the key of a filter that cannot be read, before anything is searched', async () => {
    const { exitCode, stderr, calls } = await runArbiter(['search', 'light', '-f', 'year=>2020'], { scripts });
    expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
    expect(stderr).toBe(
      'arbiter: --filter: "year" has a value that begins with ">": the signs are =, !=, >, >=, < and <=.\n',
    );
  });

  it('explains each result as a table, and as it came with --json', async () => {
    const explanation = {
      lists: [
        { list: 'vector', rank: 3, score: 0.63174, contribution: 0.775 },
        { list: 'keyword', rank: null, score: 1.5108, contribution: 0.58152 },
      ],
      fusion: 'z-score',
      fused_rank: 2,
      fused_score: 1.35645,
      rerank: { reranker: 'cross-encoder/xs', score: 0.75438 },
      evidence: { cosine: 0.63174, coverage: 0.5 },
      estimated_relevance: 0.9965,
    };
    const output = { ...found(), results: found().results.map((result) => ({ ...result, explanation })) };
    const world = { scripts: { 'retriever.search': { output } } };
    const { stdout } = await runArbiter(['search', 'light', '--explain'], world);
    expect(stdout.split('\n').slice(2, -1)).toEqual([
      '                                         rank   score  contribution',
      '            vector                          3  0.6317        0.7750',
      '            keyword                         –  1.5108        0.5815',
      '            fused (z-score)                 2  1.3564',
      '            reranked (cross-encoder/xs)     –  0.7544',
      '            cosine with the question        –  0.6317',
      '            coverage of the question        –  0.5000',
      '            relevance, estimated            –  0.9965',
      '            shown                           1  0.9100',
    ]);
    const unranked = { ...explanation, rerank: null };
    const plain = { ...output, results: output.results.map((result) => ({ ...result, explanation: unranked })) };
    const other = await runArbiter(['search', 'x'], { scripts: { 'retriever.search': { output: plain } } });
    expect(other.stdout).toContain('not reranked');
    const json = await runArbiter(['search', 'light', '--explain', '--json'], world);
    expect(JSON.parse(json.stdout)).toEqual(output);
  });

  it('says what had no part in the search', async () => {
    const failed = [{ name: 'moor', code: 'CONFLICT' }];
    const output = { ...found(), degraded: ['keyword'], failed_knowledge_bases: failed };
    const { stdout } = await runArbiter(['search', 'x'], { scripts: { 'retriever.search': { output } } });
    expect(stdout.endsWith('\nWithout: keyword\nNot searched: moor (CONFLICT)\n')).toBe(true);
  });

  describe('of a domain', () => {
    const domains = [{ domain: 'coast', version: '1', description: '', collections: ['coast_lore', 'coast_laws'] }];
    const worldOf = (...held: string[]) => ({
      scripts: {
        ...scripts,
        'orchestrator.list-domains': { output: { domains } },
        'retriever.list-collections': { output: { collections: held.map(summaryOf) } },
      },
    });
    const searchedOf = async (...held: string[]) => {
      const { calls } = await runArbiter(['search', 'light', '-d', 'coast'], worldOf(...held));
      return calls.find(({ operation }) => operation === 'retriever.search')?.input;
    };

    it('looks into those of its collections that have been ingested, into all where none has', async () => {
      expect(await searchedOf('moor', 'coast_laws')).toMatchObject({ knowledge_bases: ['coast_laws'] });
      expect(await searchedOf('moor')).toMatchObject({ knowledge_bases: ['coast_lore', 'coast_laws'] });
    });

    it('says which domains there are', async () => {
      expect(await runArbiter(['search', 'light', '-d', 'cost'], worldOf())).toMatchObject({
        exitCode: 2,
        stderr: 'arbiter: There is no domain "cost"; did you mean "coast"? Installed: coast.\n',
      });
    });
  });

  it('says what the model does not cover, beside results and without any', async () => {
    const notice = 'The model does not know the script of the question.';
    for (const results of [found().results, []]) {
      const output = { ...found(), results, notices: [notice] };
      const { stdout } = await runArbiter(['search', 'x'], { scripts: { 'retriever.search': { output } } });
      expect(stdout.endsWith(`\n${notice}\n`)).toBe(true);
    }
  });

  it('says so when nothing was found', async () => {
    const nothing = { ...found(), results: [], citations: [], total_results: 0 };
    const { exitCode, stdout } = await runArbiter(['search', 'x'], {
      scripts: { 'retriever.search': { output: nothing } },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Nothing found (hybrid search).\n' });
  });
});
