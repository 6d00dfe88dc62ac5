export type { DoctorFinding } from './examine-stores.js';
export * from './domain-folders.js';
export * from './examine.js';
export * from './start-standalone.js';
export {
  CONFIG_DEFINITIONS,
  effectiveConfiguration,
  unreadHere,
  type EffectiveConfiguration,
  type EffectiveVariable,
} from './standalone.config.js';
export * from './standalone.options.js';
export { openReader } from '@arbiter/backends';
export type { PassageReading, Reader, ReadingTask } from '@arbiter/ports';
export type { OnAnswerRead, SeenAnswer } from '@arbiter/validator-arm';
export type { OnSentencesJudged, SeenSentences } from '@arbiter/retriever-arm';
export { type BackupOptions, backUp, restore, verifyBackupFile } from './backup.js';
