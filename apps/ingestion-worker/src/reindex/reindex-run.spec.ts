import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { indexNameOf } from '@arbiter/ports';
import { FakeEmbedder } from '@arbiter/ports/testing';
import { COLLECTION, INN, library, LIGHT } from '../../test/ingestion-library.js';

const OTHER = new FakeEmbedder({ model: 'other-words', dimensions: 96 });
const FILES = { '/library/light.md': LIGHT, '/library/inn.md': INN, '/library/empty.md': '' };

type Sut = ReturnType<typeof library>;

const manifestOf = async ({ catalog, signal }: Sut) => (await catalog.get(COLLECTION, signal))!;
const vectorsHold = async (sut: Sut, index: string): Promise<readonly string[]> =>
  sut.vectorIndex.documentIds(index, sut.signal).catch(() => []);
const idOf = async ({ documents, signal }: Sut, source: string): Promise<string> =>
  (await documents.list(COLLECTION, { limit: 10 }, signal)).find((one) => one.source === source)!.id;
/** Stores a document without its layout, as older versions did. */
const withoutLayout = async ({ documents, signal }: Sut, source: string): Promise<void> => {
  const stored = (await documents.list(COLLECTION, { limit: 10 }, signal)).find((one) => one.source === source)!;
  await documents.put({ ...stored, layout: undefined }, (await documents.text(stored.id, signal))!, signal);
};

