import { type ConfigValues, secretText, text, urlOf, variable } from '@arbiter/platform';
import { z } from 'zod';

/** Default prefix of all names of collections and indices on a shared server. */
const DEFAULT_PREFIX = 'knowledge_base';

/** Section of config.yaml. The published file names stores and models; every writer to the stores must use the same. */
export const RETRIEVER_SECTION = 'retriever_arm';

const PLACES = ['filesystem', 'nats'] as const;

/** Stores of vectors and keywords; spread them into an arm's `variables`. */
export const storeVariables = {
  qdrantUrl: variable({
    env: 'QDRANT_URL',
    yaml: 'vector_search.url',
    schema: urlOf('http', 'https'),
    values: 'URL such as http://127.0.0.1:6333',
    description: 'The Qdrant server for vectors. Without it, the data directory holds them.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  qdrantCollection: variable({
    env: 'QDRANT_COLLECTION',
    yaml: 'vector_search.collection',
    schema: text(),
    default: DEFAULT_PREFIX,
    description: 'Prefix of all collection names on the Qdrant server.',
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
    description: 'The Elasticsearch server for keywords. Without it, the data directory holds them.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  elasticsearchIndex: variable({
    env: 'ELASTICSEARCH_INDEX',
    yaml: 'keyword_search.index',
    schema: text(),
    default: DEFAULT_PREFIX,
    description: 'Prefix of all index names on the Elasticsearch server.',
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

/** Store of the library besides its indexes; spread it into the `variables` of each arm that reads or writes it. */
export const libraryVariables = {
  documentStore: variable({
    env: 'DOCUMENT_STORE',
    schema: z.enum(PLACES),
    default: 'filesystem',
    description:
      'Store of documents, changelogs, graphs and jobs: files, for one worker, or JetStream, for any number. The same for all arms.',
    common: true,
    // The arm that stores documents publishes it; arms that read them use the same section.
    publishedIn: 'ingestion_worker',
  }),
};

export type LibrarySettings = ConfigValues<typeof libraryVariables>;
