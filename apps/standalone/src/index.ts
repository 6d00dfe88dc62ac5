export * from './doctor.js';
export * from './effective-configuration.js';
export * from './ignored-here.js';
export { CONFIG_DEFINITIONS } from './standalone.config.js';
export * from './start-standalone.js';
export { openReader } from '@arbiter/backends';
export type { PassageReading, Reader, ReadingTask } from '@arbiter/ports';
export type { OnAnswerRead, SeenAnswer } from '@arbiter/validator-arm';
export type { OnSentencesJudged, SeenSentences } from '@arbiter/retriever-arm';
