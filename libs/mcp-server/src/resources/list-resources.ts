import { EntityNameCursor, listDocuments, listEntityNames, listSessions, shownLine } from '@arbiter/contracts';
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { startingAfter, type Library } from '../library.js';
import { invalidParams } from '../operation-calls.js';
import { formatEntityUri } from './resource-uris.js';

/** Clients read the normalised text, whatever the document's format. */
export const DOCUMENT_MIME_TYPE = 'text/plain';
export const JSON_MIME_TYPE = 'application/json';
/** Before the id of a session, which needs no escapes. */
export const SESSION_SCHEME = 'context://';

/** Resources per page. */
const limit = 100;

/** Where a page begins: in a collection after a document, both empty at first; after an entity; after a session. */
const Cursor = z.union([
  z.tuple([z.literal('document'), z.string().max(128), z.string().max(128)]),
  z.tuple([z.literal('entity'), z.union([z.literal(''), EntityNameCursor])]),
  z.tuple([z.literal('session'), z.union([z.literal(''), listSessions.input.shape.after.unwrap()])]),
]);
type Cursor = z.output<typeof Cursor>;

/** A part of the list: resources of one kind, and where the next page begins, if there is one. */
interface Page {
  readonly resources: Resource[];
  readonly next: Cursor | null;
}

/**
 * A page of all resources: the documents of the library, then what they describe, then the caller's sessions.
 *
 * @throws ProtocolError invalid params for a cursor that is not one of ours
 */
export async function listResources(cursor: string | undefined, library: Library): Promise<ListResourcesResult> {
  let next: Cursor | null = cursor === undefined ? ['document', '', ''] : parseCursor(cursor);
  let resources: Resource[] = [];
  while (next && resources.length === 0) ({ resources, next } = await readPage(next, library));
  return { resources, ...(next && { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }) };
}

function parseCursor(cursor: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidParams('This cursor is not one that a list of resources gave.');
  }
}

function readPage([kind, ...from]: Cursor, library: Library): Promise<Page> {
  if (kind === 'document') return documents(from as [string, string], library);
  return kind === 'entity' ? entities(from[0], library) : sessions(from[0], library);
}

/** Collection by collection in order of their names. */
async function documents([first, after]: readonly [string, string], library: Library): Promise<Page> {
  const [collections, places] = await Promise.all([library.collections(), library.places()]);
  const left = collections.filter((name) => name >= first);
  for (const [index, collection] of left.entries()) {
    const from = collection === first ? startingAfter(after) : {};
    const page = await library.ask(listDocuments, { collection, limit, ...from });
    // An empty collection makes no page of its own.
    if (page.documents.length === 0) continue;
    const resources = page.documents.map(({ id, source, title, updatedAt }) => ({
      uri: places.uriOf({ collection, source, documentId: id }),
      name: shownLine(source),
      ...(title !== '' && { title: shownLine(title) }),
      mimeType: DOCUMENT_MIME_TYPE,
      annotations: { lastModified: updatedAt },
    }));
    const following = left[index + 1];
    if (page.next !== null) return { resources, next: ['document', collection, page.next] };
    return { resources, next: following === undefined ? ['entity', ''] : ['document', following, ''] };
  }
  return { resources: [], next: ['entity', ''] };
}

/** What is called alike in one collection is one resource, whose contents are all of it. */
async function entities(after: string, library: Library): Promise<Page> {
  const [page, places] = await Promise.all([
    library.ask(listEntityNames, { limit, ...startingAfter(after) }),
    library.places(),
  ]);
  const resources = page.entities.map(({ collection, type, name }) => {
    const domain = places.domainOf(collection);
    const uri = formatEntityUri({ domain, type, name });
    return { uri, name, description: `${type} of ${domain}`, mimeType: JSON_MIME_TYPE };
  });
  return { resources, next: page.next === null ? ['session', ''] : ['entity', page.next] };
}

/** The one that was written in last first. */
async function sessions(after: string, library: Library): Promise<Page> {
  const page = await library.ask(listSessions, { limit, ...startingAfter(after) });
  const resources = page.sessions.map(({ id, title, messages, updatedAt }) => ({
    uri: SESSION_SCHEME + id,
    name: title === '' ? id : shownLine(title),
    description: `A conversation of ${messages} messages`,
    mimeType: JSON_MIME_TYPE,
    annotations: { lastModified: updatedAt },
  }));
  return { resources, next: page.next === null ? null : ['session', page.next] };
}
