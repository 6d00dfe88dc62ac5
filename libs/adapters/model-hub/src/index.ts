export * from './folder-source.js';
export * from './hub-source.js';
export * from './list-models.js';
export * from './model-name.js';
export type * from './model-lock.js';
export type { ModelSource } from './model-source.js';
export * from './models-directory.js';
export * from './pull-model.js';
