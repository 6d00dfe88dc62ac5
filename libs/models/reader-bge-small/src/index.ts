export * from './reader-bge-small.model.js';
