import {
  type DataDirectory,
  FilesystemBlobStore,
  FilesystemChangelogStore,
  FilesystemCollectionCatalog,
  FilesystemDeletionLog,
  FilesystemDocumentStore,
  FilesystemEntityRecords,
  FilesystemExtractionStore,
  FilesystemGraphCorrectionStore,
  FilesystemGraphStore,
} from '@arbiter/adapters-filesystem';
import { ArbiterError } from '@arbiter/contracts';
import { connectNats, type NatsLink, type TracedStores, traceStores } from '@arbiter/messaging';
import {
  type BlobStore,
  type ChangelogStore,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentStore,
  EntityStore,
  type ExtractionStore,
  type GraphCorrectionStore,
  type GraphStore,
  SYSTEM_CLOCK,
} from '@arbiter/ports';
import type { LibrarySettings, StoreSettings } from './store-variables.js';

export interface LibraryStores {
  readonly catalog: CollectionCatalog;
  readonly documents: DocumentStore;
  /** Originals of documents, and what is derived from them. */
  readonly blobs: BlobStore;
  readonly entities: EntityStore;
  readonly deletions: DeletionLog;
  readonly changelogs: ChangelogStore;
  readonly corrections: GraphCorrectionStore;
  readonly graphs: GraphStore;
  readonly extractions: ExtractionStore;
  close(): Promise<void>;
}

const TRACED: TracedStores<LibraryStores> = {
  catalog: ['collections', 'list', 'get'],
  documents: ['documents', 'put', 'get', 'text', 'list', 'delete'],
  entities: ['entities', 'get', 'find', 'names'],
  blobs: ['blobs', 'put', 'get', 'delete'],
  graphs: ['graphs', 'currentVersion', 'read', 'put'],
};

/**
 * Documents, their originals, entities and manifests, what was deleted of them, changelogs, graphs, their corrections and what they were
 * extracted from, where DOCUMENT_STORE says.
 *
 * @param directory read from and, where it is open for writing, written to; stays open
 * @throws ArbiterError INVALID_REQUEST for DOCUMENT_STORE=nats without NATS_URL, or where the embedded indexes of this
 *   library are in another data directory; UNAVAILABLE when no broker is there
 */
export async function openLibraryStores(
  settings: LibrarySettings & StoreSettings & { readonly natsUrl: string | undefined },
  directory: DataDirectory,
): Promise<LibraryStores> {
  if (settings.documentStore === 'filesystem') {
    const stores = {
      catalog: new FilesystemCollectionCatalog(directory),
      documents: new FilesystemDocumentStore(directory),
      blobs: new FilesystemBlobStore(directory),
      entities: new EntityStore(new FilesystemEntityRecords(directory)),
      deletions: new FilesystemDeletionLog(directory, SYSTEM_CLOCK),
      changelogs: new FilesystemChangelogStore(directory),
      corrections: new FilesystemGraphCorrectionStore(directory),
      graphs: new FilesystemGraphStore(directory),
      extractions: new FilesystemExtractionStore(directory),
      close: () => Promise.resolve(),
    };
    return traceStores(stores, TRACED, 'filesystem');
  }
  const link = await connectNats({ url: brokerOf('DOCUMENT_STORE', settings), name: 'arbiter-library' });
  try {
    const { settleStreamFormat } = await import('@arbiter/adapters-nats-jetstream');
    await settleStreamFormat(link.connection, new AbortController().signal);
    const { joinLibrary } = await import('./join-library.js');
    await joinLibrary(link.connection, settings, directory);
    return traceStores(await onJetStream(link, directory), TRACED, 'nats');
  } catch (error) {
    await link.close();
    throw error;
  }
}

async function onJetStream(link: NatsLink, directory: DataDirectory): Promise<LibraryStores> {
  const {
    JetStreamBlobStore,
    JetStreamChangelogStore,
    JetStreamCollectionCatalog,
    JetStreamDeletionLog,
    JetStreamDocumentStore,
    JetStreamEntityRecords,
    JetStreamExtractionStore,
    JetStreamGraphCorrectionStore,
    JetStreamGraphStore,
  } = await import('@arbiter/adapters-nats-jetstream');
  const documents = new JetStreamDocumentStore(link.connection);
  const blobs = new JetStreamBlobStore(link.connection);
  // A reader changes nothing.
  if (directory.writable)
    for (const store of [documents, blobs]) await store.sweep(Date.now(), new AbortController().signal);
  return {
    catalog: new JetStreamCollectionCatalog(link.connection),
    documents,
    blobs,
    entities: new EntityStore(new JetStreamEntityRecords(link.connection)),
    deletions: new JetStreamDeletionLog(link.connection),
    changelogs: new JetStreamChangelogStore(link.connection),
    corrections: new JetStreamGraphCorrectionStore(link.connection),
    graphs: new JetStreamGraphStore(link.connection),
    extractions: new JetStreamExtractionStore(link.connection),
    close: () => link.close(),
  };
}

/** @throws ArbiterError INVALID_REQUEST naming the variable that needs a broker, where none is set */
export function brokerOf(variable: string, { natsUrl }: { readonly natsUrl: string | undefined }): string {
  if (natsUrl !== undefined) return natsUrl;
  throw new ArbiterError('INVALID_REQUEST', `${variable}=nats needs a broker with JetStream: set NATS_URL.`);
}
