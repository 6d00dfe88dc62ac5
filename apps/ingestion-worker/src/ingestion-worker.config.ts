import {
  embeddingVariables,
  jobQueueVariables,
  languageModelName,
  languageModelVariables,
  libraryVariables,
  storeVariables,
} from '@arbiter/backends';
import {
  commaList,
  PATH_LIST,
  pathList,
  commonVariables,
  text,
  decimalNumber,
  defineConfig,
  modelPricesVariable,
  portNumber,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { DEFAULT_MAX_DELIVERIES, DEFAULT_QUEUE_LIMITS } from '@arbiter/ports';
import { z } from 'zod';
import { GRAPH_EXTRACTORS } from './graph/model/open-extraction-model.js';

/** Largest file that is read, in MiB: a book is 1, a scanned manual 50. */
const DEFAULT_MAX_FILE_MIB = 64;

/** At two seconds a page, this stays well within the time for one document. */
const DEFAULT_OCR_MAX_PAGES = 30;

/** A book of a thousand pages takes half a minute on a small machine. */
const DEFAULT_MAX_PARSE_SECONDS = 120;

/** Size of the embedding cache, in MiB: about 80,000 chunks of the shipped model. */
const DEFAULT_EMBEDDING_CACHE_MB = 1_024;
/** Long enough for a server restart, short enough that a job does not seem to hang. */
const DEFAULT_MAX_OUTAGE_SECONDS = 20;

/** Most that an archive may unpack to, in MiB: Wikipedia's articles about one field take a few hundred. */
const DEFAULT_MAX_ARCHIVE_MIB = 1_024;

/** Enough for a repository of a few hundred MiB over a slow line. */
const DEFAULT_FETCH_TIMEOUT_SECONDS = 600;
/** Four pages a second load a host less than one reader's browser does. */
const DEFAULT_CRAWL_PAUSE_MS = 250;

/** A small model on two cores writes the answer about a window in half a minute. */
const DEFAULT_EXTRACTION_TIMEOUT_MS = 60_000;
/** Leaves the deadline of a build, 300 s, room for everything else. */
const DEFAULT_EXTRACTION_SECONDS = 200;

/** The environment of the ingestion worker. */
export const ingestionWorkerConfig = defineConfig({
  app: 'ingestion-worker',
  section: 'ingestion_worker',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'INGESTION_PORT',
      schema: portNumber(),
      default: 8007,
      description: 'Port of the ingestion worker.',
    }),
    ...storeVariables,
    ...libraryVariables,
    ...jobQueueVariables,
    ...embeddingVariables,
    ...languageModelVariables,
    graphExtraction: variable({
      env: 'GRAPH_EXTRACTION',
      schema: z.enum(GRAPH_EXTRACTORS),
      default: 'rules',
      description:
        'Who reads the entities and relations of the knowledge graph: `rules` asks no language model; the others have one of that provider read each document as well, whose finds count with a quote of the document.',
    }),
    graphExtractionModel: variable({
      env: 'GRAPH_EXTRACTION_MODEL',
      schema: languageModelName(),
      values: 'name of a model of the provider in GRAPH_EXTRACTION',
      description: 'The language model that `GRAPH_EXTRACTION` asks; not read with `rules`.',
    }),
    graphExtractionTimeoutMs: variable({
      env: 'GRAPH_EXTRACTION_TIMEOUT_MS',
      schema: wholeNumber(100, 600_000),
      default: DEFAULT_EXTRACTION_TIMEOUT_MS,
      description:
        'Longest wait for one answer of that model, in milliseconds; past it the rules read the document alone.',
    }),
    graphExtractionSeconds: variable({
      env: 'GRAPH_EXTRACTION_SECONDS',
      schema: wholeNumber(1, 86_400),
      default: DEFAULT_EXTRACTION_SECONDS,
      description:
        'How long the model may read in one build of a graph. The documents that are left are read by rules, and by the model in the next build.',
    }),
    graphExtractionGleanings: variable({
      env: 'GRAPH_EXTRACTION_GLEANINGS',
      schema: wholeNumber(0, 5),
      default: 1,
      description:
        'How often the model is asked what it has missed in a part of a document; it ends once it finds nothing.',
    }),
    graphExtractionConcurrency: variable({
      env: 'GRAPH_EXTRACTION_CONCURRENCY',
      schema: wholeNumber(1, 32),
      default: 2,
      description: 'Documents that the model reads at once.',
    }),
    roots: variable({
      env: 'INGESTION_ROOTS',
      schema: pathList(),
      values: PATH_LIST,
      default: [],
      description:
        'Folders of this machine whose files and repositories jobs may name that come over HTTP, MCP or the broker; without it none. Hidden files and the data directory are never read so. Commands without a server read where their user points.',
    }),
    maxFileMib: variable({
      env: 'INGESTION_MAX_FILE_MIB',
      schema: wholeNumber(1, 1_024),
      default: DEFAULT_MAX_FILE_MIB,
      description: 'Largest file that is read, in MiB; a larger one fails by name and the rest goes on.',
    }),
    privateHosts: variable({
      env: 'INGESTION_PRIVATE_HOSTS',
      schema: commaList(),
      default: [],
      description:
        'Hosts of this machine or network that documents may be fetched from, such as wiki.intra, *.intra or 127.0.0.1:8080. Without it only the public internet is asked.',
    }),
    fetchTimeoutSeconds: variable({
      env: 'INGESTION_FETCH_TIMEOUT_SECONDS',
      schema: wholeNumber(1, 86_400),
      default: DEFAULT_FETCH_TIMEOUT_SECONDS,
      description: 'What fetching one page, file or repository may take.',
    }),
    crawlPauseMs: variable({
      env: 'INGESTION_CRAWL_PAUSE_MS',
      schema: wholeNumber(0, 60_000),
      default: DEFAULT_CRAWL_PAUSE_MS,
      description:
        'Pause between two requests to one host while a site is read, in milliseconds. Where the robots.txt of the host asks for a longer one, that holds, up to 10 s.',
    }),
    searchPath: variable({
      env: 'PATH',
      schema: text(),
      default: '/usr/local/bin:/usr/bin:/bin',
      description: 'Where the programs git, ssh and tesseract are looked for.',
    }),
    maxParseSeconds: variable({
      env: 'INGESTION_MAX_PARSE_SECONDS',
      schema: wholeNumber(1, 3_600),
      default: DEFAULT_MAX_PARSE_SECONDS,
      description: 'How long one document may take to be parsed; a slower one fails by name and the rest goes on.',
    }),
    ocrLanguages: variable({
      env: 'INGESTION_OCR_LANGUAGES',
      schema: text().regex(/^[a-zA-Z_]+(?:\+[a-zA-Z_]+)*$/),
      default: 'eng',
      description: 'Languages in which tesseract, where it is installed, reads scanned pages, such as eng+deu.',
    }),
    ocrMaxPages: variable({
      env: 'INGESTION_OCR_MAX_PAGES',
      schema: wholeNumber(0, 5_000),
      default: DEFAULT_OCR_MAX_PAGES,
      description:
        'Scanned pages of one document that are read, each in seconds; INGESTION_MAX_PARSE_SECONDS holds for all of them together. 0 reads none.',
    }),
    maxArchiveMib: variable({
      env: 'INGESTION_MAX_ARCHIVE_MIB',
      schema: wholeNumber(1, 1_048_576),
      default: DEFAULT_MAX_ARCHIVE_MIB,
      description:
        'What one archive may unpack to, with the archives inside it, or one repository may take, in MiB; one that goes past it is refused.',
    }),
    embeddingCacheMb: variable({
      env: 'EMBEDDING_CACHE_MB',
      schema: wholeNumber(0, 1_048_576),
      default: DEFAULT_EMBEDDING_CACHE_MB,
      description:
        'Disk for embeddings of texts that were read before, in MiB; the oldest go first. What is unchanged in a document, or stands in another collection, too, is not embedded again. 0 keeps none.',
    }),
    modelPrices: modelPricesVariable,
    maxCost: variable({
      env: 'INGESTION_MAX_COST',
      schema: decimalNumber(0, 1_000_000),
      description:
        'What one job may spend on models that have a price in `MODEL_PRICES`, which it needs, in that currency. The job fails before the step that would take more; what is stored stays, and a retry goes on with as much again. Nothing bounds it when absent.',
    }),
    concurrency: variable({
      env: 'INGESTION_CONCURRENCY',
      schema: wholeNumber(1, 64),
      default: 2,
      description:
        'Jobs that run at once in one worker. A free place goes to the tenant with the fewest running jobs, and a long job lets others go on every ten seconds. From 2 on, one job more runs while a tenant has none running and others hold all places. Two jobs of one collection never run at once.',
    }),
    maxQueuedJobs: variable({
      env: 'INGESTION_MAX_QUEUED_JOBS',
      schema: wholeNumber(1, 1_000_000),
      default: DEFAULT_QUEUE_LIMITS.jobs,
      description: 'Jobs that may wait at once, of all tenants; a further one is refused (OVERLOADED).',
    }),
    maxQueuedJobsOfTenant: variable({
      env: 'INGESTION_MAX_QUEUED_JOBS_OF_TENANT',
      schema: wholeNumber(1, 1_000_000),
      default: DEFAULT_QUEUE_LIMITS.jobsOfTenant,
      description: 'Jobs of one tenant that may wait at once; a further one is refused (RATE_LIMITED).',
    }),
    maxQueuedContentMib: variable({
      env: 'INGESTION_MAX_QUEUED_CONTENT_MIB',
      schema: wholeNumber(1, 1_048_576),
      default: DEFAULT_QUEUE_LIMITS.contentChars / 2 ** 20,
      description:
        'Documents sent along with jobs that wait, in millions (2^20) of characters, which a queue in the data directory holds in memory; a job that brings more is refused (OVERLOADED).',
    }),
    maxDeliveries: variable({
      env: 'INGESTION_MAX_DELIVERIES',
      schema: wholeNumber(1, 1_000),
      default: DEFAULT_MAX_DELIVERIES,
      description:
        'Workers that may die over a job, one after the other and without storing anything new, before it is given up.',
    }),
    patienceSeconds: variable({
      env: 'INGESTION_PATIENCE_SECONDS',
      schema: wholeNumber(0, 86_400),
      default: DEFAULT_MAX_OUTAGE_SECONDS,
      description: 'How long a job waits for a store or model that is away, and tries again, before it fails.',
    }),
  },
});

export type IngestionWorkerConfig = ConfigValues<typeof ingestionWorkerConfig.variables>;
