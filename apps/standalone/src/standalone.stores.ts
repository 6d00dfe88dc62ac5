import type { DataDirectory } from '@arbiter/adapters-filesystem';
import {
  bindIngestionPorts,
  bindIngestionReader,
  type IngestionReaderPorts,
  type IngestionWorkerPorts,
  type Reach,
} from '@arbiter/ingestion-worker';
import type { IdGenerator } from '@arbiter/ports';
import { bindRetrieverPorts, type RetrieverArmPorts } from '@arbiter/retriever-arm';
import type { StandaloneConfig } from './standalone.config.js';

export interface StandaloneStores {
  /** Null when the library is open for reading only. */
  readonly directory: DataDirectory | null;
  /** What retriever and validator need; the ingestion worker writes to the same. */
  readonly shared: RetrieverArmPorts;
  /** Null when the library is open for reading only. */
  readonly ingestion: IngestionWorkerPorts | null;
  readonly reading: IngestionReaderPorts;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly cwd: string;
  readonly readOnly: boolean;
  readonly ids: IdGenerator;
  /** Which paths jobs may name. */
  readonly reach: Reach;
}

/**
 * Opens everything once and shares it between the arms: one embedder, one connection, one writer. A writer opens what
 * the ingestion worker opens, a reader what the retriever does.
 */
export async function openStores(
  { ingestion: { values } }: StandaloneConfig,
  { cwd, readOnly, ids, reach }: StoreOptions,
): Promise<StandaloneStores> {
  if (readOnly) {
    const shared = await bindRetrieverPorts(values, cwd);
    const reader = await bindIngestionReader(values, cwd).catch(async (error: unknown) => {
      await shared.close();
      throw error;
    });
    return {
      directory: null,
      shared,
      ingestion: null,
      reading: reader,
      async close() {
        await reader.close();
        await shared.close();
      },
    };
  }
  const ingestion = await bindIngestionPorts(values, cwd, ids, reach);
  const { directory, queue: jobs, documents, entities } = ingestion;
  const reading = { jobs, documents, entities };
  return { directory, shared: ingestion, ingestion, reading, close: () => ingestion.close() };
}
