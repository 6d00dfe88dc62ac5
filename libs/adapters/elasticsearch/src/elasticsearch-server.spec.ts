import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeKeywordIndex } from '@arbiter/ports/testing';
import { elasticsearchAvailable, startElasticsearch, type RunningElasticsearch } from '@arbiter/testing';
import { TemporaryIndices } from '../test/temporary-indices.js';

const missing = elasticsearchAvailable();
if (missing) process.stderr.write(`Elasticsearch half skipped: ${missing}\n`);

(missing ? describe.skip : describe)('against a real server', () => {
  let server: RunningElasticsearch;
  const indices = new TemporaryIndices(() => server.url);
  beforeAll(async () => {
    server = await startElasticsearch();
  });
  afterAll(async () => {
    await indices.remove();
    await server.stop();
  });

  describeKeywordIndex('Elasticsearch', () => indices.open());
});
