import { describe, expect, it } from '@jest/globals';
import { analysedChunkOf, documentsOf, keywordQueryOf } from '@arbiter/ports/testing';
import { recordKey, routingOf } from '../src/chunk-record.js';
import type { TemporaryIndices } from './temporary-indices.js';

const { signal } = new AbortController();
const lantern = keywordQueryOf('lantern');

/** What only a server shows of writing: what it holds unseen, its limits, its names. */
export function describeWriting(indices: TemporaryIndices): void {
  describe('writing', () => {
    it('removes what a process left unseen that was killed before its refresh', async () => {
      const prefix = indices.prefix();
      const index = await indices.open({ prefix });
      await index.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'd#0', text: 'lantern' })), signal);
      const client = indices.client();
      await client.index({
        index: `${prefix}.c`,
        id: recordKey('d', 'd#9'),
        routing: routingOf('d'),
        document: { id: 'd#9', document_id: 'd', terms: 'lantern', facts: [], chunk: {} },
      });
      await index.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'd#1', text: 'lantern' })), signal);
      const hits = await index.search('c', lantern, { limit: 10, signal });
      expect(hits.map((hit) => hit.chunkId)).toEqual(['d#1']);
      await client.close();
    });

    it('sends many batches, each of whole documents, and a document that is larger than a batch', async () => {
      const index = await indices.open({ bulkBytes: 3_000, bulkConcurrency: 3 });
      const chunks = Array.from({ length: 120 }, (_, i) =>
        analysedChunkOf({ id: `${i < 40 ? 'large' : `d${i % 20}`}#${i}`, text: `lantern ${'x'.repeat(200)}` }),
      );
      await index.replaceDocuments('c', documentsOf(...chunks), signal);
      await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 90)), signal);
      expect(await index.count('c', signal)).toBe(90);
      expect(await index.deleteDocuments('c', ['large', 'd0', 'd1'], signal)).toBe(46);
      expect(await index.documentIds('c', signal)).toHaveLength(18);
    });

    it('takes facts of any length, and refuses ids that cannot be indexed before anything is written', async () => {
      const index = await indices.open();
      const key = 'k'.repeat(40_000);
      await index.replaceDocuments(
        'c',
        documentsOf(analysedChunkOf({ id: 'a#0', text: 'lantern', metadata: { [key]: 'v' } })),
        signal,
      );
      const filter = [{ key, test: { kind: 'any-of', values: ['v'] } }] as const;
      expect(await index.search('c', lantern, { limit: 1, filter, signal })).toHaveLength(1);
      const long = analysedChunkOf({ id: 'b'.repeat(32_767), documentId: 'b', text: 'lantern' });
      const documents = documentsOf(analysedChunkOf({ id: 'c#0', text: 'lantern' }), long);
      await expect(index.replaceDocuments('c', documents, signal)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      expect(await index.count('c', signal)).toBe(1);
    });

    it('makes a collection anew that another process has dropped, with its mapping', async () => {
      const prefix = indices.prefix();
      const [one, other] = [await indices.open({ prefix }), await indices.open({ prefix })];
      await one.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'a#0', text: 'lantern' })), signal);
      await other.drop('c', signal);
      await expect(one.search('c', lantern, { limit: 1, signal })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await one.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'b#0', text: 'lantern' })), signal);
      await other.drop('c', signal);
      await one.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'b#0', text: 'lantern' })), signal);
      expect(await other.documentIds('c', signal)).toEqual(['b']);
      const client = indices.client();
      expect(Object.keys(await client.indices.get({ index: `${prefix}.c` }))).toEqual([`${prefix}.c@1`]);
      await client.close();
    });

    it('refuses a query of more terms than the server takes, as the caller’s mistake', async () => {
      const index = await indices.open();
      await index.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'a#0', text: 'lantern' })), signal);
      const query = Array.from({ length: 70_000 }, (_, i) => ({ term: `t${i}`, weight: 1 }));
      const search = index.search('c', query, { limit: 1, signal });
      await expect(search).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });
  });
}
