import { CollectionName, compareCodeUnits, listCollections, listDomains } from '@arbiter/contracts';
import type { CallOptions, OperationCaller } from '../operation-calls.js';

/** `document://<domain or collection>/<path>`, with `?id=` where it comes from us. */
const DOCUMENT_URI = /^document:\/\/([^/?#]+)\/([^?#]+)(?:\?id=([A-Za-z0-9_-]{1,128}))?$/;

export const DOCUMENT_URI_TEMPLATE = 'document://{domain}/{+path}{?id}';

export interface DocumentAddress {
  /** A domain pack, or a collection. */
  readonly domain: string;
  /** The source of the document, as it was ingested. It names a document of the library and never a file. */
  readonly path: string;
  /** Null where the path has to say which one. */
  readonly id: string | null;
}

/** Where a document is read. Two of one domain may have one path, so the id stands with it. */
export function formatDocumentUri({ domain, path, id }: DocumentAddress): string {
  const segments = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return `document://${encodeURIComponent(domain)}/${segments}${id === null ? '' : `?id=${id}`}`;
}

/** @returns null for what is no address of a document */
export function parseDocumentUri(uri: string): DocumentAddress | null {
  const [, domain, path, id] = DOCUMENT_URI.exec(uri) ?? [];
  if (domain === undefined || path === undefined) return null;
  try {
    const name = CollectionName.safeParse(decodeURIComponent(domain));
    return name.success ? { domain: name.data, path: decodeURIComponent(path), id: id ?? null } : null;
  } catch {
    // Broken percent-encoding.
    return null;
  }
}

/** `entity://<domain or collection>/<type>/<name>` */
const ENTITY_URI = /^entity:\/\/([^/?#]+)\/([^/?#]+)\/([^/?#]+)$/;
const SCHEME = 'entity://';

export const ENTITY_URI_TEMPLATE = 'entity://{domain}/{type}/{name}';

export interface EntityAddress {
  /** A domain pack, or a collection. */
  readonly domain: string;
  readonly type: string;
  /** The name or an alias. */
  readonly name: string;
}

export function isEntityUri(uri: string): boolean {
  return uri.startsWith(SCHEME);
}

/** Where an entity is read. */
export function formatEntityUri({ domain, type, name }: EntityAddress): string {
  return `${SCHEME}${[domain, type, name].map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`;
}

/** @returns null for what is no address of an entity */
export function parseEntityUri(uri: string): EntityAddress | null {
  const [, domain, type, name] = ENTITY_URI.exec(uri) ?? [];
  if (domain === undefined || type === undefined || name === undefined) return null;
  try {
    const named = CollectionName.safeParse(decodeURIComponent(domain));
    return named.success
      ? { domain: named.data, type: decodeURIComponent(type), name: decodeURIComponent(name) }
      : null;
  } catch {
    // Broken percent-encoding.
    return null;
  }
}

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
