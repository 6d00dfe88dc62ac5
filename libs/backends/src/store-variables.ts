import { type ConfigValues, secretText, text, urlOf, variable, wholeNumber } from '@arbiter/platform';
import { z } from 'zod';

/** Default prefix of all names of collections and indices on a shared server. */
const DEFAULT_PREFIX = 'knowledge_base';

/** Section of config.yaml. The published file names stores and models; every writer to the stores must use the same. */
export const RETRIEVER_SECTION = 'retriever_arm';

/** Six heartbeats: more than a worker that is busy with a long document is silent. */
const DEFAULT_LEASE_SECONDS = 30;

const PLACES = ['filesystem', 'nats'] as const;

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

/** Where the library is kept beside its indexes; spread it into the `variables` of each arm that reads or writes it. */
export const libraryVariables = {
  documentStore: variable({
    env: 'DOCUMENT_STORE',
    schema: z.enum(PLACES),
    default: 'filesystem',
    description:
      'Where documents, their entities and the manifests of collections are kept: files of the data directory, or JetStream on the broker of NATS_URL, so that arms on different hosts need no disk in common. All arms must be told the same.',
    common: true,
    // The arm that puts documents there says so; those that read them look into the same section.
    publishedIn: 'ingestion_worker',
  }),
};

export type LibrarySettings = ConfigValues<typeof libraryVariables>;

/** Settings of the job queue, for all processes that queue or run jobs. */
export const jobQueueVariables = {
  jobQueue: variable({
    env: 'JOB_QUEUE',
    schema: z.enum(PLACES),
    default: 'filesystem',
    description:
      'Where ingestion jobs are kept: a log in the data directory, for one worker, or JetStream on the broker of NATS_URL, from which any number of workers take them. `nats` needs DOCUMENT_STORE=nats.',
  }),
  jobLeaseSeconds: variable({
    env: 'JOB_LEASE_SECONDS',
    schema: wholeNumber(1, 3_600),
    default: DEFAULT_LEASE_SECONDS,
    description:
      'With JOB_QUEUE=nats: how long a worker may give no sign of life before its job is given to another. All workers must be told the same.',
  }),
};

export type JobQueueSettings = ConfigValues<typeof jobQueueVariables>;
