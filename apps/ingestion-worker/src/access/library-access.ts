import { accessGroupsOf, type Principal, reaches, readsDocument } from '@arbiter/contracts';
import type { DocumentStore, StoredDocument, StoredEntity } from '@arbiter/ports';
import { listStoredDocuments } from '../graph/stored-documents.js';
import type { SnapshotReader } from '../graph/stored-graph.js';

/** What of a library a caller may read. */
export class LibraryAccess {
  constructor(
    private readonly documents: Pick<DocumentStore, 'get' | 'list'>,
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
   * Whether a caller may read every document of a collection: those that its knowledge graph was built from, where there is one,
   * which knows their groups. Changelog and names of entities tell of all of them at once.
   */
  async readsAll(collection: string, caller: Principal | null, signal: AbortSignal): Promise<boolean> {
    if (!reaches(caller, collection)) return false;
    if (!caller?.groups) return true;
    const graph = await this.graphs.current(collection, signal);
    if (graph) return graph.documents.every(({ groups }) => readsDocument(caller, groups ?? null));
    const documents = await listStoredDocuments(this.documents, collection, signal);
    return documents.every((document) => mayRead(document, caller));
  }
}

/** Whether a caller may read a stored document. */
export function mayRead(
  { collection, metadata }: Pick<StoredDocument, 'collection' | 'metadata'>,
  caller: Principal | null,
): boolean {
  return reaches(caller, collection) && readsDocument(caller, accessGroupsOf(metadata));
}
