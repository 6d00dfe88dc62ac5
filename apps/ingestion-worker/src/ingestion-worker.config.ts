import { embeddingVariables, storeVariables } from '@arbiter/backends';
import { commonVariables, defineConfig, portNumber, variable, wholeNumber, type ConfigValues } from '@arbiter/platform';

/** Largest file that is read, in MiB, unless set otherwise: a book is 1, a scanned manual 50. */
const DEFAULT_MAX_FILE_MIB = 64;

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
    ...embeddingVariables,
    maxFileMib: variable({
      env: 'INGESTION_MAX_FILE_MIB',
      schema: wholeNumber(1, 1_024),
      default: DEFAULT_MAX_FILE_MIB,
      description: 'Largest file that is read, in MiB; a larger one fails by name and the rest goes on.',
    }),
  },
});

export type IngestionWorkerConfig = ConfigValues<typeof ingestionWorkerConfig.variables>;
