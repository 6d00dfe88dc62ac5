import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSealedArchive } from '@arbiter/adapters-archives';
import {
  DATA_FORMAT_VERSION,
  LEFT_OUT,
  openDataDirectory,
  type Snapshot,
  takeSnapshot,
} from '@arbiter/adapters-filesystem';
import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { type Clock, indexNameOf, timestampOf } from '@arbiter/ports';
import { type LibraryStores, openLibraryStores } from '../open-library-stores.js';
import type { LibrarySettings, StoreSettings } from '../store-variables.js';
import { type BackupAbout, STREAMS_FOLDER } from './backup-about.js';

export type BackupSettings = LibrarySettings &
  StoreSettings & {
    readonly natsUrl: string | undefined;
    /** Whether anything of the library or of its answers is on the broker. */
    readonly usesJetStream: boolean;
  };

export interface BackupRequest {
  /** Data directory; absolute. */
  readonly path: string;
  /** The archive to write; absolute. */
  readonly file: string;
  /** Whether a file of the name may be replaced. */
  readonly replace: boolean;
  /** Version of this Arbiter. */
  readonly arbiter: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the bytes of files written so far, of all; must not throw. */
  readonly onProgress?: (bytes: number, ofBytes: number) => void;
}

export interface FinishedBackup {
  readonly about: BackupAbout;
  readonly files: number;
  /** Of the files. */
  readonly bytes: number;
  /** Of the archive. */
  readonly archiveBytes: number;
  /** For how long changes stood still, and how long all of it took, in milliseconds. */
  readonly snapshotMs: number;
  readonly totalMs: number;
}

/** Longest wait for a job that is in the middle of a change, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;
/** A library on a broker is changed by workers that nothing holds up; then it is read again. */
const BROKER_ATTEMPTS = 3;

/**
 * Writes everything that a library consists of to one archive, also while it is used. What is changed meanwhile is in it whole
 * or not at all.
 *
 * @throws ArbiterError NOT_FOUND where there is no library, CONFLICT when the file exists or another backup is under way,
 *   UNAVAILABLE when the disk is full, a store does not answer, or changes do not pause
 */
export async function backUpLibrary(settings: BackupSettings, request: BackupRequest): Promise<FinishedBackup> {
  const { path, file, replace, clock, signal, onProgress } = request;
  const started = clock.monotonic();
  const snapshot = await takeSnapshot(path, { clock, signal, patienceMs: PATIENCE_MS });
  try {
    const about = await completeSnapshot(snapshot, settings, request);
    const snapshotMs = clock.monotonic() - started;
    const parts = Object.values(about.parts);
    const files = parts.reduce((sum, part) => sum + part.files, 0);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const archiveBytes = await writeSealedArchive(
      file,
      { about, files, bytes, entries: snapshot.files() },
      { signal, replace, ...(onProgress && { onProgress: (done: number) => onProgress(done, bytes) }) },
    ).catch((error: unknown) => {
      throw cannotWrite(error, file);
    });
    return { about, files, bytes, archiveBytes, snapshotMs, totalMs: clock.monotonic() - started };
  } finally {
    await snapshot.close();
  }
}

/** Adds to a snapshot what is on a broker, and describes all of it. */
async function completeSnapshot(
  snapshot: Snapshot,
  settings: BackupSettings,
  { path, arbiter, clock, signal }: BackupRequest,
): Promise<BackupAbout> {
  const streams = settings.usesJetStream ? await keepStreams(settings, path, snapshot.root, { clock, signal }) : [];
  // A snapshot of files is described by itself: what is stored now may be newer.
  const isOnBroker = settings.documentStore === 'nats';
  const directory = await openDataDirectory({ path: isOnBroker ? path : snapshot.root, mode: 'read', clock });
  const library = await openLibraryStores(settings, directory);
  try {
    const manifests = await library.catalog.list(signal);
    const collections: BackupAbout['collections'] = [];
    for (const manifest of manifests)
      collections.push(await describe(manifest, library, join(snapshot.root, 'indexes'), signal));
    const onServers = [
      ...(settings.qdrantUrl === undefined ? [] : ['vectors on Qdrant: rebuilt by `arbiter reindex`']),
      ...(settings.elasticsearchUrl === undefined ? [] : ['keywords on Elasticsearch: rebuilt by `arbiter reindex`']),
    ];
    return {
      arbiter,
      createdAt: timestampOf(clock),
      dataFormat: DATA_FORMAT_VERSION,
      parts: {
        ...snapshot.parts,
        ...(streams.length > 0 && { 'streams of the broker': await sizeOf(join(snapshot.root, STREAMS_FOLDER)) }),
      },
      collections,
      streams,
      leftOut: [...LEFT_OUT, ...onServers],
    };
  } finally {
    await library.close();
    await directory.close();
  }
}

