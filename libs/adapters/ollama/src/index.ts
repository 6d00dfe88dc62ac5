export * from './create-ollama-language-model.js';
export * from './ollama-embedder.js';
