import type { SourceItem } from '@arbiter/ports';
import { locationOf } from '../library/document-identity.js';
import type { PriorDocument, PriorDocuments } from '../library/prior-documents.js';
import { isFolder, type ListedSources } from './list-sources.js';

/** Documents of a folder without any file that are deleted; of more, it is likelier that a disk is not mounted. */
const MOST_OF_EMPTIED = 20;

export interface GoneDocuments {
  /** Documents that earlier runs found in the same sources and this run did not. */
  readonly gone: readonly PriorDocument[];
  /** Folders that are empty, with the number of their documents, which stay. */
  readonly spared: readonly { readonly source: string; readonly documents: number }[];
}

export interface ListedDocuments {
  readonly collection: string;
  readonly listed: Pick<ListedSources, 'covers' | 'emptied'>;
  /** Listed documents by id. */
  readonly seen: { has(id: string): boolean };
  /** As `unreadableFolder` gives them. */
  readonly unreadable: readonly string[];
}

/** The location of a folder that could not be listed; null for another item. */
export function unreadableFolder(item: Pick<SourceItem, 'source' | 'location'>): string | null {
  return isFolder(item) ? item.location.replace(/\/$/, '') : null;
}

/** Finds the stored documents that their sources no longer hold. What lies below an unreadable folder may still be there. */
export function findGone(
  prior: PriorDocuments,
  { collection, listed, seen, unreadable }: ListedDocuments,
): GoneDocuments {
  let gone = [...prior].filter((document) => {
    if (seen.has(document.id) || !listed.covers(document)) return false;
    const location = locationOf(collection, document);
    return !unreadable.some((folder) => location.startsWith(`${folder}/`));
  });
  const spared: GoneDocuments['spared'][number][] = [];
  for (const { source, covers } of listed.emptied) {
    const documents = gone.filter(covers).length;
    if (documents <= MOST_OF_EMPTIED) continue;
    gone = gone.filter((document) => !covers(document));
    spared.push({ source, documents });
  }
  return { gone, spared };
}
