export * from './openai-language-model.js';
