import {
  ArbiterError,
  getDocument,
  getDocumentText,
  listDocuments,
  shownText,
  type DocumentSummary,
} from '@arbiter/contracts';
import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import { invalidParams, type CallOptions, type OperationCaller } from '../operation-calls.js';
import { DOCUMENT_MIME_TYPE } from './list-resources.js';
import { formatDocumentUri, LibraryDomains, parseDocumentUri, type DocumentAddress } from './resource-uris.js';

/** Documents per page while one is looked for by its path: a page must fit into a message of any transport. */
const SCAN_PAGE_SIZE = 200;

/**
 * The stored, normalised text of a document as it may be shown: the offsets of citations count in it.
 *
 * @throws ResourceNotFoundError for what is no document of that domain or collection; ProtocolError invalid params when
 *   several have the path, naming their exact addresses
 */
export async function readDocumentResource(
  uri: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const address = parseDocumentUri(uri);
  if (!address) throw unknown(uri);
  const domains = await LibraryDomains.read(caller, options);
  const collections = domains.collectionsOf(address.domain);
  const document =
    address.id === null
      ? await findByPath(uri, address, collections, caller, options)
      : await findById(address.id, collections, caller, options);
  if (!document) throw unknown(uri);
  const { text } = await caller.request(getDocumentText, { documentId: document.id }, options);
  return { contents: [{ uri, mimeType: DOCUMENT_MIME_TYPE, text: shownText(text) }] };
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

async function findByPath(
  uri: string,
  { domain, path }: DocumentAddress,
  collections: readonly string[],
  caller: OperationCaller,
  options: CallOptions,
): Promise<DocumentSummary | null> {
  const found: DocumentSummary[] = [];
  for (const collection of collections) {
    for await (const document of documentsOf(collection, caller, options))
      if (document.source === path) found.push(document);
  }
  if (found.length > 1) {
    const addresses = found.map(({ id }) => formatDocumentUri({ domain, path, id }));
    throw invalidParams(`${found.length} documents are at ${uri}; say which one: ${addresses.join(' or ')}.`);
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

function unknown(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, `There is no document at ${uri}.`);
}
