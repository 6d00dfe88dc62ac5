import {
  embeddingVariables,
  LANGUAGE_MODEL_VALUES,
  languageModelName,
  languageModelVariables,
  libraryVariables,
  pageEmbedderVariables,
  storeVariables,
} from '@arbiter/backends';
import {
  commaList,
  PATH_LIST,
  pathList,
  armPortVariable,
  commonRetired,
  commonVariables,
  text,
  decimalNumber,
  defineConfig,
  flag,
  modelPricesVariable,
  packVariables,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';

/** Largest file that is read, in MiB: a book is 1, a scanned manual 50. */
const DEFAULT_MAX_FILE_MIB = 64;

/** Up to five seconds each: two minutes for one document. */
const DEFAULT_OCR_MAX_PAGES = 30;

/** The environment of the ingestion worker. */
export const ingestionWorkerConfig = defineConfig({
  app: 'ingestion-worker',
  section: 'ingestion_worker',
  variables: {
    ...commonVariables,
    port: armPortVariable(8007),
    ...storeVariables,
    ...libraryVariables,
    ...embeddingVariables,
    ...pageEmbedderVariables,
    ...languageModelVariables,
    graphExtractionModel: variable({
      env: 'GRAPH_EXTRACTION_MODEL',
      schema: languageModelName(),
      values: LANGUAGE_MODEL_VALUES,
      description:
        'The language model that reads entities and relations beside the rules; without one, rules read alone.',
    }),
    ...packVariables,
    roots: variable({
      env: 'INGESTION_ROOTS',
      schema: pathList(),
      values: PATH_LIST,
      default: [],
      description:
        'Folders whose files and repositories jobs of a server may name. Hidden files and the data directory are never read so.',
    }),
    maxFileMib: variable({
      env: 'INGESTION_MAX_FILE_MIB',
      schema: wholeNumber(1, 1_024),
      default: DEFAULT_MAX_FILE_MIB,
      description:
        'Largest file that is read, in MiB. An archive may unpack to 16 times as much, a repository or site may take it.',
    }),
    keepOriginals: variable({
      env: 'KEEP_ORIGINALS',
      schema: flag(),
      default: true,
      description:
        'Whether the files that documents were read from are kept, byte by byte, to be shown beside answers.',
    }),
    privateHosts: variable({
      env: 'INGESTION_PRIVATE_HOSTS',
      schema: commaList(),
      default: [],
      description:
        'Hosts of this network that documents may be fetched from, such as wiki.intra, *.intra or 127.0.0.1:8080.',
    }),
    searchPath: variable({
      env: 'PATH',
      schema: text(),
      default: '/usr/local/bin:/usr/bin:/bin',
      description: 'Where the programs git, ssh and tesseract are looked for.',
    }),
    ocrLanguages: variable({
      env: 'INGESTION_OCR_LANGUAGES',
      schema: text().regex(/^[a-zA-Z_]+(?:\+[a-zA-Z_]+)*$/),
      default: 'eng',
      description:
        'Languages in which tesseract reads scanned pages, such as eng+deu. Where it is not installed with them, packaged networks read them.',
    }),
    ocrMaxPages: variable({
      env: 'INGESTION_OCR_MAX_PAGES',
      schema: wholeNumber(0, 5_000),
      default: DEFAULT_OCR_MAX_PAGES,
      description:
        'Scanned pages, and pictures on others, of one document that are read, one to five seconds each. 0 reads none, nor picture files.',
    }),
    modelPrices: modelPricesVariable,
    maxCost: variable({
      env: 'INGESTION_MAX_COST',
      schema: decimalNumber(0, 1_000_000),
      description: 'What one job may spend by `MODEL_PRICES`, which it needs; a retry goes on with as much again.',
    }),
    concurrency: variable({
      env: 'INGESTION_CONCURRENCY',
      schema: wholeNumber(1, 64),
      default: 2,
      description:
        'Jobs that run at once in one worker, never two of one collection; from 2 on, one more for a tenant that has none running.',
    }),
  },
  retired: {
    ...commonRetired,
    INGESTION_PORT: { key: null, now: 'ARM_PORT' },
    INGESTION_PATIENCE_SECONDS: 'patience_seconds',
    JOB_QUEUE: 'job_queue',
    JOB_LEASE_SECONDS: 'job_lease_seconds',
    GRAPH_EXTRACTION: 'graph_extraction',
    GRAPH_EXTRACTION_SECONDS: 'graph_extraction_seconds',
    GRAPH_EXTRACTION_TIMEOUT_MS: 'graph_extraction_timeout_ms',
    GRAPH_EXTRACTION_GLEANINGS: 'graph_extraction_gleanings',
    GRAPH_EXTRACTION_CONCURRENCY: 'graph_extraction_concurrency',
    INGESTION_MAX_ARCHIVE_MIB: 'max_archive_mib',
    EMBEDDING_CACHE_MB: 'embedding_cache_mb',
    INGESTION_MAX_PARSE_SECONDS: 'max_parse_seconds',
    INGESTION_FETCH_TIMEOUT_SECONDS: 'fetch_timeout_seconds',
    INGESTION_CRAWL_PAUSE_MS: 'crawl_pause_ms',
    INGESTION_MAX_QUEUED_JOBS: 'max_queued_jobs',
    INGESTION_MAX_QUEUED_JOBS_OF_TENANT: 'max_queued_jobs_of_tenant',
    INGESTION_MAX_QUEUED_CONTENT_MIB: 'max_queued_content_mib',
    INGESTION_MAX_DELIVERIES: 'max_deliveries',
  },
});

export type IngestionWorkerConfig = ConfigValues<typeof ingestionWorkerConfig.variables>;