describe('rebuilding the indexes of a collection', () => {
  it('makes the vectors of another model and leaves everything else as it was, without asking the sources', async () => {
    const sut = library(FILES);
    await sut.ingest();
    const [before] = await sut.findChunks('lamp');
    const generation = await sut.catalog.generation(COLLECTION, sut.signal);
    sut.files.clear();
    sut.parsed.length = 0;

    const { counts, failures } = await sut.reindex(sut.signal, { with: OTHER });
    expect([counts, failures]).toEqual([
      expect.objectContaining({ found: 3, changed: 3, chunks: 2, embedded: 2, failed: 0 }),
      [],
    ]);
    expect(sut.parsed).toEqual([]);
    const manifest = await manifestOf(sut);
    expect(manifest).toMatchObject({ embeddingModel: 'other-words', dimensions: 96 });
    const [vector] = await OTHER.embed(['Mara Fell keeps the lamp.'], { kind: 'query', signal: sut.signal });
    const [hit] = await sut.vectorIndex.search(indexNameOf(manifest), vector!, { limit: 1, signal: sut.signal });
    expect(hit?.chunkId).toBe(before?.id);
    expect(await sut.findChunks('lamp')).toEqual([before]);
    expect(await sut.catalog.generation(COLLECTION, sut.signal)).not.toBe(generation);
  });

  it('leaves nothing of the old indexes, and what is ingested, changed and deleted afterwards goes into the new ones', async () => {
    const sut = library(FILES);
    await sut.ingest();
    await sut.reindex();
    expect(await vectorsHold(sut, COLLECTION)).toEqual([]);
    expect((await manifestOf(sut)).leftoverIndexes).toBeUndefined();
    expect((await sut.ingest()).counts).toMatchObject({ unchanged: 3 });
    sut.files.set('/library/inn.md', INN.replace('eel', 'cod'));
    sut.files.set('/library/moved.md', LIGHT);
    sut.files.delete('/library/light.md');
    expect((await sut.ingest()).counts).toMatchObject({ changed: 1, moved: 1 });
    expect(await sut.find('eel')).toEqual([]);
    expect(await sut.find('cod')).toHaveLength(1);
    expect((await sut.findChunks('lamp')).map(({ source }) => source)).toEqual(['moved.md']);
    expect(await vectorsHold(sut, COLLECTION)).toEqual([]);
  });

  it('answers from the old indexes until all of the new ones is there', async () => {
    const sut = library(FILES);
    await sut.ingest();
    const seen: unknown[] = [];
    const replace = sut.keywordIndex.replaceDocuments.bind(sut.keywordIndex);
    sut.keywordIndex.replaceDocuments = async (...given) => {
      await replace(...given);
      seen.push([(await manifestOf(sut)).embeddingModel, (await sut.find('lamp')).length, given[0] === COLLECTION]);
    };
    await sut.reindex(sut.signal, { with: OTHER });
    expect(seen).toEqual([['fake-words', 1, false]]);
  });

  it('goes on after a crash where it was, and the next job takes away what nobody goes on with', async () => {
    const sut = library(
      Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`/library/${n}.md`, `# ${n}\n\nNote ${n}.\n`])),
    );
    await sut.ingest();
    const dying = new AbortController();
    const first = sut.reindex(dying.signal, {
      with: OTHER,
      onProgress: ({ counts }) => counts.changed > 0 && dying.abort(new ArbiterError('CANCELLED', 'Killed.')),
    });
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    const { leftoverIndexes: [half] = [], ...manifest } = await manifestOf(sut);
    expect([indexNameOf(manifest), manifest.embeddingModel]).toEqual([COLLECTION, 'fake-words']);
    expect(await vectorsHold(sut, half!)).toHaveLength(64);

    expect((await sut.reindex(sut.signal, { with: OTHER })).counts).toMatchObject({ unchanged: 64, changed: 26 });
    expect(await vectorsHold(sut, half!)).toHaveLength(90);
    expect((await sut.documents.list(COLLECTION, { limit: 100 }, sut.signal)).map(({ chunks }) => chunks)).toEqual(
      Array<number>(90).fill(1),
    );
    expect(indexNameOf(await manifestOf(sut))).toBe(half);

    const again = new AbortController();
    const other = sut.reindex(again.signal, {
      id: 'reindex-2',
      with: OTHER,
      onProgress: ({ counts }) => counts.changed > 0 && again.abort(new ArbiterError('CANCELLED', 'Killed.')),
    });
    await expect(other).rejects.toMatchObject({ code: 'CANCELLED' });
    const [abandoned] = (await manifestOf(sut)).leftoverIndexes!;
    await expect(sut.ingest()).rejects.toMatchObject({ code: 'CONFLICT' });
    await sut.reindex(sut.signal, { id: 'reindex-3' });
    expect(await vectorsHold(sut, abandoned!)).toEqual([]);
    expect((await sut.ingest()).counts).toMatchObject({ unchanged: 90 });
  });

  it('puts nothing back that was deleted while it ran', async () => {
    const sut = library(FILES);
    await sut.ingest();
    const inn = await idOf(sut, 'inn.md');
    const optimize = sut.vectorIndex.optimize.bind(sut.vectorIndex);
    sut.vectorIndex.optimize = async (...given) => {
      await sut.documents.delete(inn, sut.signal);
      await optimize(...given);
    };
    await sut.reindex();
    expect(await sut.find('eel')).toEqual([]);
    expect(await vectorsHold(sut, indexNameOf(await manifestOf(sut)))).toHaveLength(1);
  });

  it('keeps the cuts of documents that were stored without their layout, as long as they would be the same', async () => {
    const sut = library(FILES);
    await sut.ingest();
    await withoutLayout(sut, 'light.md');
    const before = await sut.findChunks('lamp');
    expect((await sut.reindex(sut.signal, { with: OTHER })).counts).toMatchObject({ changed: 3, failed: 0 });
    expect(await sut.findChunks('lamp')).toEqual(before);
  });

  it('says which documents must be ingested again where they would be cut otherwise, and the next ingestion reads those', async () => {
    const sut = library(FILES);
    await sut.ingest();
    await withoutLayout(sut, 'light.md');
    await sut.catalog.replace({ ...(await manifestOf(sut)), chunkerVersion: 99 }, sut.signal);
    const { counts, failures } = await sut.reindex();
    expect(counts).toMatchObject({ changed: 2, failed: 1 });
    expect(failures).toEqual([
      { source: 'light.md', stage: 'chunk', reason: expect.stringMatching(/^light\.md .* ingest its source again/) },
    ]);
    expect(await sut.find('lamp')).toEqual([]);
    expect((await sut.ingest()).counts).toMatchObject({ unchanged: 2, changed: 1 });
    expect(await sut.find('lamp')).toHaveLength(1);
  });

  it('changes nothing where no document can be rebuilt', async () => {
    const sut = library({ '/library/light.md': LIGHT });
    await sut.ingest();
    await withoutLayout(sut, 'light.md');
    const manifest = { ...(await manifestOf(sut)), chunkerVersion: 99 };
    await sut.catalog.replace(manifest, sut.signal);
    await expect(sut.reindex()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('--rebuild'),
    });
    expect(await manifestOf(sut)).toMatchObject(manifest);
    expect(await sut.find('lamp')).toHaveLength(1);
  });

  it('costs a document that a store refuses, and no other, and ends where the store is away', async () => {
    const sut = library(FILES);
    await sut.ingest();
    const replace = sut.keywordIndex.replaceDocuments.bind(sut.keywordIndex);
    let code: 'INVALID_REQUEST' | 'UNAVAILABLE' = 'UNAVAILABLE';
    sut.keywordIndex.replaceDocuments = (index, documents, signal) =>
      documents.some(({ chunks }) => chunks.some(({ text }) => text.includes('eel')))
        ? Promise.reject(new ArbiterError(code, 'The index does not take "eel".'))
        : replace(index, documents, signal);
    await expect(sut.reindex()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await sut.find('eel')).toHaveLength(1);
    code = 'INVALID_REQUEST';
    const { failures } = await sut.reindex();
    expect(failures).toEqual([{ source: 'inn.md', stage: 'index', reason: 'The index does not take "eel".' }]);
    expect(await vectorsHold(sut, indexNameOf(await manifestOf(sut)))).toEqual([await idOf(sut, 'light.md')]);
  });

  it('moves a collection into stores that were set anew, from the documents alone', async () => {
    const sut = library(FILES);
    await sut.ingest();
    await sut.vectorIndex.drop(COLLECTION, sut.signal);
    await sut.catalog.replace({ ...(await manifestOf(sut)), vectorStore: 'elsewhere' }, sut.signal);
    await withoutLayout(sut, 'light.md');
    expect((await sut.reindex()).failures).toMatchObject([{ source: 'light.md', stage: 'chunk' }]);
    expect(await manifestOf(sut)).toMatchObject({ vectorStore: 'memory', keywordStore: 'memory' });
    expect(await vectorsHold(sut, indexNameOf(await manifestOf(sut)))).toEqual([await idOf(sut, 'inn.md')]);
  });

  it('leaves nothing in the cache that the model of before made, and keeps what is needed', async () => {
    const sut = library(FILES);
    const made: string[] = [];
    const write = sut.cache.write.bind(sut.cache);
    sut.cache.write = (embeddings) => {
      made.push(...embeddings.keys());
      return write(embeddings);
    };
    await sut.ingest();
    expect((await sut.cache.read(made)).size).toBe(2);
    await sut.reindex();
    expect((await sut.cache.read(made)).size).toBe(2);
    await sut.reindex(sut.signal, { id: 'reindex-2', with: OTHER });
    expect(made).toHaveLength(4);
    expect([...(await sut.cache.read(made)).keys()]).toEqual(made.slice(2));
  });

  it('is of a collection that is there', async () => {
    await expect(library(FILES).reindex()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
