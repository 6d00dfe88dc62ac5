import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import {
  describeAnswerRecordStore,
  describeBlobStore,
  describeCalibrationStore,
  describeChangelogStore,
  describeCollectionCatalog,
  describeDeletionLog,
  describeDocumentStore,
  describeEmbeddingCache,
  describeEntityStore,
  describeExtractionStore,
  describeGraphCorrectionStore,
  describeGroupedLog,
  describeGraphStore,
  describeInsightStore,
  describeJobQueue,
  describeScheduleStore,
  InMemoryAnswerRecordStore,
  InMemoryBlobStore,
  InMemoryCalibrationStore,
  InMemoryChangelogStore,
  InMemoryCollectionCatalog,
  InMemoryDeletionLog,
  InMemoryDocumentStore,
  InMemoryEmbeddingCache,
  InMemoryEntityStore,
  InMemoryExtractionStore,
  InMemoryGraphCorrectionStore,
  InMemoryGraphStore,
  InMemoryInsightStore,
  InMemoryJobQueue,
  InMemoryRecordLog,
  InMemoryScheduleStore,
  InMemorySourceReader,
} from './index.js';

describeDocumentStore('InMemoryDocumentStore', () => new InMemoryDocumentStore());
describeBlobStore('InMemoryBlobStore', () => new InMemoryBlobStore());
describeDeletionLog('InMemoryDeletionLog', () => new InMemoryDeletionLog());
describeEntityStore('InMemoryEntityStore', () => new InMemoryEntityStore());
describeChangelogStore('InMemoryChangelogStore', () => new InMemoryChangelogStore());
describeGraphCorrectionStore('InMemoryGraphCorrectionStore', () => new InMemoryGraphCorrectionStore());
describeExtractionStore('InMemoryExtractionStore', () => new InMemoryExtractionStore());
describeGraphStore('InMemoryGraphStore', () => new InMemoryGraphStore());
describeCollectionCatalog('InMemoryCollectionCatalog', () => new InMemoryCollectionCatalog());
describeCalibrationStore('InMemoryCalibrationStore', () => new InMemoryCalibrationStore());
describeAnswerRecordStore('InMemoryAnswerRecordStore', () => new InMemoryAnswerRecordStore());
describeEmbeddingCache('InMemoryEmbeddingCache', () => new InMemoryEmbeddingCache());
describeGroupedLog('InMemoryRecordLog', () => new InMemoryRecordLog());
describeScheduleStore('InMemoryScheduleStore', () => new InMemoryScheduleStore());
describeInsightStore('InMemoryInsightStore', () => new InMemoryInsightStore());
describeJobQueue('InMemoryJobQueue', {
  open: (clock, { maxDeliveries, limits } = {}) => new InMemoryJobQueue(clock, maxDeliveries, limits),
  loseWorker: (queue) => {
    queue.loseWorkers();
    return queue;
  },
});

describe('InMemorySourceReader', () => {
  const { signal } = new AbortController();
  const files = new Map([
    ['/library/b.md', 'B'],
    ['/library/a/x.md', 'X'],
    ['/elsewhere.md', 'E'],
  ]);

  it('walks the files below a folder in order', async () => {
    const found: string[] = [];
    for await (const item of new InMemorySourceReader(files).walk('/library', signal)) {
      if ('source' in item) found.push(`${item.source}=${new TextDecoder().decode(await item.read(signal))}`);
    }
    expect(found).toEqual(['a/x.md=X', 'b.md=B']);
  });

  it('rejects a path that holds nothing', async () => {
    const walk = new InMemorySourceReader(files).walk('/nowhere', signal)[Symbol.asyncIterator]();
    await expect(walk.next()).rejects.toBeInstanceOf(ArbiterError);
  });
});
