import { describe, expect, it } from '@jest/globals';
import { analysedChunkOf, documentsOf, keywordQueryOf } from '@arbiter/ports/testing';
import type { TemporaryIndices } from './temporary-indices.js';

const { signal } = new AbortController();
const lantern = keywordQueryOf('lantern');
const chunks = Array.from({ length: 1_200 }, (_, i) =>
  analysedChunkOf({ id: `d${i % 7}#${i}`, text: `lantern ${i}`, metadata: { tenth: i % 10 } }),
);

/** How an index is exchanged for another, on a server. */
export function describeMigration(indices: TemporaryIndices): void {
  describe('migration', () => {
    it('moves a collection to a new index under the same name, and readers see no gap', async () => {
      const prefix = indices.prefix();
      const before = await indices.open({ prefix });
      await before.replaceDocuments('Notes', documentsOf(...chunks), signal);
      const after = await indices.open({ prefix, shards: 2 });
      const done = { migrated: false };
      const migration = after.migrate('Notes', signal).finally(() => (done.migrated = true));
      let reads = 0;
      for (; !done.migrated; reads++) expect(await before.count('Notes', signal)).toBe(1_200);
      expect(await migration).toBe(1_200);
      expect(reads).toBeGreaterThan(0);

      const client = indices.client();
      expect(Object.keys(await client.indices.get({ index: `${prefix}*` }))).toEqual([`${prefix}~1.notes@2`]);
      const filter = [{ key: 'tenth', test: { kind: 'any-of', values: [3] } }] as const;
      for (const index of [before, after])
        expect(await index.search('Notes', lantern, { limit: 1_000, filter, signal })).toHaveLength(120);
      const [hit] = await after.search('Notes', lantern, { limit: 1, signal });
      const { terms: _, ...written } = chunks.find(({ id }) => id === hit?.chunkId)!;
      expect((await after.chunks('Notes', [written.id], signal)).get(written.id)).toEqual(written);
      // The new index takes writes, and knows which chunks a document had.
      await before.replaceDocuments('Notes', [{ documentId: 'd3', chunks: [] }], signal);
      expect(await after.documentIds('Notes', signal)).toEqual(['d0', 'd1', 'd2', 'd4', 'd5', 'd6']);
      await client.close();
    });

    it('says of an index with another mapping which command repairs it, and repairs it', async () => {
      const prefix = indices.prefix();
      const index = await indices.open({ prefix });
      await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 10)), signal);
      const client = indices.client();
      await client.indices.putMapping({ index: `${prefix}.c`, _meta: { collection: 'c', mapping_version: 0 } });
      const late = await indices.open({ prefix });
      const conflict = { code: 'CONFLICT', message: expect.stringContaining('arbiter ingest PATH --collection c') };
      await expect(late.search('c', lantern, { limit: 1, signal })).rejects.toMatchObject(conflict);
      await expect(late.replaceDocuments('c', [], signal)).rejects.toMatchObject(conflict);
      expect(await late.migrate('c', signal)).toBe(10);
      expect(await late.search('c', lantern, { limit: 100, signal })).toHaveLength(10);

      await client.indices.putMapping({ index: `${prefix}.c`, _meta: { mapping_version: 99 } });
      const old = await indices.open({ prefix });
      await expect(old.migrate('c', signal)).rejects.toMatchObject({ code: 'CONFLICT' });
      await client.close();
    });

    it('that was killed is begun anew: what it left is removed, and the collection takes writes again', async () => {
      const prefix = indices.prefix();
      const index = await indices.open({ prefix });
      await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 10)), signal);
      const client = indices.client();
      await client.indices.create({ index: `${prefix}.c@2` });
      await client.indices.addBlock({ index: `${prefix}.c@1`, block: 'write' });
      await expect(index.replaceDocuments('c', documentsOf(chunks[0]!), signal)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
      expect(await index.count('c', signal)).toBe(10);
      expect(await index.migrate('c', signal)).toBe(10);
      await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 20)), signal);
      expect(await index.count('c', signal)).toBe(20);
      await client.close();
    });

    it('that fails leaves the collection as it was', async () => {
      const prefix = indices.prefix();
      const index = await indices.open({ prefix });
      await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 10)), signal);
      const client = indices.client();
      // Something that the current mapping refuses, as another program could have put it there.
      await client.indices.putMapping({ index: `${prefix}.c`, properties: { strange: { type: 'keyword' } } });
      await client.index({
        index: `${prefix}.c`,
        document: { id: 'x', document_id: 'x', strange: 'y' },
        refresh: true,
      });
      await expect(index.migrate('c', signal)).rejects.toThrow();
      expect(await index.count('c', signal)).toBe(11);
      await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 20)), signal);
      expect(Object.keys(await client.indices.get({ index: `${prefix}.c*` }))).toEqual([`${prefix}.c@1`]);
      await client.close();
    });
  });
}
