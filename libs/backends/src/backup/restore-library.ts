import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSealedArchive, type SealedHeader } from '@arbiter/adapters-archives';
import {
  DATA_FORMAT_VERSION,
  FilesystemCollectionCatalog,
  FilesystemDocumentStore,
  openDataDirectory,
  prepareRestore,
} from '@arbiter/adapters-filesystem';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, indexNameOf } from '@arbiter/ports';
import { brokerOf } from '../open-library-stores.js';
import type { BackupSettings } from './back-up-library.js';
import { BackupAbout, STREAMS_FOLDER } from './backup-about.js';

export interface ProvenBackup {
  readonly about: BackupAbout;
  readonly files: number;
  readonly bytes: number;
}

export interface RestoreRequest {
  /** The archive; absolute. */
  readonly file: string;
  /** Data directory; absolute. */
  readonly path: string;
  /** Whether a library that is there may be replaced. It is kept beside. */
  readonly replace: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: (bytes: number, ofBytes: number) => void;
}

export interface FinishedRestore extends ProvenBackup {
  /** Where the former library is; null where there was none. */
  readonly replaced: string | null;
  /** Collections whose indexes are not in the backup, which `arbiter reindex` rebuilds. */
  readonly toReindex: readonly string[];
}

/**
 * Reads a backup to its end and compares every file with its checksum; writes nothing.
 *
 * @throws ArbiterError INVALID_REQUEST for what is no whole backup (see readSealedArchive), NOT_FOUND where there is no file
 */
export async function verifyBackup(file: string, signal: AbortSignal): Promise<ProvenBackup> {
  const found = new Map<string, number>();
  const header = await readSealedArchive(
    file,
    {
      // Before all of it is read: what cannot be restored is refused at once.
      onHeader: (one) => Promise.resolve(void aboutOf(one)),
      onFile: async (path, content) => {
        const collection = /^documents\/([^/]+)\/descriptions\//.exec(path)?.[1];
        if (collection !== undefined) found.set(collection, (found.get(collection) ?? 0) + 1);
        for await (const _block of content);
      },
    },
    signal,
  ).catch((error: unknown) => {
    throw cannotRead(error, file);
  });
  const described = aboutOf(header);
  if (described.streams.length === 0) {
    const stated = described.collections.reduce((sum, { documents }) => sum + documents, 0);
    const held = [...found.values()].reduce((sum, documents) => sum + documents, 0);
    // Documents of a collection that was deleted in the middle may be left in its folder.
    if (held < stated) throw miscounted(stated, held);
  }
  return { about: described, files: header.files, bytes: header.bytes };
}

/**
 * Puts the library of a backup into a data directory. Nothing is seen of it before all of it is proven: unpacked, compared with
 * its checksums, raised to the format of this Arbiter, opened and counted.
 *
 * @throws ArbiterError as verifyBackup and prepareRestore; UNAVAILABLE with `details.reason` ENOSPC for too little room
 */
export async function restoreLibrary(settings: BackupSettings, request: RestoreRequest): Promise<FinishedRestore> {
  const { file, path, replace, clock, signal, onProgress } = request;
  // A look at the header first: no folder is made for what is no backup.
  await readSealedArchive(
    file,
    { onHeader: (header) => Promise.reject(new HeaderRead(aboutOf(header))) },
    signal,
  ).catch((error: unknown) => {
    if (!(error instanceof HeaderRead)) throw cannotRead(error, file);
    if (error.about.streams.length > 0 && !settings.usesJetStream)
      throw new ArbiterError(
        'INVALID_REQUEST',
        'The backup is of a library on a broker: set DOCUMENT_STORE, SESSION_STORE and NATS_URL as they were.',
      );
  });
  const target = await prepareRestore(path, { clock, replace });
  try {
    let done = 0;
    const header = await readSealedArchive(
      file,
      {
        onHeader: (one) => target.reserve(one),
        onFile: async (name, content, size) => {
          await target.write(name, content);
          done += size;
          onProgress?.(done, 0);
        },
      },
      signal,
    ).catch((error: unknown) => {
      throw cannotRead(error, file);
    });
    const about = aboutOf(header);
    await prove(target.folder, about, clock, signal);
    if (about.streams.length > 0) await putStreams(settings, join(target.folder, STREAMS_FOLDER), replace, signal);
    await rm(join(target.folder, STREAMS_FOLDER), { recursive: true, force: true });
    signal.throwIfAborted();
    const replaced = await target.commit();
    const toReindex = about.collections.filter(({ hasIndexes }) => !hasIndexes).map(({ name }) => name);
    return { about, files: header.files, bytes: header.bytes, replaced, toReindex };
  } finally {
    await target.close();
  }
}

