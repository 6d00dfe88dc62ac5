import { listDocuments, shownLine, type DocumentSummary } from '@arbiter/contracts';
import type { Resource } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-caller.js';
import { formatDocumentUri } from './document-uri.js';
import { collectionNames, type LibraryDomains } from './library.domains.js';
import { RESOURCES_PER_PAGE, type ResourcePage } from './resource-page.js';

/** What is read is the normalised text, whatever the document was. */
export const DOCUMENT_MIME_TYPE = 'text/plain';

/**
 * A page of all documents of the library, collection by collection in order of their names.
 *
 * @param place where the page before ended: in a collection, after the document with this id; both empty at first
 */
export async function documentResources(
  [first, after]: readonly [collection: string, documentId: string],
  domains: LibraryDomains,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ResourcePage<readonly [string, string]>> {
  const collections = (await collectionNames(caller, options)).filter((name) => name >= first);
  for (const [index, collection] of collections.entries()) {
    const from = collection === first && after !== '' ? { after } : {};
    const page = await caller.request(listDocuments, { collection, limit: RESOURCES_PER_PAGE, ...from }, options);
    // An empty collection makes no page of its own.
    if (page.documents.length === 0) continue;
    const following = collections[index + 1];
    return {
      resources: page.documents.map((document) => resourceOf(document, domains)),
      next: page.next !== null ? [collection, page.next] : following === undefined ? null : [following, ''],
    };
  }
  return { resources: [], next: null };
}

function resourceOf({ id, collection, source, title, updatedAt }: DocumentSummary, domains: LibraryDomains): Resource {
  return {
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id }),
    name: shownLine(source),
    ...(title !== '' && { title: shownLine(title) }),
    mimeType: DOCUMENT_MIME_TYPE,
    annotations: { lastModified: updatedAt },
  };
}
