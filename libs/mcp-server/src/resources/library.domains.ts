import { compareCodeUnits, listCollections, listDomains } from '@arbiter/contracts';
import type { CallOptions, OperationCaller } from '../operation-caller.js';

/** Which collections a domain has, and which domain a collection belongs to. A collection of no domain is one by itself. */
export class LibraryDomains {
  private constructor(
    private readonly packs: readonly { readonly domain: string; readonly collections: readonly string[] }[],
  ) {}

  static async read(caller: OperationCaller, options: CallOptions): Promise<LibraryDomains> {
    return new LibraryDomains((await caller.request(listDomains, {}, options)).domains);
  }

  domainOf(collection: string): string {
    return this.packs.find(({ collections }) => collections.includes(collection))?.domain ?? collection;
  }

  /** By name, ascending. A name may be that of a domain and of a collection. */
  collectionsOf(name: string): string[] {
    const pack = this.packs.find(({ domain }) => domain === name);
    return [...new Set([...(pack?.collections ?? []), name])].sort(compareCodeUnits);
  }
}

/** Names of the collections of the library, ascending. */
export async function collectionNames(caller: OperationCaller, options: CallOptions): Promise<string[]> {
  const { collections } = await caller.request(listCollections, {}, options);
  return collections.map(({ manifest }) => manifest.name).sort(compareCodeUnits);
}
