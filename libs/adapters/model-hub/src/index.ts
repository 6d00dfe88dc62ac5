export * from './model-sources.js';
export * from './list-models.js';
export {
  DEFAULT_MODELS_DIRECTORY,
  isModelName,
  type LockedFile,
  modelFolder,
  type ModelLock,
  resolveModelsDirectory,
} from './models-directory.js';
export type { ModelSource } from './model-source.js';
export * from './pull-model.js';
