import { LanceStore } from '../src/lance.store.js';
import { embeddedChunk } from './versioned-documents.js';
import { LanceVectorIndex } from '../src/lance-vector.index.js';

// Writes until it fails, and says how; as another user where BECOME_USER names one.
const [directory = ''] = process.argv.slice(2);
const user = Number(process.env.BECOME_USER ?? Number.NaN);
if (!Number.isNaN(user)) {
  process.setgid?.(user);
  process.setuid?.(user);
}
const { signal } = new AbortController();
try {
  const store = await LanceStore.open({ directory, mode: 'read-write' });
  const text = 'a long passage about nothing in particular '.repeat(50);
  for (let round = 0; round < 40; round++) {
    const documentId = `d${round}`;
    const chunks = Array.from({ length: 100 }, (_, i) => embeddedChunk(documentId, i, `${text} ${Math.sin(i)}`, round));
    await new LanceVectorIndex(store).replaceDocuments('c', [{ documentId, chunks }], signal);
  }
  process.stdout.write(`${JSON.stringify({ code: 'none' })}\n`);
} catch (thrown) {
  const { code, message, cause } = thrown as { code?: string; message: string; cause?: unknown };
  process.stdout.write(`${JSON.stringify({ code, message, hasCause: cause !== undefined })}\n`);
}
