import type { PriceTable } from '@arbiter/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { COLLECTION, FOLDER, INN, library, LIGHT } from '../../test/ingestion-library.js';

const PRICES: PriceTable = { currency: 'USD', models: { 'fake-words': { input: 1_000_000, output: 0 } } };

describe('an estimate', () => {
  it('is what the job then does, where everything is read for it', async () => {
    const { estimate, ingest } = library({ '/library/light.md': LIGHT, '/library/inn.md': INN, '/library/a.bin': '?' });
    const told = await estimate();
    const { counts } = await ingest();
    expect(told).toMatchObject({
      found: counts.found,
      documents: counts.added,
      chunks: counts.chunks,
      embedded: counts.embedded,
      bytes: counts.bytes,
      skipped: 1,
      sample: null,
      formats: [{ mediaType: 'text/markdown', documents: 2, bytes: counts.bytes, chunks: counts.chunks }],
      leftOut: [{ source: 'a.bin', reason: 'No parser reads files of this kind.' }],
    });
  });

  it('counts the tokens of what the model reads, title and heading with them', async () => {
    const { estimate } = library({ '/library/inn.md': '# Inn\n\nEel pie.\n' });
    // [CLS] Inn Eel pie [SEP]: five tokens of the fake model, which knows no punctuation.
    expect((await estimate()).tokens).toBe(5);
  });

  it('writes nothing', async () => {
    const { estimate, documents, catalog, cache, vectorIndex, signal } = library({ '/library/light.md': LIGHT });
    const write = jest.spyOn(cache, 'write');
    await estimate();
    expect(await catalog.list(signal)).toEqual([]);
    expect(await documents.count(COLLECTION, signal)).toBe(0);
    await expect(vectorIndex.count(COLLECTION, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(write).not.toHaveBeenCalled();
  });

  it('tells what has changed since the last job, has gone, and needs no model', async () => {
    const { estimate, ingest, files } = library({
      '/library/light.md': LIGHT,
      '/library/inn.md': INN,
      '/library/x.md': '# X',
    });
    await ingest();
    files.delete('/library/inn.md');
    files.set('/library/light.md', `${LIGHT}\n## Boat\n\nIt leaks.\n`);
    // The first section of the document is unchanged.
    expect(await estimate()).toMatchObject({ documents: 1, unchanged: 1, deleted: 1, chunks: 2, embedded: 1 });
  });

  it('reckons the rest of many documents from a sample of them', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `/library/${String(n).padStart(3, '0')}.md`,
        `# Page ${n + 100}\n\nEel pie.\n`,
      ]),
    );
    const { estimate, parsed } = library(files);
    expect(await estimate()).toMatchObject({ documents: 300, chunks: 300, sample: { documents: 100 } });
    expect(parsed).toHaveLength(100);
  });

  it('names the documents that cannot be read', async () => {
    const { estimate } = library({ '/library/light.md': LIGHT, '/library/broken.md': '\0\0\0\0' });
    const told = await estimate();
    expect(told).toMatchObject({ found: 2, documents: 1, failed: 1 });
    expect(told.failures).toEqual([expect.objectContaining({ source: 'broken.md', stage: 'parse' })]);
  });

  it('reckons the cost where the model has a price, and does not pay for a trial of its pace', async () => {
    const { estimate } = library({ '/library/inn.md': '# Inn\n\nEel pie.\n' });
    expect(await estimate({ prices: PRICES })).toMatchObject({
      tokens: 5,
      cost: { amount: 5, currency: 'USD' },
      pace: null,
      seconds: null,
    });
    expect((await estimate()).cost).toBeNull();
  });

  it('says how long it takes from a few texts, and from the jobs once there were some', async () => {
    const { estimate, ingest, files } = library({ '/library/inn.md': INN }, { msPerText: 100 });
    const first = await estimate();
    expect(first.pace?.of).toBe('sample');
    expect(first.seconds).toBeCloseTo(0.1, 5);
    const log = Array.from({ length: 800 }, (_, day) => `On day ${day} the lamp was lit at dusk.`);
    files.set('/library/long.md', `# Log\n\n${log.join(' ')}\n`);
    await ingest();
    files.set('/library/new.md', '# New\n\nA boat.\n');
    expect((await estimate()).pace?.of).toBe('jobs');
  });

  it('fails as the job would for a folder that is not there', async () => {
    const { estimate } = library({});
    await expect(estimate({}, [{ kind: 'path', path: '/nowhere' }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(FOLDER).toHaveLength(1);
  });
});
