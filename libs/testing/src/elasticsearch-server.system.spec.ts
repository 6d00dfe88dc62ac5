import { describe, expect, it } from '@jest/globals';
import { elasticsearchAvailable, startElasticsearch } from './elasticsearch-server.js';

// A server that ELASTICSEARCH_URL names is not ours to stop.
const missing = process.env.ELASTICSEARCH_URL ? 'ELASTICSEARCH_URL names one' : elasticsearchAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

(missing ? describe.skip : describe)('an Elasticsearch of our own', () => {
  it('answers on the address it names, and is gone after stop', async () => {
    const server = await startElasticsearch();
    const answer = await fetch(server.url);
    expect(answer.headers.get('x-elastic-product')).toBe('Elasticsearch');
    await server.stop();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    await server.stop();
  }, 400_000);
});
