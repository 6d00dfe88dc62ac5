import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeKeywordIndex } from '@arbiter/ports/testing';
import { elasticsearchAvailable, startElasticsearch, type RunningElasticsearch } from '@arbiter/testing';
import { describeMigration } from '../test/migration.suite.js';
import { describeRanking } from '../test/ranking.suite.js';
import { TemporaryIndices } from '../test/temporary-indices.js';
import { describeWriting } from '../test/writing.suite.js';

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

  const describeRankingAfterDeletion = describeRanking(indices);
  describeMigration(indices);
  describeWriting(indices);
  describeKeywordIndex('Elasticsearch', () => indices.open());
  describeRankingAfterDeletion();
});
