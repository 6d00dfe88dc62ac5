export * from './create-anthropic-language-model.js';
