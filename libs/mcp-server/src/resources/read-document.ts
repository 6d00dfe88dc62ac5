import {
  ArbiterError,
  getDocument,
  getDocumentText,
  listDocuments,
  shownText,
  type DocumentSummary,
} from '@arbiter/contracts';
import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { DOCUMENT_MIME_TYPE } from './list-resources.js';
import { formatDocumentUri, LibraryDomains, parseDocumentUri, type DocumentAddress } from './resource-uris.js';

/** Documents per page while one is looked for by its path: a page must fit into a message of any transport. */
const SCAN_PAGE_SIZE = 200;

/**
 * The stored, normalised text of a document as it may be shown: the offsets of citations count in it.
 *
 * @throws ResourceNotFoundError for what is no document of that domain or collection; ArbiterError INVALID_REQUEST when
 *   several have the path, naming their exact addresses
 */
export async function readDocumentResource(
  uri: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const document = await documentAt(uri, caller, options);
  if (!document) throw new ResourceNotFoundError(uri, `There is no document at ${uri}.`);
  const { text } = await caller.request(getDocumentText, { documentId: document.id }, options);
  return { contents: [{ uri, mimeType: DOCUMENT_MIME_TYPE, text: shownText(text) }] };
}

/**
 * @returns null for what is no document of that domain or collection
 * @throws ArbiterError INVALID_REQUEST when several have the path, naming their exact addresses
 */
export async function documentAt(
  uri: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<DocumentSummary | null> {
  const address = parseDocumentUri(uri);
  if (!address) return null;
  const domains = await LibraryDomains.read(caller, options);
  return address.id === null
    ? findByPath(uri, address, caller, options)
    : findById(address.id, domains.collectionsOf(address.domain), caller, options);
}

async function findById(
  documentId: string,
  collections: readonly string[],
  caller: OperationCaller,
  options: CallOptions,
): Promise<DocumentSummary | null> {
  try {
    const document = await caller.request(getDocument, { documentId }, options);
    return collections.includes(document.collection) ? document : null;
  } catch (error) {
    if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** The documents of a domain or collection that have the path. */
export async function documentsAt(
  { domain, path }: Pick<DocumentAddress, 'domain' | 'path'>,
  caller: OperationCaller,
  options: CallOptions,
): Promise<DocumentSummary[]> {
  const domains = await LibraryDomains.read(caller, options);
  const found: DocumentSummary[] = [];
  for (const collection of domains.collectionsOf(domain)) {
    for await (const document of documentsOf(collection, caller, options))
      if (document.source === path) found.push(document);
  }
  return found;
}

async function findByPath(
  uri: string,
  { domain, path }: DocumentAddress,
  caller: OperationCaller,
  options: CallOptions,
): Promise<DocumentSummary | null> {
  const found = await documentsAt({ domain, path }, caller, options);
  if (found.length > 1) {
    const addresses = found.map(({ id }) => formatDocumentUri({ domain, path, id }));
    const message = `${found.length} documents are at ${uri}; say which one: ${addresses.join(' or ')}.`;
    throw new ArbiterError('INVALID_REQUEST', message);
  }
  return found[0] ?? null;
}

async function* documentsOf(
  collection: string,
  caller: OperationCaller,
  options: CallOptions,
): AsyncGenerator<DocumentSummary, void, undefined> {
  for (let after: string | null = ''; after !== null;) {
    const from = after === '' ? {} : { after };
    const page: { readonly documents: DocumentSummary[]; readonly next: string | null } = await caller.request(
      listDocuments,
      { collection, limit: SCAN_PAGE_SIZE, ...from },
      options,
    );
    yield* page.documents;
    after = page.next;
  }
}
