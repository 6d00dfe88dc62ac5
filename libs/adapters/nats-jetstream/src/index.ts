export * from './jetstream-answer-record-store.js';
export {
  CHANGELOGS_BUCKET,
  CORRECTIONS_BUCKET,
  JetStreamChangelogStore,
  JetStreamGraphCorrectionStore,
} from './jetstream-event-log.js';
export * from './jetstream-deletion-log.js';
export * from './jetstream-extraction-store.js';
export * from './jetstream-graph-store.js';
export * from './jetstream-insight-store.js';
export * from './jetstream-request-counts.js';
export * from './jetstream-schedule-store.js';
export * from './jetstream-session-store.js';
export type { BucketOptions } from './key-value-bucket.js';
export { JetStreamJobQueue, type JetStreamJobQueueOptions } from './jobs/jetstream-job-queue.js';
export { type Home, IndexHome, JetStreamCollectionCatalog } from './jetstream-collection-catalog.js';
export { JetStreamDocumentStore } from './jetstream-document-store.js';
export { JetStreamEntityStore } from './jetstream-entity-store.js';
export { restoreStreams, saveStreams } from './backup/stream-snapshots.js';
export * from './answers/jetstream-answer-event-log.js';
export * from './answers/jetstream-cost-ledger.js';
export * from './answers/jetstream-deletion-cursor.js';
export * from './answers/jetstream-feedback-store.js';
export * from './jetstream-format.js';
