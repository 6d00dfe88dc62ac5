import type { ListResourcesResult } from '@modelcontextprotocol/server';
import { EntityNameCursor } from '@arbiter/contracts';
import { z } from 'zod';
import type { CallOptions, OperationCaller } from '../operation-caller.js';
import { invalidParams } from '../protocol-error.js';
import { documentResources } from './document-resources.js';
import { entityResources } from './entity-resources.js';
import { LibraryDomains } from './library.domains.js';

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
