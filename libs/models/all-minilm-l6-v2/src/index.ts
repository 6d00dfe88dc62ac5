export * from './all-minilm-l6-v2.model.js';
