export { publishedHealth } from './published-health.js';
export * from './retriever-arm.config.js';
export * from './retriever-arm.module.js';
export { openRetrieverModels, retrieverModelsOnDuty, type RetrieverModels } from './retriever-models.js';
export type { OnSentencesJudged, SeenSentences } from './synthesis/sentences/judge-sentences.js';