async function describe(
  manifest: CollectionManifest,
  library: Pick<LibraryStores, 'documents'>,
  indexes: string,
  signal: AbortSignal,
): Promise<BackupAbout['collections'][number]> {
  const { name, embeddingModel, vectorStore, keywordStore } = manifest;
  const { LanceStore, LanceVectorIndex, LanceKeywordIndex } = await import('@arbiter/adapters-lancedb');
  const store = await LanceStore.open({ directory: indexes, mode: 'read-only' });
  try {
    const counts = await Promise.all(
      [new LanceVectorIndex(store), new LanceKeywordIndex(store)].map((index) =>
        index.count(indexNameOf(manifest), signal).catch(() => null),
      ),
    );
    const documents = await library.documents.count(name, signal);
    const hasIndexes = counts.every((count) => count !== null);
    return { name, documents, embeddingModel, vectorStore, keywordStore, hasIndexes };
  } finally {
    await store.close();
  }
}

/** @returns the names of the streams whose snapshots are in the folder now */
async function keepStreams(
  settings: BackupSettings,
  path: string,
  root: string,
  { clock, signal }: Pick<BackupRequest, 'clock' | 'signal'>,
): Promise<string[]> {
  const { connectNats } = await import('@arbiter/messaging');
  const { saveStreams } = await import('@arbiter/adapters-nats-jetstream');
  const { brokerOf } = await import('../open-library-stores.js');
  const link = await connectNats({
    url: brokerOf('DOCUMENT_STORE or SESSION_STORE', settings),
    name: 'arbiter-backup',
  });
  const directory = await openDataDirectory({ path, mode: 'read', clock });
  const library = settings.documentStore === 'nats' ? await openLibraryStores(settings, directory) : null;
  const generations = async (): Promise<string> => {
    if (!library) return '';
    const manifests = await library.catalog.list(signal);
    const found = await Promise.all(manifests.map(({ name }) => library.catalog.generation(name, signal)));
    return JSON.stringify([manifests, found]);
  };
  try {
    for (let attempt = 1; attempt <= BROKER_ATTEMPTS; attempt += 1) {
      const before = await generations();
      const saved = await saveStreams(link.connection, join(root, STREAMS_FOLDER), signal);
      if (before === (await generations())) return saved;
    }
    throw new ArbiterError(
      'UNAVAILABLE',
      'The library on the broker was changed each time it was read: take the backup when no job runs.',
    );
  } finally {
    await library?.close();
    await directory.close();
    await link.close();
  }
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const size = { files: 0, bytes: 0 };
  for (const name of await readdir(folder)) {
    size.files += 1;
    size.bytes += (await stat(join(folder, name))).size;
  }
  return size;
}

/** Where the archive is written is the user's choice, and not the data directory. */
function cannotWrite(error: unknown, file: string): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (error instanceof ArbiterError || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : code === 'ENOENT'
        ? 'its folder does not exist'
        : `the system reported ${code}`;
  return new ArbiterError(
    code === 'ENOENT' ? 'INVALID_REQUEST' : 'UNAVAILABLE',
    `The backup "${file}" cannot be written: ${why}. Nothing of it was left behind.`,
    { details: { path: file, reason: code }, cause: error },
  );
}
