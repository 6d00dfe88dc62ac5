import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeVectorIndex } from '@arbiter/ports/testing';
import { qdrantAvailable } from '@arbiter/testing';
import { TemporaryIndexes } from '../test/temporary-indexes.js';

const missing = qdrantAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

(missing ? describe.skip : describe)('against a Qdrant', () => {
  const indexes = new TemporaryIndexes();
  beforeAll(() => indexes.start());
  afterAll(() => indexes.stop());

  describeVectorIndex('QdrantVectorIndex', () => Promise.resolve(indexes.open()));
});
