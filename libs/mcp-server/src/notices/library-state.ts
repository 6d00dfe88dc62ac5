import {
  ArbiterError,
  compareCodeUnits,
  describeContext,
  getDocument,
  listCollections,
  listPrompts,
} from '@arbiter/contracts';
import { createHash } from 'node:crypto';
import { fullNameOf } from '../domain-prompts.js';
import type { Library } from '../library.js';
import { toProtocolError } from '../operation-calls.js';
import { parseDocumentUri } from '../resources/resource-uris.js';
import { readResource } from '../resources/read-resource.js';

/** What tells one state of the library from the next: a word for each collection that changes with its contents. */
export type LibraryState = ReadonlyMap<string, string>;

/**
 * Cheap enough to be asked every few seconds: the retriever reads one small file of each collection, whichever process has
 * written it. A server that is reached over HTTP does not tell that; there the numbers of documents and chunks have to do.
 */
export async function stateOfLibrary(library: Library): Promise<LibraryState> {
  try {
    const { generations } = await library.ask(describeContext, {});
    return new Map(generations.map(({ collection, generation }) => [collection, generation]));
  } catch (error) {
    if (!(error instanceof ArbiterError) || error.details.operation !== describeContext.name) throw error;
    const { collections } = await library.ask(listCollections, {});
    return new Map(
      collections.map(({ manifest, documents, chunks }) => [
        manifest.name,
        `${manifest.createdAt} ${manifest.indexName ?? ''} ${documents} ${chunks}`,
      ]),
    );
  }
}

/** The prompts' names, as one word. */
export async function stateOfPrompts(library: Library): Promise<string> {
  const { prompts } = await library.ask(listPrompts, {});
  return prompts.map(fullNameOf).sort(compareCodeUnits).join(' ');
}

/** @returns a word that changes with what the resource says; null where there is none */
export async function stateOfResource(uri: string, library: Library): Promise<string | null> {
  try {
    const documentId = parseDocumentUri(uri)?.id ?? null;
    if (documentId === null) {
      const read = JSON.stringify(await readResource(uri, library));
      return createHash('sha256').update(read).digest('base64url');
    }
    // Its text, which may be long, need not be read.
    const { contentHash, updatedAt } = await library.ask(getDocument, { documentId });
    return `${contentHash} ${updatedAt}`;
  } catch (error) {
    if (toProtocolError(error).code === -32_602) return null;
    throw error;
  }
}
