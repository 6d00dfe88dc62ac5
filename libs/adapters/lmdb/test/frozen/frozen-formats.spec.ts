import { keyOf, vectorOf } from '@arbiter/ports/testing';
import { describeFrozenFormat } from '@arbiter/testing/frozen';
import { open } from 'lmdb';
import { LmdbEmbeddingCache } from '../../src/index.js';

const TEXTS = ['Mara keeps the lamp.', 'Oars float.', 'Sails do not.'];
const MAX_BYTES = 1_024 * 1_024;

describeFrozenFormat('embeddings', {
  home: new URL('embeddings/', import.meta.url),
  // Made anew by every process that opens the folder.
  keeps: (path) => path !== 'lock.mdb',
  async write(path) {
    const cache = LmdbEmbeddingCache.open({ path, maxBytes: MAX_BYTES });
    await cache.write(new Map(TEXTS.map((text, index) => [keyOf(text), vectorOf(index)])));
    await cache.close();
  },
  async read(path) {
    const cache = LmdbEmbeddingCache.open({ path, maxBytes: MAX_BYTES });
    try {
      return await cache.read(TEXTS.map(keyOf));
    } finally {
      await cache.close();
    }
  },
  /** The bytes of all keys and records, by the name of their database. */
  async layout(path) {
    const environment = open<unknown, string>({ path, noSubdir: false, maxDbs: 8, readOnly: true });
    try {
      const names = [...environment.getKeys()].map(String).sort();
      const records = names.map((name) => {
        const database = environment.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });
        return [name, [...database.getRange()].map(({ key, value }) => `${hex(key)} ${hex(value)}`)] as const;
      });
      return Object.fromEntries(records);
    } finally {
      await environment.close();
    }
  },
});

function hex(bytes: Buffer): string {
  return Buffer.from(bytes).toString('hex');
}
