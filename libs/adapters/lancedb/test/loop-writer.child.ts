import { LanceStore } from '../src/lance.store.js';
import { versionedDocuments } from './versioned-documents.js';
import { LanceKeywordIndex } from '../src/lance-keyword.index.js';
import { LanceVectorIndex } from '../src/lance-vector.index.js';

// Replaces the same documents by their next version for ever; says each version that it has finished.
const [directory = '', first = '0'] = process.argv.slice(2);
const store = await LanceStore.open({ directory, mode: 'read-write' });
const [vectors, keywords] = [new LanceVectorIndex(store), new LanceKeywordIndex(store)];
const { signal } = new AbortController();
for (let version = Number(first); ; version++) {
  const documents = versionedDocuments(version);
  await vectors.replaceDocuments('c', documents, signal);
  await keywords.replaceDocuments('c', documents, signal);
  if (version % 5 === 0) await keywords.optimize('c', signal);
  process.stdout.write(`${version}\n`);
}
