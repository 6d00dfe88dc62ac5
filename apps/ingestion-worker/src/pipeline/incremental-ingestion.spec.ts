import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { COLLECTION, INN, library, LIGHT } from '../../test/ingestion-library.js';

/** A document with sections of one chunk each. */
function book(sections: readonly string[]): string {
  return ['# The Pilot Book', ...sections.map((text, index) => `## Reach ${index + 1}\n\n${text}`)].join('\n\n');
}

const REACHES = ['Keep the tower to port.', 'Wait for the flood.', 'Sound every cable.', 'Anchor in six fathoms.'];

it('a long document tells how many of its passages were embedded while it goes on', async () => {
  const { ingest, signal } = library({
    '/library/log.md': book(Array.from({ length: 600 }, (_, day) => `Day ${day}.`)),
  });
  const told: number[] = [];
  const { counts } = await ingest(undefined, signal, undefined, undefined, ({ counts: { added, embedded } }) => {
    if (added === 0) told.push(embedded);
  });
  expect(counts).toMatchObject({ added: 1, chunks: 600, embedded: 600 });
  expect([...new Set(told)]).toEqual([0, 256, 512, 600]);
});

describe('a document that has changed', () => {
  it('costs the model the chunks that have changed, and no other', async () => {
    const { files, ingest, find } = library({ '/library/book.md': book(REACHES) });
    expect((await ingest()).counts).toMatchObject({ added: 1, chunks: 4, embedded: 4 });
    files.set('/library/book.md', book(REACHES.with(1, 'Wait for the ebb.')));
    expect((await ingest()).counts).toMatchObject({ changed: 1, chunks: 4, embedded: 1 });
    expect(await find('ebb')).toContain('Wait for the ebb.');
    expect(await find('flood')).toEqual([]);
  });

  it('costs nothing where only the order has changed', async () => {
    const chapters = REACHES.map((text) => `## ${text.slice(0, 4)}\n\n${text}`);
    const { files, ingest } = library({ '/library/book.md': chapters.join('\n\n') });
    await ingest();
    files.set('/library/book.md', chapters.toReversed().join('\n\n'));
    expect((await ingest()).counts).toMatchObject({ changed: 1, chunks: 4, embedded: 0 });
  });

  it('leaves nothing in the cache of what it said before', async () => {
    const { files, ingest } = library({ '/library/book.md': book(REACHES) });
    await ingest();
    files.set('/library/book.md', book(REACHES.slice(0, 3)));
    await ingest();
    files.set('/library/book.md', book(REACHES));
    expect((await ingest()).counts).toMatchObject({ embedded: 1 });
  });
});

describe('a document that was moved', () => {
  it('is neither read by a parser nor embedded again', async () => {
    const { files, parsed, ingest, findChunks } = library({ '/library/light.md': LIGHT, '/library/inn.md': INN });
    await ingest();
    parsed.length = 0;
    files.delete('/library/inn.md');
    files.set('/library/town/inn.md', INN);
    expect((await ingest()).counts).toMatchObject({ moved: 1, added: 0, deleted: 0, unchanged: 1, embedded: 0 });
    expect(parsed).toEqual([]);
    expect((await findChunks('eel')).map(({ source }) => source)).toEqual(['town/inn.md']);
  });

  it('keeps offsets that lead into its text', async () => {
    const { files, ingest, documents, findChunks, signal } = library({ '/library/light.md': LIGHT });
    await ingest();
    files.delete('/library/light.md');
    files.set('/library/lights/gull.md', LIGHT);
    await ingest();
    const [chunk] = await findChunks('Mara');
    const text = await documents.text(chunk!.documentId, signal);
    expect(text?.slice(chunk!.start, chunk!.end)).toBe('Mara Fell keeps the lamp.');
    expect(await documents.count(COLLECTION, signal)).toBe(1);
  });

  it('stays known to the cache at its new place', async () => {
    const { files, ingest } = library({ '/library/inn.md': INN });
    await ingest();
    files.delete('/library/inn.md');
    files.set('/library/town/inn.md', INN);
    await ingest();
    files.set('/library/town/inn.md', `${INN}\n## Cellar\n\nIt floods.\n`);
    expect((await ingest()).counts).toMatchObject({ changed: 1, chunks: 2, embedded: 1 });
  });

  it('is read again where its title came from its name', async () => {
    const { files, parsed, ingest, findChunks } = library({ '/library/memo.md': 'The tide turns at noon.' });
    await ingest();
    files.delete('/library/memo.md');
    files.set('/library/tide-table.md', 'The tide turns at noon.');
    expect((await ingest()).counts).toMatchObject({ moved: 1 });
    expect(parsed).toEqual(['memo.md', 'tide-table.md']);
    expect((await findChunks('noon')).map(({ title }) => title)).toEqual(['tide table']);
  });

  it('is counted once, however many copies it leaves', async () => {
    const { files, ingest } = library({ '/library/inn.md': INN });
    await ingest();
    files.delete('/library/inn.md');
    files.set('/library/a/inn.md', INN);
    files.set('/library/b/inn.md', INN);
    expect((await ingest()).counts).toMatchObject({ moved: 1, added: 1, deleted: 0 });
  });
});

describe('a text that the library holds already', () => {
  it('is not embedded again in another document', async () => {
    const { files, ingest } = library({ '/library/inn.md': INN });
    await ingest();
    files.set('/library/copy.md', INN);
    expect((await ingest()).counts).toMatchObject({ added: 1, chunks: 1, embedded: 0 });
  });

  it('is embedded once where it stands twice in what is new', async () => {
    const { ingest } = library({ '/library/inn.md': INN, '/library/copy.md': INN });
    expect((await ingest()).counts).toMatchObject({ added: 2, chunks: 2, embedded: 1 });
  });
});

describe('a document that was deleted', () => {
  it('is gone from the cache, too', async () => {
    const { files, ingest } = library({ '/library/inn.md': INN, '/library/light.md': LIGHT });
    await ingest();
    files.delete('/library/inn.md');
    await ingest();
    files.set('/library/inn.md', INN);
    expect((await ingest()).counts).toMatchObject({ added: 1, embedded: 1 });
  });

  it('stays until the cache can forget it', async () => {
    const { files, cache, ingest, documents, signal } = library({ '/library/inn.md': INN, '/library/light.md': LIGHT });
    await ingest();
    files.delete('/library/inn.md');
    const forget = cache.forget.bind(cache);
    cache.forget = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The disk is full.'));
    await expect(ingest()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    cache.forget = forget;
    expect((await ingest()).counts).toMatchObject({ deleted: 1 });
    expect(await documents.count(COLLECTION, signal)).toBe(1);
  });
});

describe('a cache that fails', () => {
  it('costs time and no document', async () => {
    const { cache, ingest, find } = library({ '/library/inn.md': INN });
    cache.read = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The disk is gone.'));
    cache.write = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The disk is full.'));
    expect((await ingest()).counts).toMatchObject({ added: 1, embedded: 1 });
    expect(await find('eel')).toHaveLength(1);
  });
});
