import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentChunks, EmbeddedChunk } from '@arbiter/ports';
import { documentsOf, embeddedChunkOf, unitVector } from '@arbiter/ports/testing';
import { qdrantAvailable, until } from '@arbiter/testing';
import { startFaultyProxy } from '../test/faulty-proxy.js';
import { TemporaryIndexes } from '../test/temporary-indexes.js';
import type { QdrantVectorIndex } from './qdrant-vector.index.js';

const missing = qdrantAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

const { signal } = new AbortController();
const NO_RETRY = { retry: { retries: 0, baseDelayMs: 1, maxDelayMs: 1 } };
const query = unitVector([1, 0]);

/** Two documents whose every chunk says the version; they share chunk ids between versions. */
function version(n: number): DocumentChunks<EmbeddedChunk>[] {
  const ids = ['d#0', `d#${1 + (n % 2)}`, 'e#0'];
  return documentsOf(...ids.map((id) => embeddedChunkOf({ id, text: `version ${n}` }, [1, 0])));
}

async function texts(index: QdrantVectorIndex): Promise<string[]> {
  const ids = (await index.search('c', query, { limit: 100, signal })).map(({ chunkId }) => chunkId);
  const chunks = await index.chunks('c', ids, signal);
  return ids.map((id) => chunks.get(id)?.text ?? 'gone');
}

(missing ? describe.skip : describe)('writing to Qdrant', () => {
  const indexes = new TemporaryIndexes();
  let families = 0;
  const prefixOf = (): string => `${indexes.family}-w${++families}`;
  const stored = async (prefix: string): Promise<number> => (await indexes.client().count(`${prefix}.c`)).count - 1;
  beforeAll(() => indexes.start());
  afterAll(() => indexes.stop());

  it('that breaks off at any request is seen by nobody, and undone by the next writer', async () => {
    const url = indexes.server.url;
    let requests = 0;
    for (let last = 0, whole = false; !whole; last += 1) {
      const prefix = prefixOf();
      const before = indexes.open({ prefix });
      await before.replaceDocuments('c', version(0), signal);
      const proxy = await startFaultyProxy(url, (_, done) => done >= last);
      const broken = indexes.open({ prefix, url: proxy.url, ...NO_RETRY });
      const outcome = await broken.replaceDocuments('c', version(1), signal).then(
        () => 'whole',
        (thrown: unknown) => (thrown as { code?: unknown }).code,
      );
      whole = outcome === 'whole';
      if (!whole) expect(outcome).toBe('UNAVAILABLE');
      const seen = await texts(before);
      expect(seen).toHaveLength(3);
      expect(new Set(seen).size).toBe(1);

      const next = indexes.open({ prefix });
      await next.replaceDocuments('c', version(2), signal);
      expect(await texts(before)).toEqual(Array(3).fill('version 2'));
      expect(await next.count('c', signal)).toBe(3);
      // What is left is what readers of the last two minutes may still see, and nothing of the broken write.
      expect(await stored(prefix)).toBeLessThanOrEqual(3 + (seen[0] === 'version 1' ? 6 : 3));
      requests = last;
      await Promise.all([before.close(), broken.close(), next.close()]);
      await proxy.close();
    }
    expect(requests).toBeGreaterThanOrEqual(6);
  });

  it('that its own caller leaves half-way is undone by the next write', async () => {
    const prefix = prefixOf();
    const controller = new AbortController();
    const reason = new Error('the caller left');
    const proxy = await startFaultyProxy(indexes.server.url, (target) => {
      if (target.endsWith('/points/payload?wait=true')) controller.abort(reason);
      return false;
    });
    const index = indexes.open({ prefix, url: proxy.url });
    await expect(index.replaceDocuments('c', version(0), controller.signal)).rejects.toBe(reason);
    expect(await texts(index)).toEqual([]);
    await index.replaceDocuments('c', version(1), signal);
    expect(await texts(index)).toEqual(Array(3).fill('version 1'));
    expect(await stored(prefix)).toBe(3);
    await index.close();
    await proxy.close();
  });

  it('removes what was replaced once no reader can see it any more', async () => {
    let now = Date.UTC(2026, 10, 21);
    const prefix = prefixOf();
    const index = indexes.open({ prefix, clock: { now: () => now, monotonic: () => now } });
    for (let n = 0; n < 3; n++) await index.replaceDocuments('c', version(n), signal);
    expect(await stored(prefix)).toBe(9);
    now += 60_000;
    await index.optimize('c', signal);
    expect(await stored(prefix)).toBe(9);
    now += 60_000 + 10;
    await index.optimize('c', signal);
    expect(await stored(prefix)).toBe(3);
    expect(await texts(index)).toEqual(Array(3).fill('version 2'));
    await index.close();
  });

  it('moves what is there to a new version when the first vectors come', async () => {
    const prefix = prefixOf();
    const index = indexes.open({ prefix });
    await index.replaceDocuments('c', [{ documentId: 'blank', chunks: [] }], signal);
    await index.replaceDocuments('c', version(0), signal);
    expect(await texts(index)).toEqual(Array<string>(3).fill('version 0'));
    const { aliases } = await indexes.client().getAliases();
    expect(aliases).toContainEqual({ alias_name: `${prefix}.c`, collection_name: `${prefix}.c@2` });
    const { collections } = await indexes.client().getCollections();
    expect(collections.map(({ name }) => name).filter((name) => name.startsWith(prefix))).toEqual([`${prefix}.c@2`]);
    await index.close();
  });

  it('lets a reader go on that meets a version which is gone', async () => {
    const prefix = prefixOf();
    const writer = indexes.open({ prefix });
    await writer.replaceDocuments('c', [{ documentId: 'blank', chunks: [] }], signal);
    const version1 = { asked: false, gone: false };
    // The reader knows version 1 and is held back until that is gone.
    const proxy = await startFaultyProxy(indexes.server.url, (target) => {
      if (!target.endsWith('%401/points/scroll') || version1.gone) return false;
      version1.asked = true;
      return true;
    });
    const reader = indexes.open({ prefix, url: proxy.url, retry: { retries: 200, baseDelayMs: 50, maxDelayMs: 50 } });
    const listed = reader.documentIds('c', signal);
    await until(() => version1.asked, { what: 'the list of version 1' });
    await writer.replaceDocuments('c', version(0), signal);
    version1.gone = true;
    expect(await listed).toEqual(['d', 'e']);
    await Promise.all([reader.close(), writer.close()]);
    await proxy.close();
  });
});
