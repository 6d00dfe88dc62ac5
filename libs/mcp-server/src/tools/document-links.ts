import { shownLine } from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { formatDocumentUri } from '../resources/document-uri.js';
import type { LibraryDomains } from '../resources/library.domains.js';
import { DOCUMENT_MIME_TYPE } from '../resources/document-resources.js';

export interface LinkedDocument {
  readonly documentId: string;
  readonly collection: string;
  readonly source: string;
  readonly title: string;
}

/** A link to each document, once, in order of appearance. */
export function documentLinks(documents: readonly LinkedDocument[], domains: LibraryDomains): ContentBlock[] {
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  return [...byId.values()].map(({ documentId, collection, source, title }) => ({
    type: 'resource_link',
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id: documentId }),
    name: shownLine(source),
    mimeType: DOCUMENT_MIME_TYPE,
    ...(title !== '' && { title: shownLine(title) }),
  }));
}
