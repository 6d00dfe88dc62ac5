export * from './tiny-cross-encoder.js';
