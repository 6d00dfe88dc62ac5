export * from './model-sources.js';
export * from './list-models.js';
export {
  DEFAULT_MODELS_DIRECTORY,
  isModelName,
  type LOCK_FILE,
  type LockedFile,
  modelFolder,
  type ModelLock,
  type readLock,
  resolveModelsDirectory,
  type writeLock,
} from './models-directory.js';
export type { ModelSource } from './model-source.js';
export * from './pull-model.js';
