import { bindIngestionPorts, extractionModelsOnDuty, IngestionWorkerModule } from '@arbiter/ingestion-worker';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedLibrary, OpenLibraryOptions } from './opened-arm.js';

/** What the ingestion worker opens: one process may. */
export async function openLibraryForWriting(
  { ingestion: { values } }: StandaloneConfig,
  { cwd, ids, embedder, reach, packs, willServe, logger, registry }: OpenLibraryOptions,
): Promise<OpenedLibrary> {
  const ports = await bindIngestionPorts(values, { cwd, ids, reach, embedder, packs, willServe });
  return {
    directory: ports.directory,
    shared: ports,
    languageModels: extractionModelsOnDuty(ports),
    ingestion: IngestionWorkerModule.register(values, ports, logger, registry),
    close: () => ports.close(),
  };
}
