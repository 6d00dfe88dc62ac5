import {
  EntityNameCursor,
  listDocuments,
  listEntityNames,
  shownLine,
  type DocumentSummary,
  type EntityName,
} from '@arbiter/contracts';
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { invalidParams, type CallOptions, type OperationCaller } from '../operation-calls.js';
import { collectionNames, formatDocumentUri, formatEntityUri, LibraryDomains } from './resource-uris.js';

export const RESOURCES_PER_PAGE = 100;

/** A part of the list of one kind of resources. */
export interface ResourcePage<Place> {
  /** None where there is none of the kind, or no more. */
  readonly resources: Resource[];
  /** Where the next page begins; null with the last one. */
  readonly next: Place | null;
}

/** Clients read the normalised text, whatever the document's format. */
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
      resources: page.documents.map((document) => resourceOfDocument(document, domains)),
      next: page.next !== null ? [collection, page.next] : following === undefined ? null : [following, ''],
    };
  }
  return { resources: [], next: null };
}

function resourceOfDocument(
  { id, collection, source, title, updatedAt }: DocumentSummary,
  domains: LibraryDomains,
): Resource {
  return {
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id }),
    name: shownLine(source),
    ...(title !== '' && { title: shownLine(title) }),
    mimeType: DOCUMENT_MIME_TYPE,
    annotations: { lastModified: updatedAt },
  };
}

export const ENTITY_MIME_TYPE = 'application/json';

/**
 * A page of all that documents describe. What is called alike in one collection is one resource, whose contents are all of it.
 *
 * @param after `next` of the page before; empty at first
 * @throws ArbiterError INVALID_REQUEST for another one
 */
export async function entityResources(
  after: string,
  domains: LibraryDomains,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ResourcePage<string>> {
  const from = after === '' ? {} : { after };
  const { entities, next } = await caller.request(listEntityNames, { limit: RESOURCES_PER_PAGE, ...from }, options);
  return { resources: entities.map((entity) => resourceOfEntity(entity, domains)), next };
}

function resourceOfEntity({ collection, type, name }: EntityName, domains: LibraryDomains): Resource {
  const domain = domains.domainOf(collection);
  return {
    uri: formatEntityUri({ domain, type, name }),
    name,
    description: `${type} of ${domain}`,
    mimeType: ENTITY_MIME_TYPE,
  };
}

/** Where the next page begins: among the documents, or, once these have ended, among the entities. */
const Cursor = z.union([
  z.tuple([z.literal('document'), z.string().max(128), z.string().max(128)]),
  z.tuple([z.literal('entity'), z.union([z.literal(''), EntityNameCursor])]),
]);
type Cursor = z.output<typeof Cursor>;

const FIRST: Cursor = ['document', '', ''];
const FIRST_ENTITY: Cursor = ['entity', ''];

/**
 * A page of all resources of the library: its documents, then what they describe.
 *
 * @throws ProtocolError invalid params for a cursor that is not one of ours
 */
export async function listResources(
  cursor: string | undefined,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ListResourcesResult> {
  const place = cursor === undefined ? FIRST : parseCursor(cursor);
  const domains = await LibraryDomains.read(caller, options);
  if (place[0] === 'document') {
    const [, ...from] = place;
    const { resources, next } = await documentResources(from, domains, caller, options);
    if (resources.length > 0) {
      return { resources, nextCursor: formatCursor(next ? ['document', ...next] : FIRST_ENTITY) };
    }
  }
  const from = place[0] === 'entity' ? place[1] : '';
  const { resources, next } = await entityResources(from, domains, caller, options);
  return { resources, ...(next !== null && { nextCursor: formatCursor(['entity', next]) }) };
}

function formatCursor(place: Cursor): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function parseCursor(cursor: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidParams('This cursor is not one that a list of resources gave.');
  }
}
