export * from './answers/filesystem-answer-record-store.js';
export * from './answers/filesystem-cost-ledger.js';
export * from './answers/filesystem-feedback-store.js';
export * from './calibrations/filesystem-calibration-store.js';
export * from './collections/filesystem-collection-catalog.js';
export {
  DATA_FORMAT_VERSION,
  DataDirectory,
  type DataDirectoryOptions,
  openDataDirectory,
  readLockOwner,
} from './data-directory/data-directory.js';
export type { LockOwner } from './data-directory/directory-lock.js';
export * from './deletions/filesystem-deletion-cursor.js';
export * from './deletions/filesystem-deletion-log.js';
export * from './documents/filesystem-document-store.js';
export * from './entities/filesystem-entity-store.js';
export * from './domains/filesystem-domain-catalog.js';
export * from './is-inside.js';
export * from './domains/inspect/inspect-domain-pack.js';
export type { PackFinding } from './domains/inspect/pack-finding.js';
export * from './domains/read-domain-pack.js';
export * from './insights/filesystem-insight-store.js';
export * from './jobs/filesystem-job-queue.js';
export * from './jobs/filesystem-job-reader.js';
export type { WarningListener } from './jobs/job-log.js';
export * from './logs/rotating-json-lines.js';
export * from './schedules/filesystem-schedule-store.js';
export * from './sessions/filesystem-session-store.js';
export * from './sources/filesystem-source-reader.js';
