import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentChunks } from '@arbiter/ports';
import { COLLECTION, INN, library, LIGHT } from '../../test/ingestion-library.js';

/** A keyword index that refuses a whole call if a document contains the word, as stores do. */
function refusing(sut: ReturnType<typeof library>, word: string, code: 'INVALID_REQUEST' | 'UNAVAILABLE'): void {
  const replace = sut.keywordIndex.replaceDocuments.bind(sut.keywordIndex);
  sut.keywordIndex.replaceDocuments = (collection, documents, signal) => {
    const isRefused = documents.some(({ chunks }: DocumentChunks) => chunks.some(({ text }) => text.includes(word)));
    if (isRefused) return Promise.reject(new ArbiterError(code, `The index does not take "${word}".`));
    return replace(collection, documents, signal);
  };
}

describe('a document that fails', () => {
  it('leaves its reason with the job and in the log, and costs no other', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/b.odd': '?' });
    const { counts, failures } = await sut.ingest();
    expect(counts).toMatchObject({ found: 2, added: 1, failed: 1 });
    const reason = 'b.odd could not be read: the plain-text reader failed over it (TypeError: x is not a function).';
    expect(failures).toEqual([{ source: 'b.odd', stage: 'parse', reason }]);
    const fields = {
      jobId: 'job-1',
      collection: COLLECTION,
      source: 'b.odd',
      stage: 'parse',
      code: 'INTERNAL',
      reason,
    };
    expect(sut.logged).toEqual([
      { level: 'error', fields: { ...fields, err: expect.any(TypeError) }, message: 'document failed unforeseen' },
    ]);
  });
});

describe('a stage that fails in a way that nobody foresaw', () => {
  it('is named with the kind of its error, whose message stays in the log', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/inn.md': INN });
    const replace = sut.keywordIndex.replaceDocuments.bind(sut.keywordIndex);
    sut.keywordIndex.replaceDocuments = (collection, documents, signal) =>
      documents.some(({ chunks }: DocumentChunks) => chunks.some(({ text }) => text.includes('eel')))
        ? Promise.reject(new RangeError('key sk-123 at /srv'))
        : replace(collection, documents, signal);
    const { failures } = await sut.ingest();
    const reason = "It failed for an unexpected reason (RangeError); the worker's log says more.";
    expect(failures).toEqual([{ source: 'inn.md', stage: 'index', reason }]);
    expect(sut.logged).toMatchObject([{ level: 'error', fields: { reason, err: expect.any(RangeError) } }]);
  });
});

describe('a store that refuses a part of a batch', () => {
  it('costs the document that it refuses, by name, stage and reason, and no other', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/inn.md': INN, '/library/z.md': '# Z\n\nThe end.\n' });
    refusing(sut, 'eel', 'INVALID_REQUEST');
    const { counts, failures } = await sut.ingest();
    expect(counts).toMatchObject({ found: 3, added: 2, failed: 1 });
    expect(failures).toEqual([{ source: 'inn.md', stage: 'index', reason: 'The index does not take "eel".' }]);
    expect(sut.logged).toMatchObject([
      { level: 'warn', fields: { source: 'inn.md', reason: 'The index does not take "eel".' } },
    ]);
    expect(await sut.find('Mara')).toHaveLength(1);
    expect(await sut.find('end')).toHaveLength(1);
  });

  it('leaves nothing half written of it in another index', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/inn.md': INN });
    refusing(sut, 'eel', 'INVALID_REQUEST');
    await sut.ingest();
    expect(await sut.vectorIndex.documentIds(COLLECTION, sut.signal)).toHaveLength(1);
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(1);
  });

  it('takes a changed document out everywhere that only one index has taken', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/inn.md': INN });
    await sut.ingest();
    refusing(sut, 'cod', 'INVALID_REQUEST');
    sut.files.set('/library/inn.md', INN.replace('eel', 'cod'));
    const { counts } = await sut.ingest();
    expect(counts).toMatchObject({ unchanged: 1, failed: 1 });
    expect(await sut.vectorIndex.documentIds(COLLECTION, sut.signal)).toHaveLength(1);
    expect(await sut.find('inn')).toEqual([]);
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(1);
  });

  it('ends the job where the store is away, with nothing that was not stored', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/inn.md': INN });
    refusing(sut, 'eel', 'UNAVAILABLE');
    await expect(sut.ingest()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(0);
  });

  it('leaves a new document nowhere that only one index has taken when the store goes away, and a changed one as it was', async () => {
    const sut = library({ '/library/inn.md': INN });
    await sut.ingest();
    refusing(sut, 'cod', 'UNAVAILABLE');
    sut.files.set('/library/a.md', '# A\n\nOn Fridays there is cod.\n');
    await expect(sut.ingest()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await sut.vectorIndex.documentIds(COLLECTION, sut.signal)).toHaveLength(2);
    await sut.writer.removeUncommitted(COLLECTION, sut.uncommitted.of('job-1'), sut.signal);
    expect(await sut.vectorIndex.documentIds(COLLECTION, sut.signal)).toHaveLength(1);
    expect(await sut.find('eel')).toHaveLength(1);
  });
});
