import { accessGroupsOf } from '@arbiter/contracts';
import type { GraphDocument } from '@arbiter/knowledge-graph';
import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import { decodeBlocks } from '../pipeline/cut-document.js';

/** Documents read at once from the store. */
const PAGE = 200;

/** All documents of a collection, without their texts. */
export async function listStoredDocuments(
  documents: Pick<DocumentStore, 'list'>,
  collection: string,
  signal: AbortSignal,
): Promise<StoredDocument[]> {
  const all: StoredDocument[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const page = await documents.list(collection, { limit: PAGE, ...(after !== undefined && { after }) }, signal);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** A document as extraction reads it. */
export function graphDocumentOf({ layout, ...document }: StoredDocument, text: string): GraphDocument {
  const { id, source, title, contentHash, sections, metadata } = document;
  return {
    ...{ id, source, title, contentHash, sections, metadata, text },
    blocks: layout ? decodeBlocks(layout.blocks) : [{ kind: 'paragraph', start: 0, end: text.length }],
    session: sessionOf(document),
    ...groupsOf(document),
  };
}

/** The groups that may read a document, where not everybody may. */
export function groupsOf({ metadata }: Pick<StoredDocument, 'metadata'>): { readonly groups?: readonly string[] } {
  const groups = accessGroupsOf(metadata);
  return groups ? { groups } : {};
}

/** The session that a document records; null for a document about the world before the first. */
export function sessionOf({ metadata }: Pick<StoredDocument, 'metadata'>): number | null {
  const session = Number(metadata.session);
  return metadata.session !== undefined && Number.isInteger(session) && session >= 0 ? session : null;
}
