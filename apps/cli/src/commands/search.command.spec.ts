import { describe, expect, it } from '@jest/globals';
import { found } from '../../test/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const scripts = { 'retriever.search': { output: found() } };

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

  it('searches the collections of a domain, and knows which domains there are', async () => {
    const domains = [{ domain: 'coast', version: '1', description: '', collections: ['coast_lore', 'coast_laws'] }];
    const world = { scripts: { ...scripts, 'orchestrator.list-domains': { output: { domains } } } };
    const { calls } = await runArbiter(['search', 'light', '-d', 'coast'], world);
    expect(calls[1]?.input).toMatchObject({ knowledge_bases: ['coast_lore', 'coast_laws'] });
    const unknown = await runArbiter(['search', 'light', '-d', 'cost'], world);
    expect(unknown).toMatchObject({ exitCode: 2, stderr: 'arbiter: There is no domain "cost"; there is: coast.\n' });
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
