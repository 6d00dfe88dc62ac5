export * from './create-openai-language-model.js';
