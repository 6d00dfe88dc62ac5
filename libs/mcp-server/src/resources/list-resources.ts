import {
  EntityNameCursor,
  listDocuments,
  listEntityNames,
  listSessions,
  shownLine,
  type DocumentSummary,
  type EntityName,
} from '@arbiter/contracts';
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { invalidParams, type CallOptions, type OperationCaller } from '../operation-calls.js';
import { formatSessionUri, SESSION_MIME_TYPE } from './read-session.js';
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

/** A page of the caller's sessions, the one that was written in last first. */
async function sessionResources(
  after: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ResourcePage<string>> {
  const from = after === '' ? {} : { after };
  const { sessions, next } = await caller.request(listSessions, { limit: RESOURCES_PER_PAGE, ...from }, options);
  const resources = sessions.map(({ id, title, messages, updatedAt }) => ({
    uri: formatSessionUri(id),
    name: title === '' ? id : shownLine(title),
    description: `A conversation of ${messages} messages`,
    mimeType: SESSION_MIME_TYPE,
    annotations: { lastModified: updatedAt },
  }));
  return { resources, next };
}

const NO_RESOURCES: ResourcePage<string> = { resources: [], next: null };

/** Where the next page begins: among the documents, then among the entities, then among the sessions. */
const Cursor = z.union([
  z.tuple([z.literal('document'), z.string().max(128), z.string().max(128)]),
  z.tuple([z.literal('entity'), z.union([z.literal(''), EntityNameCursor])]),
  z.tuple([z.literal('session'), listSessions.input.shape.after.unwrap()]),
]);
type Cursor = z.output<typeof Cursor>;

const FIRST: Cursor = ['document', '', ''];
const FIRST_ENTITY: Cursor = ['entity', ''];

/**
 * A page of all resources: the documents of the library, what they describe, and the caller's sessions.
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
  const { resources, next } =
    place[0] === 'session' ? NO_RESOURCES : await entityResources(from, domains, caller, options);
  if (next !== null) return { resources, nextCursor: formatCursor(['entity', next]) };
  const sessions = await sessionResources(place[0] === 'session' ? place[1] : '', caller, options);
  return {
    resources: [...resources, ...sessions.resources],
    ...(sessions.next !== null && { nextCursor: formatCursor(['session', sessions.next]) }),
  };
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
