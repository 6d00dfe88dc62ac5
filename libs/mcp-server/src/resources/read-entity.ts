import { findEntities, getDocument, getDocumentText, type EntityDescription } from '@arbiter/contracts';
import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { ENTITY_MIME_TYPE } from './list-resources.js';
import { formatDocumentUri, formatEntityUri, LibraryDomains, parseEntityUri } from './resource-uris.js';

/** Things of one name that are shown: a person of several documents, say. */
const MAX_SHOWN = 5;

/**
 * What is known of an entity, and the text that describes it. Several may have the name, in one domain: each is a content of
 * its own. A beginning of a name is a name here, too, where nothing is called by it.
 *
 * @throws ResourceNotFoundError where nothing of that type has the name
 */
export async function readEntityResource(
  uri: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const address = parseEntityUri(uri);
  if (!address) throw unknown(uri);
  const domains = await LibraryDomains.read(caller, options);
  const found: EntityDescription[] = [];
  for (const collection of domains.collectionsOf(address.domain)) {
    const { type, name } = address;
    const query = { collection, type, name, limit: MAX_SHOWN };
    found.push(...(await caller.request(findEntities, query, options)).entities);
  }
  const named = found.filter(({ name, aliases }) => [name, ...aliases].some((one) => isSame(one, address.name)));
  const shown = (named.length > 0 ? named : found).slice(0, MAX_SHOWN);
  if (shown.length === 0) throw unknown(uri);
  const contents = [];
  for (const entity of shown) contents.push(await contentOf(entity, address.domain, caller, options));
  return { contents };
}

async function contentOf(
  entity: EntityDescription,
  domain: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ReadResourceResult['contents'][number]> {
  const { documentId, start, end, type, name, aliases, attributes } = entity;
  const [{ source }, { text }] = await Promise.all([
    caller.request(getDocument, { documentId }, options),
    caller.request(getDocumentText, { documentId }, options),
  ]);
  const described = {
    type,
    name,
    aliases,
    attributes,
    text: text.slice(start, end),
    source: { document: formatDocumentUri({ domain, path: source, id: documentId }), start, end },
  };
  return {
    uri: formatEntityUri({ domain, type, name }),
    mimeType: ENTITY_MIME_TYPE,
    text: JSON.stringify(described, null, 2),
  };
}

/** Whether two names are one, whatever their case, accents and punctuation. */
export function isSame(name: string, other: string): boolean {
  return name.localeCompare(other, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;
}

function unknown(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, `There is nothing at ${uri}.`);
}
