import { ArbiterError, getDocument, type DocumentSummary } from '@arbiter/contracts';
import type { Library } from '../library.js';
import { formatDocumentUri, parseDocumentUri, type DocumentAddress } from './resource-uris.js';

/**
 * @returns null for what is no document of that domain or collection
 * @throws ArbiterError INVALID_REQUEST when several have the path, naming their exact addresses
 */
export async function documentAt(uri: string, library: Library): Promise<DocumentSummary | null> {
  const address = parseDocumentUri(uri);
  if (!address) return null;
  const { domain, path, id } = address;
  if (id !== null) {
    const collections = (await library.places()).collectionsOf(domain);
    const document = await library.find(getDocument, { documentId: id });
    return document && collections.includes(document.collection) ? document : null;
  }
  const found = await documentsAt(address, library);
  if (found.length > 1) {
    const addresses = found.map((one) => formatDocumentUri({ domain, path, id: one.id }));
    const message = `${found.length} documents are at ${uri}; say which one: ${addresses.join(' or ')}.`;
    throw new ArbiterError('INVALID_REQUEST', message);
  }
  return found[0] ?? null;
}

/** The documents of a domain or collection that have the path. */
export async function documentsAt(
  { domain, path }: Pick<DocumentAddress, 'domain' | 'path'>,
  library: Library,
): Promise<DocumentSummary[]> {
  const found: DocumentSummary[] = [];
  for (const collection of (await library.places()).collectionsOf(domain))
    for await (const page of library.documents(collection)) found.push(...page.filter(({ source }) => source === path));
  return found;
}
