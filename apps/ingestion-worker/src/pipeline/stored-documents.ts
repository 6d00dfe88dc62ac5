import type { DocumentStore, StoredDocument } from '@arbiter/ports';

/** Few, because the layout of a large one takes memory. */
const PAGE = 100;

/**
 * All documents of a collection by ascending id, page after page; those that come meanwhile may be left out.
 *
 * @param pageSize documents read from the store at once, ≥ 1
 */
export async function* storedDocuments(
  collection: string,
  documents: Pick<DocumentStore, 'list'>,
  signal: AbortSignal,
  pageSize = PAGE,
): AsyncGenerator<StoredDocument, void, undefined> {
  for (let after: string | undefined, more = true; more;) {
    const page = await documents.list(collection, { limit: pageSize, ...(after !== undefined && { after }) }, signal);
    yield* page;
    after = page.at(-1)?.id;
    more = page.length === pageSize;
  }
}
