import { NO_READER } from './environment.js';
import { search, send } from './http-calls.js';
import { uniqueWord } from './notes-folder.js';
import type { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';

export interface LibraryContents {
  /** Source, content hash and number of chunks of each document, in order of source. */
  readonly documents: readonly { readonly source: string; readonly contentHash: string; readonly chunks: number }[];
  /** As the indexes count them. */
  readonly collections: readonly { readonly documents: number; readonly chunks: number }[];
  /** Chunks that keyword search finds for the word of each of some notes. */
  readonly found: readonly (readonly string[])[];
}

export interface ReadContentsOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Numbers of the notes that are searched for. */
  readonly notes: readonly number[];
}

/** Starts a server and reads the contents and search results of the collection "default" from it. */
export async function readContents(
  processes: Processes,
  { dataDir, env = {}, notes }: ReadContentsOptions,
): Promise<LibraryContents> {
  const { process: server, url } = await startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, ...env } });
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
  await server.stop();
  return {
    documents: documents
      .map(({ source, contentHash, chunks }) => ({ source, contentHash, chunks }))
      .sort((a, b) => (a.source < b.source ? -1 : 1)),
    collections: collections.map(({ documents: count, chunks }) => ({ documents: count, chunks })),
    found,
  };
}
