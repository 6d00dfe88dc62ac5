import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import {
  describeAnswerEventLog,
  describeAnswerRecordStore,
  describeCalibrationStore,
  describeChangelogStore,
  describeCollectionCatalog,
  describeCostLedger,
  describeDeletionLog,
  describeDocumentStore,
  describeEmbeddingCache,
  describeEntityStore,
  describeExtractionStore,
  describeFeedbackStore,
  describeGraphCorrectionStore,
  describeGraphStore,
  describeInsightStore,
  describeJobQueue,
  describeScheduleStore,
  describeSessionStore,
  InMemoryAnswerEventLog,
  InMemoryAnswerRecordStore,
  InMemoryCalibrationStore,
  InMemoryChangelogStore,
  InMemoryCollectionCatalog,
  InMemoryCostLedger,
  InMemoryDeletionLog,
  InMemoryDocumentStore,
  InMemoryEmbeddingCache,
  InMemoryEntityStore,
  InMemoryExtractionStore,
  InMemoryFeedbackStore,
  InMemoryGraphCorrectionStore,
  InMemoryGraphStore,
  InMemoryInsightStore,
  InMemoryJobQueue,
  InMemoryScheduleStore,
  InMemorySessionStore,
  InMemorySourceReader,
} from './index.js';

describeDocumentStore('InMemoryDocumentStore', () => new InMemoryDocumentStore());
describeDeletionLog('InMemoryDeletionLog', () => new InMemoryDeletionLog());
describeEntityStore('InMemoryEntityStore', () => new InMemoryEntityStore());
describeChangelogStore('InMemoryChangelogStore', () => new InMemoryChangelogStore());
describeGraphCorrectionStore('InMemoryGraphCorrectionStore', () => new InMemoryGraphCorrectionStore());
describeExtractionStore('InMemoryExtractionStore', () => new InMemoryExtractionStore());
describeGraphStore('InMemoryGraphStore', () => new InMemoryGraphStore());
describeCollectionCatalog('InMemoryCollectionCatalog', () => new InMemoryCollectionCatalog());
describeCalibrationStore('InMemoryCalibrationStore', () => new InMemoryCalibrationStore());
describeAnswerRecordStore('InMemoryAnswerRecordStore', () => new InMemoryAnswerRecordStore());
describeAnswerEventLog('InMemoryAnswerEventLog', () => new InMemoryAnswerEventLog());
describeCostLedger('InMemoryCostLedger', () => new InMemoryCostLedger());
describeEmbeddingCache('InMemoryEmbeddingCache', () => new InMemoryEmbeddingCache());
describeFeedbackStore('InMemoryFeedbackStore', () => new InMemoryFeedbackStore());
describeScheduleStore('InMemoryScheduleStore', () => new InMemoryScheduleStore());
describeInsightStore('InMemoryInsightStore', () => new InMemoryInsightStore());
describeJobQueue('InMemoryJobQueue', {
  open: (clock, { maxDeliveries, limits } = {}) => new InMemoryJobQueue(clock, maxDeliveries, limits),
  loseWorker: (queue) => {
    queue.loseWorkers();
    return queue;
  },
});
describeSessionStore('InMemorySessionStore', () => new InMemorySessionStore());

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
