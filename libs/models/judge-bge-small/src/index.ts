export * from './judge-bge-small.model.js';
