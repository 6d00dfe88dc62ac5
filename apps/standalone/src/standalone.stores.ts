import { resolve } from 'node:path';
import {
  FilesystemCollectionCatalog,
  FilesystemDocumentStore,
  FilesystemJobQueue,
  FilesystemSourceReader,
  openDataDirectory,
  type DataDirectory,
} from '@arbiter/adapters-filesystem';
import { LanceStore } from '@arbiter/adapters-lancedb';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import type { IngestionWorkerPorts } from '@arbiter/ingestion-worker';
import { SYSTEM_CLOCK, type IdGenerator } from '@arbiter/ports';
import type { StandaloneConfig } from './standalone.config.js';

export interface StandaloneStores {
  readonly directory: DataDirectory;
  readonly shared: Pick<IngestionWorkerPorts, 'catalog' | 'vectorIndex' | 'keywordIndex' | 'embedder'>;
  /** Null when the library is open for reading only. */
  readonly ingestion: IngestionWorkerPorts | null;
  close(): Promise<void>;
}

const MIB = 1_024 * 1_024;

/** Opens everything once and shares it between the arms: one embedder, one connection, one writer. */
export async function openStores(
  { ingestion: { values } }: StandaloneConfig,
  { cwd, readOnly, ids }: { readonly cwd: string; readonly readOnly: boolean; readonly ids: IdGenerator },
): Promise<StandaloneStores> {
  const clock = SYSTEM_CLOCK;
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const directory = await openDataDirectory({
      path: resolve(cwd, values.dataDir),
      mode: readOnly ? 'read' : 'write',
      clock,
    });
    closers.push(() => directory.close());
    const store = await LanceStore.open({
      directory: directory.resolve('indexes'),
      mode: readOnly ? 'read-only' : 'read-write',
    });
    closers.push(() => store.close());
    const embedder = createOnnxEmbedder();
    closers.push(() => embedder.close());
    const shared = {
      catalog: new FilesystemCollectionCatalog(directory),
      vectorIndex: store.vectors(),
      keywordIndex: store.keywords(),
      embedder,
    };
    if (readOnly) return { directory, shared, ingestion: null, close };
    const queue = await FilesystemJobQueue.open({ directory, clock });
    closers.push(() => queue.close());
    const documents = new FilesystemDocumentStore(directory);
    const reader = new FilesystemSourceReader({ maxFileBytes: values.maxFileMib * MIB, exclude: [directory.path] });
    return { directory, shared, ingestion: { ...shared, documents, queue, reader, clock, ids }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
