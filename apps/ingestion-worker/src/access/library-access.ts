import { accessGroupsOf, type Principal, reaches, readsDocument } from '@arbiter/contracts';
import type { DocumentStore, StoredDocument, StoredEntity } from '@arbiter/ports';
import type { SnapshotReader } from '../graph/stored-graph.js';

/** What of a library a caller may read. */
export class LibraryAccess {
  constructor(
    private readonly documents: Pick<DocumentStore, 'get'>,
    private readonly graphs: Pick<SnapshotReader, 'current'>,
  ) {}

  /** Whether a caller may read a document that an entity is from. */
  async readsEntity(
    { collection, documentId }: Pick<StoredEntity, 'collection' | 'documentId'>,
    caller: Principal | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!reaches(caller, collection)) return false;
    if (!caller?.groups) return true;
    const document = await this.documents.get(documentId, signal);
    return document !== null && mayRead(document, caller);
  }

  /**
   * Whether a caller may read every document that the knowledge graph of a collection was built from. Changelog and names of
   * entities tell of all of them at once.
   */
  async readsAll(collection: string, caller: Principal | null, signal: AbortSignal): Promise<boolean> {
    if (!reaches(caller, collection)) return false;
    if (!caller?.groups) return true;
    const documents = (await this.graphs.current(collection, signal))?.documents ?? [];
    return documents.every(({ groups }) => readsDocument(caller, groups ?? null));
  }
}

/** Whether a caller may read a stored document. */
export function mayRead(
  { collection, metadata }: Pick<StoredDocument, 'collection' | 'metadata'>,
  caller: Principal | null,
): boolean {
  return reaches(caller, collection) && readsDocument(caller, accessGroupsOf(metadata));
}
