import { createInterface } from 'node:readline';
import { LanceStore } from '../src/lance.store.js';

// Answers each line `collection` with what a read-only process sees of it.
const [directory = ''] = process.argv.slice(2);
const store = await LanceStore.open({ directory, mode: 'read-only' });
const { signal } = new AbortController();
const codeOf = (thrown: unknown): string => (thrown as { code?: string }).code ?? String(thrown);

for await (const line of createInterface({ input: process.stdin })) {
  const collection = JSON.parse(line) as string;
  const seen = {
    vectors: await store
      .vectors()
      .search(collection, Float32Array.of(1, 0, 0), { limit: 100, signal })
      .then((hits) => hits.map((hit) => hit.chunk.text), codeOf),
    keywords: await store
      .keywords()
      .search(collection, [{ term: 'beacon', weight: 1 }], { limit: 100, signal })
      .then((hits) => hits.map((hit) => hit.chunk.text), codeOf),
  };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}
