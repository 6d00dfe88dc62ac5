export * from './ollama-language-model.js';
export { OllamaEmbedder, type OllamaEmbedderOptions } from './ollama-embedder.js';
