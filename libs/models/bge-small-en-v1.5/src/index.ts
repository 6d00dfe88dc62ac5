export * from './bge-small-en-v1.5.model.js';
