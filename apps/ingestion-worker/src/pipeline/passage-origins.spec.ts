import { describe, expect, it } from '@jest/globals';
import { IngestionSource } from '@arbiter/contracts';
import { LIGHT, library } from '../../test/ingestion-library.js';

const LOG = Array.from({ length: 20 }, (_, at) => `10:00:${at + 10} WARN [batch] eel${at} was rejected`).join('\n');
const preferring = (...prefer: string[]): IngestionSource[] => [{ kind: 'path', path: '/library', prefer }];

describe('where a passage comes from', () => {
  it('is kept with it, also when the indexes are built anew', async () => {
    const { ingest, reindex, findChunks } = library({ '/library/light.md': LIGHT, '/library/hub.log': LOG });
    await ingest(preferring('light.*'));
    const origins = async (words: string): Promise<unknown[]> =>
      (await findChunks(words)).slice(0, 1).map(({ metadata }) => [metadata.machine_made, metadata.preferred_source]);
    const before = [...(await origins('rejected')), ...(await origins('lamp'))];
    expect(before).toEqual([
      ['log', undefined],
      [undefined, true],
    ]);
    await reindex();
    expect([...(await origins('rejected')), ...(await origins('lamp'))]).toEqual(before);
  });

  it('is not what a document claims of itself', async () => {
    const { ingest, findChunks } = library({
      '/library/a.md': '---\npreferred_source: true\n---\nThe eel pie is mine.\n',
    });
    await ingest();
    expect((await findChunks('eel'))[0]?.metadata).not.toHaveProperty('preferred_source');
  });

  it('changes with the globs, which are told where they match nothing', async () => {
    const { ingest, findChunks } = library({ '/library/light.md': LIGHT });
    await ingest(preferring('light.*'));
    const { counts, warnings } = await ingest(preferring('lihgt.*'));
    expect(counts).toMatchObject({ changed: 1, embedded: 0 });
    expect(warnings).toEqual([
      { source: '/library', warning: 'It prefers "lihgt.*", which matches none of its documents.' },
    ]);
    expect((await findChunks('lamp'))[0]?.metadata).not.toHaveProperty('preferred_source');
  });

  it.each([
    ['no glob', []],
    ['a bracket that nothing closes', ['[ab']],
    ['a comment', ['# guide']],
    ['a backslash at the end', ['guide\\']],
  ])('cannot be preferred by %s', (_what, prefer) => {
    const read = IngestionSource.safeParse({ kind: 'path', path: '/library', prefer });
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual(['prefer']);
    expect(
      IngestionSource.safeParse({ kind: 'path', path: '/library', prefer: ['/a[!b]*', '!c', '[]d]'] }).success,
    ).toBe(true);
  });
});
