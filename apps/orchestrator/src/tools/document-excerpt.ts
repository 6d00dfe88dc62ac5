import { ArbiterError, getDocument, getDocumentText, type DocumentDescription, type Passage } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { ToolCall, TreeData } from '@arbiter/tool-sdk';
import { gatheredPassages } from './gathered.js';

export type { DocumentDescription };

/** From `start` up to `end`, in UTF-16 code units of the stored text. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** @throws ArbiterError NOT_FOUND, also for a document outside of the collections that the run is about */
export async function describeDocument(
  client: OperationClient,
  documentId: string,
  { collectionNames }: TreeData,
  call: ToolCall,
): Promise<DocumentDescription> {
  const document = await client.request(getDocument, { documentId }, { parent: call });
  if (collectionNames.length === 0 || collectionNames.includes(document.collection)) return document;
  throw new ArbiterError('NOT_FOUND', `There is no document "${documentId}".`, { details: { documentId } });
}

/** The part of a document as a passage, so that it can be cited like one that a search has found. */
export async function readExcerpt(
  client: OperationClient,
  document: DocumentDescription,
  { start, end }: Extent,
  tree: TreeData,
  call: ToolCall,
): Promise<Passage> {
  const { id, collection, title, source, metadata } = document;
  const { text } = await client.request(getDocumentText, { documentId: id }, { parent: call });
  const known = gatheredPassages(tree, call).filter(({ documentId }) => documentId === id);
  return {
    // No chunk of an index; the offsets are what citations rest on.
    chunkId: `${id}@${start}-${end}`,
    documentId: id,
    collection,
    text: text.slice(start, end),
    start,
    end,
    title,
    source,
    section: headingsAt(document, start),
    page: null,
    metadata,
    // A document is read on because of what was found in it; one asked for by its id is what was wanted.
    score: known.length > 0 ? Math.max(...known.map(({ score }) => score)) : 1,
  };
}

/** Headings from the outermost to the innermost at a place. */
function headingsAt({ sections }: DocumentDescription, at: number): string[] {
  const open: { readonly heading: string; readonly level: number }[] = [];
  for (const section of sections) {
    if (section.start > at) break;
    while ((open.at(-1)?.level ?? 0) >= section.level) open.pop();
    open.push(section);
  }
  return open.map(({ heading }) => heading);
}
