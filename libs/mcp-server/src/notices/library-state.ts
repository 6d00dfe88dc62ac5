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
import { toProtocolError, type CallOptions, type OperationCaller } from '../operation-calls.js';
import { parseDocumentUri } from '../resources/resource-uris.js';
import { readResource } from '../resources/read-resource.js';

/** What tells one state of the library from the next: a word for each collection that changes with its contents. */
export type LibraryState = ReadonlyMap<string, string>;

/**
 * Cheap enough to be asked every few seconds: the retriever reads one small file of each collection, whichever process has
 * written it. A server that is reached over HTTP does not tell that; there the numbers of documents and chunks have to do.
 */
export async function stateOfLibrary(caller: OperationCaller, options: CallOptions): Promise<LibraryState> {
  try {
    const { generations } = await caller.request(describeContext, {}, options);
    return new Map(generations.map(({ collection, generation }) => [collection, generation]));
  } catch (error) {
    if (!(error instanceof ArbiterError) || error.details.operation !== describeContext.name) throw error;
    const { collections } = await caller.request(listCollections, {}, options);
    return new Map(
      collections.map(({ manifest, documents, chunks }) => [
        manifest.name,
        `${manifest.createdAt} ${manifest.indexName ?? ''} ${documents} ${chunks}`,
      ]),
    );
  }
}

/** The prompts' names, as one word. */
export async function stateOfPrompts(caller: OperationCaller, options: CallOptions): Promise<string> {
  const { prompts } = await caller.request(listPrompts, {}, options);
  return prompts.map(fullNameOf).sort(compareCodeUnits).join(' ');
}

/** @returns a word that changes with what the resource says; null where there is none */
export async function stateOfResource(
  uri: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<string | null> {
  try {
    const documentId = parseDocumentUri(uri)?.id ?? null;
    if (documentId === null) return hash(JSON.stringify(await readResource(uri, caller, options)));
    // Its text, which may be long, need not be read.
    const { contentHash, updatedAt } = await caller.request(getDocument, { documentId }, options);
    return `${contentHash} ${updatedAt}`;
  } catch (error) {
    if (toProtocolError(error).code === -32_602) return null;
    throw error;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
