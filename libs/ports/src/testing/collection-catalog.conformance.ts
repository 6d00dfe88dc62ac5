import type { CollectionManifest } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CollectionCatalog } from '../collection-catalog.js';

const live = new AbortController().signal;

/** A manifest for tests. */
export function manifestOf(overrides: Partial<CollectionManifest> = {}): CollectionManifest {
  return {
    name: 'default',
    formatVersion: 1,
    embeddingModel: 'all-MiniLM-L6-v2',
    dimensions: 384,
    language: 'en',
    analyser: 'english-3',
    chunkerVersion: 1,
    vectorStore: 'lancedb',
    keywordStore: 'lancedb',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** Conformance suite of CollectionCatalog. `create` gives an empty catalog for each test. */
export function describeCollectionCatalog(
  name: string,
  create: () => CollectionCatalog | Promise<CollectionCatalog>,
): void {
  describe(`${name}, as a collection catalog`, () => {
    let catalog: CollectionCatalog;
    beforeEach(async () => {
      catalog = await create();
    });

    it('is empty at first', async () => {
      expect(await catalog.list(live)).toEqual([]);
      expect(await catalog.get('default', live)).toBeNull();
    });

    it('gives back a manifest as it was created', async () => {
      await catalog.create(manifestOf(), live);
      expect(await catalog.get('default', live)).toEqual(manifestOf());
    });

    it('lists by ascending name', async () => {
      for (const one of ['zeta', 'alpha', 'mid.dle_2-x']) await catalog.create(manifestOf({ name: one }), live);
      expect((await catalog.list(live)).map((manifest) => manifest.name)).toEqual(['alpha', 'mid.dle_2-x', 'zeta']);
    });

    it('takes the same manifest again, and keeps the first time of creation', async () => {
      await catalog.create(manifestOf(), live);
      await catalog.create(manifestOf({ createdAt: '2027-01-01T00:00:00.000Z' }), live);
      expect((await catalog.get('default', live))?.createdAt).toBe('2026-01-01T00:00:00.000Z');
    });

    it.each([
      { embeddingModel: 'nomic-embed-text' },
      { dimensions: 768 },
      { analyser: 'plain' },
      { chunkerVersion: 2 },
      { vectorStore: 'qdrant' },
      { keywordStore: 'elasticsearch' },
    ])('refuses a manifest that differs in %j under the same name', async (difference) => {
      await catalog.create(manifestOf(), live);
      await expect(catalog.create(manifestOf(difference), live)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await catalog.get('default', live)).toEqual(manifestOf());
    });

    it('lets exactly one of two different manifests win a race', async () => {
      const outcomes = await Promise.allSettled(
        [384, 768].map((dimensions) => catalog.create(manifestOf({ dimensions }), live)),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('forgets a deleted manifest, so that the name is free', async () => {
      await catalog.create(manifestOf(), live);
      await catalog.delete('default', live);
      await catalog.delete('default', live);
      expect(await catalog.get('default', live)).toBeNull();
      await catalog.create(manifestOf({ dimensions: 768 }), live);
      expect((await catalog.get('default', live))?.dimensions).toBe(768);
    });

    it('puts another manifest in the place of one, whatever differs, and only of one that is there', async () => {
      const rebuilt = manifestOf({ dimensions: 768, indexName: 'default.rebuilt-1', leftoverIndexes: ['default'] });
      await expect(catalog.replace(rebuilt, live)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await catalog.list(live)).toEqual([]);
      await catalog.create(manifestOf(), live);
      await catalog.replace(rebuilt, live);
      expect(await catalog.get('default', live)).toEqual(rebuilt);
      expect(await catalog.list(live)).toEqual([rebuilt]);
    });

    it('names what a collection holds, and anew after every change', async () => {
      expect(await catalog.generation('default', live)).toBeNull();
      await catalog.create(manifestOf(), live);
      await catalog.create(manifestOf({ name: 'other' }), live);
      const other = await catalog.generation('other', live);
      const seen = [await catalog.generation('default', live)];
      for (let change = 0; change < 3; change += 1) {
        await catalog.advance('default', live);
        seen.push(await catalog.generation('default', live));
      }
      expect(await catalog.generation('default', live)).toBe(seen.at(-1));
      expect(new Set(seen).size).toBe(4);
      expect(seen).not.toContain(null);
      expect(await catalog.generation('other', live)).toBe(other);
    });

    it('counts every one of several changes at the same time', async () => {
      await catalog.create(manifestOf(), live);
      const before = await catalog.generation('default', live);
      await Promise.all(Array.from({ length: 5 }, () => catalog.advance('default', live)));
      expect(await catalog.generation('default', live)).not.toBe(before);
    });

    it('never takes up a generation again, not even for a collection that was made anew', async () => {
      await catalog.create(manifestOf(), live);
      await catalog.advance('default', live);
      const before = await catalog.generation('default', live);
      await catalog.delete('default', live);
      expect(await catalog.generation('default', live)).toBeNull();
      await catalog.create(manifestOf({ createdAt: '2027-01-01T00:00:00.000Z' }), live);
      await catalog.advance('default', live);
      expect(await catalog.generation('default', live)).not.toBe(before);
    });

    it('forgives the change of a collection that is not there', async () => {
      await catalog.advance('nowhere', live);
      expect(await catalog.generation('nowhere', live)).toBeNull();
      expect(await catalog.list(live)).toEqual([]);
    });

    it('keeps how far a source was read, apart for each collection and source, until it is read further', async () => {
      for (const one of ['default', 'mid.dle_2-x']) await catalog.create(manifestOf({ name: one }), live);
      const first = { position: '1', documents: 'd1' };
      const second = { position: '2', documents: 'd2' };
      await catalog.keepCursor('default', 'a0', first, live);
      await catalog.keepCursor('mid.dle_2-x', 'a0', second, live);
      expect(await catalog.cursor('default', 'a0', live)).toEqual(first);
      expect(await catalog.cursor('mid.dle_2-x', 'a0', live)).toEqual(second);
      expect(await catalog.cursor('default', 'b1', live)).toBeNull();
      await catalog.keepCursor('default', 'a0', second, live);
      await catalog.keepCursor('default', 'b1', first, live);
      expect(await catalog.cursor('default', 'a0', live)).toEqual(second);
      expect((await catalog.list(live)).map(({ name: one }) => one)).toEqual(['default', 'mid.dle_2-x']);
    });

    it('forgets how far sources were read with their collection, and keeps nothing for one that is not there', async () => {
      const cursor = { position: '1', documents: 'd1' };
      await catalog.keepCursor('default', 'a0', cursor, live);
      await catalog.create(manifestOf(), live);
      expect(await catalog.cursor('default', 'a0', live)).toBeNull();
      await catalog.keepCursor('default', 'a0', cursor, live);
      await catalog.delete('default', live);
      await catalog.create(manifestOf(), live);
      expect(await catalog.cursor('default', 'a0', live)).toBeNull();
    });

    it('does nothing under an aborted signal', async () => {
      await expect(catalog.create(manifestOf(), AbortSignal.abort())).rejects.toThrow();
      expect(await catalog.list(live)).toEqual([]);
    });
  });
}
