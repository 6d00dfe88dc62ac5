import { listDocuments, type DocumentSummary } from '@arbiter/contracts';
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallOptions, OperationCaller } from '../operation-caller.js';
import { invalidParams } from '../protocol-error.js';
import { formatDocumentUri } from './document-uri.js';
import { collectionNames, LibraryDomains } from './library.domains.js';

/** Documents per page. */
const PAGE_SIZE = 100;

/** Where the next page begins: in a collection, after the document with this id. */
const Cursor = z.tuple([z.string().max(128), z.string().max(128)]);

/** What is read is the normalised text, whatever the document was. */
export const DOCUMENT_MIME_TYPE = 'text/plain';

/**
 * A page of all documents of the library, collection by collection in order of their names.
 *
 * @throws ProtocolError invalid params for a cursor that is not one of ours
 */
export async function listDocumentResources(
  cursor: string | undefined,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ListResourcesResult> {
  const [first, after] = cursor === undefined ? ['', ''] : parseCursor(cursor);
  const [domains, all] = await Promise.all([LibraryDomains.read(caller, options), collectionNames(caller, options)]);
  const collections = all.filter((name) => name >= first);
  for (const [index, collection] of collections.entries()) {
    const from = collection === first && after !== '' ? { after } : {};
    const page = await caller.request(listDocuments, { collection, limit: PAGE_SIZE, ...from }, options);
    // An empty collection makes no page of its own.
    if (page.documents.length === 0) continue;
    const following = collections[index + 1];
    const next = page.next === null ? following && [following, ''] : [collection, page.next];
    return {
      resources: page.documents.map((document) => resourceOf(document, domains)),
      ...(next && { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }),
    };
  }
  return { resources: [] };
}

export function resourceOf(
  { id, collection, source, title, updatedAt }: DocumentSummary,
  domains: LibraryDomains,
): Resource {
  return {
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id }),
    name: source,
    ...(title !== '' && { title }),
    mimeType: DOCUMENT_MIME_TYPE,
    annotations: { lastModified: updatedAt },
  };
}

function parseCursor(cursor: string): z.output<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidParams('This cursor is not one that a list of resources gave.');
  }
}
