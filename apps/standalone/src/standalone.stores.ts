import type { DataDirectory } from '@arbiter/adapters-filesystem';
import { bindIngestionPorts, type IngestionWorkerPorts } from '@arbiter/ingestion-worker';
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
  close(): Promise<void>;
}

/**
 * Opens everything once and shares it between the arms: one embedder, one connection, one writer. A writer opens what
 * the ingestion worker opens, a reader what the retriever does.
 */
export async function openStores(
  { ingestion: { values } }: StandaloneConfig,
  { cwd, readOnly, ids }: { readonly cwd: string; readonly readOnly: boolean; readonly ids: IdGenerator },
): Promise<StandaloneStores> {
  if (readOnly) {
    const shared = await bindRetrieverPorts(values, cwd);
    return { directory: null, shared, ingestion: null, close: () => shared.close() };
  }
  const ingestion = await bindIngestionPorts(values, cwd, ids);
  return { directory: ingestion.directory, shared: ingestion, ingestion, close: () => ingestion.close() };
}
