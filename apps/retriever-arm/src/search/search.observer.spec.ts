import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import { Registry } from 'prom-client';
import { requestOf } from '../../test/coast.library.js';
import { SearchObserver } from './search.observer.js';
import type { SearchOutcome } from './search.service.js';

const OUTCOME: SearchOutcome = {
  results: [],
  degraded: ['vector'],
  failedCollections: [],
  fusion: 'feedback',
  notices: [{ code: 'script-not-covered', message: 'The model does not know the script.' }],
  rerank: { skipped: 'timed-out', error: new ArbiterError('UNAVAILABLE', 'too slow') },
  failures: [{ leg: 'vector', collection: 'coast', error: new ArbiterError('UNAVAILABLE', 'gone') }],
  timings: { encode: 4, search: 20 },
};

function observed(logQueries: boolean, outcome: SearchOutcome = OUTCOME): { lines: string; registry: Registry } {
  const written: string[] = [];
  const registry = new Registry();
  const logger = createLogger({
    name: 'test',
    level: 'info',
    secrets: [],
    destination: { write: (line: string) => void written.push(line) },
  });
  new SearchObserver({ logger, registry, logQueries }).searched(requestOf({ query: 'my private question' }), outcome);
  return { lines: written.join(''), registry };
}

describe('SearchObserver', () => {
  it('logs and counts an index that failed and a rerank that was skipped', async () => {
    const { lines, registry } = observed(false);
    expect(lines).toContain('an index did not answer a search');
    expect(lines).toContain('a search was not reranked');
    const metrics = await registry.metrics();
    expect(metrics).toContain('arbiter_search_index_failures_total{leg="vector",code="UNAVAILABLE"} 1');
    expect(metrics).toContain('arbiter_search_reranks_total{outcome="timed-out"} 1');
    expect(metrics).toContain('arbiter_search_notices_total{notice="script-not-covered"} 1');
    expect(metrics).toContain('arbiter_search_empty_total{method="hybrid"} 1');
    expect(metrics).toMatch(/arbiter_search_stage_duration_seconds_sum\{stage="search"\} 0\.02/);
  });

  it('logs questions only where that is wanted', () => {
    expect(observed(false).lines).not.toContain('private');
    expect(observed(true).lines).toContain('my private question');
  });
});
