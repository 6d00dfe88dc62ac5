import { CollectionName } from '@arbiter/contracts';

/** `document://<domain or collection>/<path>`, with `?id=` where it comes from us. */
const DOCUMENT_URI = /^document:\/\/([^/?#]+)\/([^?#]+)(?:\?id=([A-Za-z0-9_-]{1,128}))?$/;
/** `entity://<domain or collection>/<type>/<name>` */
const ENTITY_URI = /^entity:\/\/([^/?#]+)\/([^/?#]+)\/([^/?#]+)$/;

export const DOCUMENT_URI_TEMPLATE = 'document://{domain}/{+path}{?id}';
export const ENTITY_URI_TEMPLATE = 'entity://{domain}/{type}/{name}';

export interface DocumentAddress {
  /** A domain pack, or a collection. */
  readonly domain: string;
  /** The source of the document, as it was ingested. It names a document of the library and never a file. */
  readonly path: string;
  /** Null where the path has to say which one. */
  readonly id: string | null;
}

export interface EntityAddress {
  /** A domain pack, or a collection. */
  readonly domain: string;
  readonly type: string;
  /** The name or an alias. */
  readonly name: string;
}

/** Where a document is read. Two of one domain may have one path, so the id stands with it. */
export function formatDocumentUri({ domain, path, id }: DocumentAddress): string {
  return `document://${encoded([domain, ...path.split('/')])}${id === null ? '' : `?id=${id}`}`;
}

/** @returns null for what is no address of a document */
export function parseDocumentUri(uri: string): DocumentAddress | null {
  const [, domain, path, id = null] = DOCUMENT_URI.exec(uri) ?? [];
  const parts = decoded(domain, path);
  return parts && { domain: parts[0], path: parts[1], id };
}

/** Where an entity is read. */
export function formatEntityUri({ domain, type, name }: EntityAddress): string {
  return `entity://${encoded([domain, type, name])}`;
}

/** @returns null for what is no address of an entity */
export function parseEntityUri(uri: string): EntityAddress | null {
  const [, domain, type, name] = ENTITY_URI.exec(uri) ?? [];
  const parts = decoded(domain, type, name);
  return parts && { domain: parts[0], type: parts[1], name: parts[2] };
}

function encoded(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/');
}

/** @returns null where a part is missing or wrongly encoded, or the first is no name of a domain or collection */
function decoded<T extends (string | undefined)[]>(...parts: T): { [K in keyof T]: string } | null {
  try {
    const names = parts.map((part) => (part === undefined ? '' : decodeURIComponent(part)));
    return CollectionName.safeParse(names[0]).success ? (names as { [K in keyof T]: string }) : null;
  } catch {
    return null;
  }
}
