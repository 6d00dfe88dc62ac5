export * from './jetstream-answer-record-store.js';
export * from './jetstream-insight-store.js';
export * from './jetstream-session-store.js';
export type { BucketOptions } from './key-value-bucket.js';
export { JetStreamJobQueue, type JetStreamJobQueueOptions } from './jobs/jetstream-job-queue.js';
export { JetStreamCollectionCatalog } from './collections/jetstream-collection-catalog.js';
export { JetStreamDocumentStore } from './documents/jetstream-document-store.js';
export { IndexHome, type Home } from './collections/index-home.js';
export { JetStreamEntityStore } from './entities/jetstream-entity-store.js';
