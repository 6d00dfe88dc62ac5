export * from './jetstream-answer-record-store.js';
export * from './jetstream-insight-store.js';
export * from './jetstream-session-store.js';
export type { BucketOptions } from './key-value-bucket.js';
