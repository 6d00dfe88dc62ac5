import { createInterface } from 'node:readline';
import type { ChunkHit, ChunkIndex } from '@arbiter/ports';
import { LanceStore } from '../src/lance.store.js';
import { LanceKeywordIndex } from '../src/lance-keyword.index.js';
import { LanceVectorIndex } from '../src/lance-vector.index.js';

// Answers each line `collection` with what a read-only process sees of it.
const [directory = ''] = process.argv.slice(2);
const store = await LanceStore.open({ directory, mode: 'read-only' });
const { signal } = new AbortController();
const codeOf = (thrown: unknown): string => (thrown as { code?: string }).code ?? String(thrown);
const [vectors, keywords] = [new LanceVectorIndex(store), new LanceKeywordIndex(store)];

async function textsOf(index: ChunkIndex<never>, collection: string, hits: readonly ChunkHit[]): Promise<string[]> {
  const ids = hits.map(({ chunkId }) => chunkId);
  return [...(await index.chunks(collection, ids, signal)).values()].map(({ text }) => text);
}

for await (const line of createInterface({ input: process.stdin })) {
  const collection = JSON.parse(line) as string;
  const seen = {
    vectors: await vectors
      .search(collection, Float32Array.of(1, 0, 0), { limit: 100, signal })
      .then((hits) => textsOf(vectors, collection, hits))
      .catch(codeOf),
    keywords: await keywords
      .search(collection, [{ term: 'beacon', weight: 1 }], { limit: 100, signal })
      .then((hits) => textsOf(keywords, collection, hits))
      .catch(codeOf),
  };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}
