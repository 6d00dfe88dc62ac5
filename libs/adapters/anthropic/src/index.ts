export * from './anthropic-language-model.js';
