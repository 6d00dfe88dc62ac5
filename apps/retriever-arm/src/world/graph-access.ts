import { ArbiterError, type Principal, reaches, readsDocument } from '@arbiter/contracts';
import type { CollectionCatalog } from '@arbiter/ports';
import { collectionsAsked, type WorldReader } from './world-reader.js';

export interface GraphAccessPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: Pick<WorldReader, 'worldAt'>;
}

/**
 * Whose knowledge graphs a caller reads. A graph and its changelog tell of all documents of a collection at once, so that they
 * are for those who may read all of them; anybody else is answered from the passages that are left.
 */
export class GraphAccess {
  constructor(private readonly ports: GraphAccessPorts) {}

  /**
   * @param named absent: all of the library
   * @returns undefined for all of the library; otherwise those of the named collections whose graph the caller reads
   */
  async within(
    named: readonly string[] | undefined,
    caller: Principal | null,
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    if (caller === null || (caller.tenant === null && caller.groups === null)) return named && [...named];
    const asked = await collectionsAsked(this.ports.catalog, named, signal);
    const reached = asked.filter((name) => reaches(caller, name));
    const readable: string[] = [];
    for (const name of reached) if (await this.reads(name, caller, signal)) readable.push(name);
    return readable;
  }

  /** @throws ArbiterError FORBIDDEN for the graph of a collection with documents that the caller may not read */
  async assertReadable(collection: string, caller: Principal | null, signal: AbortSignal): Promise<void> {
    if (await this.reads(collection, caller, signal)) return;
    throw new ArbiterError(
      'FORBIDDEN',
      `The knowledge graph of "${collection}" tells of documents that this key may not read.`,
      { details: { collection } },
    );
  }

  private async reads(collection: string, caller: Principal | null, signal: AbortSignal): Promise<boolean> {
    if (!caller?.groups) return true;
    // One that cannot be read is nobody's, and says so itself where it is asked for.
    const world = await this.ports.worlds.worldAt(collection, {}, signal).catch(() => null);
    signal.throwIfAborted();
    return world?.graph.snapshot.documents.every(({ groups }) => readsDocument(caller, groups ?? null)) ?? true;
  }
}
