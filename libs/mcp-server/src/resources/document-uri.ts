import { CollectionName } from '@arbiter/contracts';

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
