import type { DocumentStore, StoredDocument } from '@arbiter/ports';

/** Documents read from the store at once: few, because the layout of a large one takes memory. */
const PAGE = 100;

/** All documents of a collection by ascending id, page after page; those that come meanwhile may be left out. */
export async function* storedDocuments(
  collection: string,
  documents: Pick<DocumentStore, 'list'>,
  signal: AbortSignal,
): AsyncGenerator<StoredDocument, void, undefined> {
  for (let after: string | undefined, more = true; more;) {
    const page = await documents.list(collection, { limit: PAGE, ...(after !== undefined && { after }) }, signal);
    yield* page;
    after = page.at(-1)?.id;
    more = page.length === PAGE;
  }
}
