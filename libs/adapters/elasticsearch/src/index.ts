export { ElasticsearchKeywordIndex } from './elasticsearch-keyword.index.js';
export { type ElasticsearchInput, ElasticsearchOptions } from './elasticsearch.connection.js';
