export { ElasticsearchKeywordIndex } from './elasticsearch-keyword.index.js';
export { ElasticsearchOptions, type ElasticsearchInput } from './elasticsearch-options.js';
