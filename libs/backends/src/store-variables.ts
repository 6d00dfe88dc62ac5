import { secretText, text, urlOf, variable, type ConfigValues } from '@arbiter/platform';

/** What the names of all collections and indices on a shared server begin with, unless set otherwise. */
const DEFAULT_PREFIX = 'knowledge_base';

/** Of config.yaml. The published file has stores and models in it, and whoever writes to the stores must use the same. */
export const RETRIEVER_SECTION = 'retriever_arm';

/** Where vectors and keywords are kept; spread them into an arm's `variables`. */
export const storeVariables = {
  qdrantUrl: variable({
    env: 'QDRANT_URL',
    yaml: 'vector_search.url',
    schema: urlOf('http', 'https'),
    values: 'URL such as http://127.0.0.1:6333',
    description: 'The Qdrant server that keeps the vectors; without it they are in the data directory.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  qdrantCollection: variable({
    env: 'QDRANT_COLLECTION',
    yaml: 'vector_search.collection',
    schema: text(),
    default: DEFAULT_PREFIX,
    description: 'What the names of all collections on the Qdrant server begin with.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  qdrantApiKey: variable({
    env: 'QDRANT_API_KEY',
    yaml: 'vector_search.api_key',
    schema: secretText(),
    values: 'key',
    description: 'Key of the Qdrant server.',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  elasticsearchUrl: variable({
    env: 'ELASTICSEARCH_URL',
    yaml: 'keyword_search.url',
    schema: urlOf('http', 'https'),
    values: 'URL such as http://127.0.0.1:9200',
    description: 'The Elasticsearch server that keeps the keywords; without it they are in the data directory.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  elasticsearchIndex: variable({
    env: 'ELASTICSEARCH_INDEX',
    yaml: 'keyword_search.index',
    schema: text(),
    default: DEFAULT_PREFIX,
    description: 'What the names of all indices on the Elasticsearch server begin with.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  elasticsearchApiKey: variable({
    env: 'ELASTICSEARCH_API_KEY',
    yaml: 'keyword_search.api_key',
    schema: secretText(),
    values: 'key',
    description: 'Key of the Elasticsearch server.',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
};

export type StoreSettings = ConfigValues<typeof storeVariables>;