/** Ends the reading after the header. */
class HeaderRead extends ArbiterError {
  constructor(readonly about: BackupAbout) {
    super('CANCELLED', 'Only the header was wanted.');
  }
}

function aboutOf({ about }: SealedHeader): BackupAbout {
  const parsed = BackupAbout.safeParse(about);
  if (!parsed.success)
    throw new ArbiterError('INVALID_REQUEST', 'This is no backup of Arbiter.', { details: { reason: 'foreign' } });
  if (parsed.data.dataFormat > DATA_FORMAT_VERSION)
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The backup was made by Arbiter ${parsed.data.arbiter}, whose data have format ${parsed.data.dataFormat}; this Arbiter reads up to ${DATA_FORMAT_VERSION}: update it to ${parsed.data.arbiter} or later.`,
      { details: { reason: 'newer', needs: parsed.data.arbiter } },
    );
  return parsed.data;
}

/** Opens what was unpacked as a worker would: this raises it to the format of today. Then counts what it holds. */
async function prove(folder: string, about: BackupAbout, clock: Clock, signal: AbortSignal): Promise<void> {
  for (const owned of ['', 'orchestrator']) {
    if (owned !== '' && about.parts['sessions, answers and feedback']?.files === 0) continue;
    const directory = await openDataDirectory({ path: join(folder, owned), mode: 'write', clock });
    try {
      if (owned === '' && about.streams.length === 0) {
        const [catalog, documents] = [
          new FilesystemCollectionCatalog(directory),
          new FilesystemDocumentStore(directory),
        ];
        for (const stated of about.collections) {
          const held = (await catalog.get(stated.name, signal)) && (await documents.count(stated.name, signal));
          if (held !== stated.documents) throw miscounted(stated.documents, held ?? 0, stated.name);
        }
        await proveIndexes(join(folder, 'indexes'), catalog, about, signal);
      }
    } finally {
      await directory.close();
    }
    // Those of the target stay.
    for (const own of ['lock', 'staging']) await rm(join(folder, owned, own), { recursive: true, force: true });
  }
}

async function proveIndexes(
  folder: string,
  catalog: FilesystemCollectionCatalog,
  about: BackupAbout,
  signal: AbortSignal,
): Promise<void> {
  const { LanceStore, LanceVectorIndex, LanceKeywordIndex } = await import('@arbiter/adapters-lancedb');
  const store = await LanceStore.open({ directory: folder, mode: 'read-only' });
  try {
    for (const { name, hasIndexes } of about.collections) {
      const manifest = await catalog.get(name, signal);
      if (!hasIndexes || !manifest) continue;
      const index = indexNameOf(manifest);
      await Promise.all([
        new LanceVectorIndex(store).count(index, signal),
        new LanceKeywordIndex(store).count(index, signal),
      ]);
    }
  } finally {
    await store.close();
  }
}

async function putStreams(
  settings: BackupSettings,
  folder: string,
  replace: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { connectNats } = await import('@arbiter/messaging');
  const { restoreStreams } = await import('@arbiter/adapters-nats-jetstream');
  const link = await connectNats({
    url: brokerOf('DOCUMENT_STORE or SESSION_STORE', settings),
    name: 'arbiter-restore',
  });
  try {
    await restoreStreams(link.connection, folder, { replace, signal });
  } finally {
    await link.close();
  }
}

function miscounted(stated: number, held: number, collection?: string): ArbiterError {
  const where = collection === undefined ? 'The backup' : `Collection "${collection}" of the backup`;
  return new ArbiterError('INVALID_REQUEST', `${where} holds ${held} documents and states ${stated}.`, {
    details: { reason: 'damaged', stated, held, ...(collection !== undefined && { collection }) },
  });
}

function cannotRead(error: unknown, file: string): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (error instanceof ArbiterError || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  const isMissing = code === 'ENOENT';
  return new ArbiterError(
    isMissing ? 'NOT_FOUND' : 'UNAVAILABLE',
    isMissing ? `There is no file "${file}".` : `The backup "${file}" cannot be read: the system reported ${code}.`,
    { details: { path: file, reason: code }, cause: error },
  );
}
