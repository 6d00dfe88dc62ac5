import { ArbiterError, type Principal, reaches, readsAll } from '@arbiter/contracts';
import type { CollectionCatalog } from '@arbiter/ports';

/**
 * Whose knowledge graphs a caller reads. A graph and its changelog tell of all documents of a collection at once, so that they
 * are for those who may read all of them; anybody else is answered from the passages that are left.
 */
export class GraphAccess {
  constructor(private readonly catalog: Pick<CollectionCatalog, 'list'>) {}

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
    const manifests = await this.catalog.list(signal);
    const readable = manifests.filter((one) => reaches(caller, one.name) && readsAll(caller, one.restrictions));
    return readable.map(({ name }) => name).filter((name) => named?.includes(name) ?? true);
  }

  /** @throws ArbiterError FORBIDDEN for the graph of a collection with documents that the caller may not read */
  async assertReadable(collection: string, caller: Principal | null, signal: AbortSignal): Promise<void> {
    if (caller === null || caller.groups === null) return;
    const manifest = (await this.catalog.list(signal)).find(({ name }) => name === collection);
    if (!manifest || readsAll(caller, manifest.restrictions)) return;
    throw new ArbiterError(
      'FORBIDDEN',
      `The knowledge graph of "${collection}" tells of documents that this key may not read.`,
      { details: { collection } },
    );
  }
}
