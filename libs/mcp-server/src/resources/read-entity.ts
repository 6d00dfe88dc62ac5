import { findEntities, getDocument, getDocumentText, type EntityDescription } from '@arbiter/contracts';
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { Library } from '../library.js';
import { JSON_MIME_TYPE } from './list-resources.js';
import { formatDocumentUri, formatEntityUri, type EntityAddress } from './resource-uris.js';

/** Things of one name that are shown: a person of several documents, say. */
const MAX_SHOWN = 5;

/**
 * What is known of an entity, and the text that describes it. Several may have the name, in one domain: each is a content of
 * its own. A beginning of a name is a name here, too, where nothing is called by it.
 */
export async function readEntities(
  { domain, type, name: sought }: EntityAddress,
  library: Library,
): Promise<ReadResourceResult['contents']> {
  const found: EntityDescription[] = [];
  for (const collection of (await library.places()).collectionsOf(domain)) {
    const query = { collection, type, name: sought, limit: MAX_SHOWN };
    found.push(...(await library.ask(findEntities, query)).entities);
  }
  const named = found.filter(({ name, aliases }) => [name, ...aliases].some((one) => isSame(one, sought)));
  const contents = [];
  for (const entity of (named.length > 0 ? named : found).slice(0, MAX_SHOWN))
    contents.push(await contentOf(entity, domain, library));
  return contents;
}

async function contentOf(
  { documentId, start, end, type, name, aliases, attributes }: EntityDescription,
  domain: string,
  library: Library,
): Promise<ReadResourceResult['contents'][number]> {
  const [{ source: path }, { text }] = await Promise.all([
    library.ask(getDocument, { documentId }),
    library.ask(getDocumentText, { documentId }),
  ]);
  const source = { document: formatDocumentUri({ domain, path, id: documentId }), start, end };
  const described = { type, name, aliases, attributes, text: text.slice(start, end), source };
  return {
    uri: formatEntityUri({ domain, type, name }),
    mimeType: JSON_MIME_TYPE,
    text: JSON.stringify(described, null, 2),
  };
}

/** Whether two names are one, whatever their case, accents and punctuation. */
export function isSame(name: string, other: string): boolean {
  return name.localeCompare(other, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;
}
