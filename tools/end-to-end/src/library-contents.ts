import { search, send } from './http-calls.js';
import { uniqueWord } from './notes-folder.js';

export interface LibraryContents {
  /** Source, content hash and number of chunks of each document, in order of source. */
  readonly documents: readonly { readonly source: string; readonly contentHash: string; readonly chunks: number }[];
  /** As the indexes count them. */
  readonly collections: readonly { readonly documents: number; readonly chunks: number }[];
  /** Chunks that keyword search finds for the word of each of some notes. */
  readonly found: readonly (readonly string[])[];
}

/**
 * Reads the contents and search results of the collection "default" from a server.
 *
 * @param notes numbers of the notes that are searched for
 */
export async function contentsOf(url: string, notes: readonly number[]): Promise<LibraryContents> {
  const { documents } = (await send(`${url}/v1/documents?collection=default&limit=1000`)).json() as LibraryContents;
  const { collections } = (await send(`${url}/v1/collections`)).json() as LibraryContents;
  const found: string[][] = [];
  for (const note of notes) {
    const { results } = await search(url, {
      query: uniqueWord(note),
      method: 'keyword',
      limit: 100,
      min_relevance_score: 0,
    });
    found.push(results.map(({ source, metadata }) => `${source} ${metadata.start}-${metadata.end}`).sort());
  }
  return {
    documents: documents
      .map(({ source, contentHash, chunks }) => ({ source, contentHash, chunks }))
      .sort((a, b) => (a.source < b.source ? -1 : 1)),
    collections: collections.map(({ documents: count, chunks }) => ({ documents: count, chunks })),
    found,
  };
}
