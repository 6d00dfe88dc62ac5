export { HttpPageEmbedder, type HttpPageEmbedderOptions } from './http-page-embedder.js';
