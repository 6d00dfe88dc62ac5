import { CollectionName } from '@arbiter/contracts';

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
