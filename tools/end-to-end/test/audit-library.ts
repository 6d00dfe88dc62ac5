import { openDataDirectory } from '@arbiter/adapters-filesystem';
import { openIndexes, openLibraryStores } from '@arbiter/backends';
import { indexNameOf, SYSTEM_CLOCK, type Chunk, type ChunkIndex, type StoredDocument } from '@arbiter/ports';

/** Contents of a collection in one index. */
export interface IndexAudit {
  readonly documentIds: readonly string[];
  /** As the index counts them. */
  readonly chunks: number;
  /** Those of the documents that the store knows, one by one: `<id> <start>-<end>`, in order. */
  readonly held: readonly string[];
  /** Ids of chunks that are no slice of the stored text. */
  readonly untrue: readonly string[];
}

/** Everything that the stores of a library hold of one collection. */
export interface LibraryAudit {
  /** Settings of every manifest, without the times of their creation. */
  readonly manifests: readonly object[];
  readonly documents: readonly {
    readonly id: string;
    readonly source: string;
    readonly contentHash: string;
    readonly chunks: number;
  }[];
  readonly vectors: IndexAudit;
  readonly keywords: IndexAudit;
  /** Names, by the id of the document that has them. */
  readonly entities: Readonly<Record<string, readonly string[]>>;
}

export interface AuditedLibrary {
  readonly dataDir: string;
  /** Where documents and manifests are; null for the data directory. */
  readonly natsUrl: string | null;
  readonly collection: string;
}

/** No server that holds indexes: they are files. */
export const EMBEDDED = {
  qdrantUrl: undefined,
  qdrantCollection: 'unused',
  qdrantApiKey: undefined,
  elasticsearchUrl: undefined,
  elasticsearchIndex: 'unused',
  elasticsearchApiKey: undefined,
};
/** More than a store is asked for at once in these tests. */
const ALL = 1_000;
/** Ordinals after the last chunk of a document that are looked for, too: a shorter version may have left some. */
const BEYOND = 50;

/** Asks every store by itself, with embedded indexes, while nobody writes. */
export async function auditLibrary({ dataDir, natsUrl, collection }: AuditedLibrary): Promise<LibraryAudit> {
  const { signal } = new AbortController();
  const directory = await openDataDirectory({ path: dataDir, mode: 'read', clock: SYSTEM_CLOCK });
  const settings = { ...EMBEDDED, natsUrl: natsUrl ?? undefined } as const;
  const documentStore = natsUrl === null ? 'filesystem' : 'nats';
  const library = await openLibraryStores({ ...settings, documentStore }, directory);
  const indexes = await openIndexes(settings, { directory: directory.resolve('indexes'), mode: 'read-only' });
  try {
    const manifests = await library.catalog.list(signal);
    const manifest = manifests.find(({ name }) => name === collection);
    const index = manifest ? indexNameOf(manifest) : collection;
    const stored = await library.documents.list(collection, { limit: ALL }, signal);
    const texts = new Map<string, string>();
    for (const { id } of stored) texts.set(id, (await library.documents.text(id, signal)) ?? '');
    const entities: Record<string, string[]> = {};
    for (const id of await library.entities.documentIds(collection, signal)) {
      entities[id] = (await library.entities.ofDocument(id, signal)).map(({ name }) => name);
    }
    return {
      manifests: manifests.map(({ createdAt: _, ...rest }) => rest),
      documents: stored.map(({ id, source, contentHash, chunks }) => ({ id, source, contentHash, chunks })),
      vectors: await auditIndex(indexes.vectorIndex, index, { stored, texts }),
      keywords: await auditIndex(indexes.keywordIndex, index, { stored, texts }),
      entities,
    };
  } finally {
    await indexes.close();
    await library.close();
    await directory.close();
  }
}

async function auditIndex(
  chunkIndex: Pick<ChunkIndex<Chunk>, 'chunks' | 'count' | 'documentIds'>,
  name: string,
  { stored, texts }: { readonly stored: readonly StoredDocument[]; readonly texts: ReadonlyMap<string, string> },
): Promise<IndexAudit> {
  const { signal } = new AbortController();
  const held: string[] = [];
  const untrue: string[] = [];
  for (const { id, chunks } of stored) {
    const ids = Array.from({ length: chunks + BEYOND }, (_, ordinal) => `${id}:${ordinal}`);
    for (const chunk of (await chunkIndex.chunks(name, ids, signal)).values()) {
      held.push(`${chunk.id} ${chunk.start}-${chunk.end}`);
      if (texts.get(id)?.slice(chunk.start, chunk.end) !== chunk.text) untrue.push(chunk.id);
    }
  }
  return {
    documentIds: await chunkIndex.documentIds(name, signal),
    chunks: await chunkIndex.count(name, signal),
    held: held.sort(),
    untrue,
  };
}
