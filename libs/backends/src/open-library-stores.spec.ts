import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataDirectory, openDataDirectory } from '@arbiter/adapters-filesystem';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import {
  changelogEventOf,
  documentOf,
  graphBytesOf,
  graphCorrectionEventOf,
  jobOf,
  manifestOf,
} from '@arbiter/ports/testing';
import { natsServerAvailable, sharedBroker, type SharedBroker } from '@arbiter/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openJobQueue } from './open-job-queue.js';
import { openLibraryStores } from './open-library-stores.js';

const live = new AbortController().signal;
const NO_SERVERS = {
  qdrantUrl: undefined,
  qdrantCollection: 'kb',
  qdrantApiKey: undefined,
  elasticsearchUrl: undefined,
  elasticsearchIndex: 'kb',
  elasticsearchApiKey: undefined,
};
/** Never asked here. */
const SERVERS = { ...NO_SERVERS, qdrantUrl: 'http://127.0.0.1:9', elasticsearchUrl: 'http://127.0.0.1:9' };
const noBroker = natsServerAvailable();

describe('openLibraryStores', () => {
  const opened: { close(): Promise<void> }[] = [];
  const folders: string[] = [];
  const keep = <T extends { close(): Promise<void> }>(one: T): T => {
    opened.push(one);
    return one;
  };
  const directoryOf = async (folder: string, mode: 'read' | 'write' = 'write'): Promise<DataDirectory> =>
    keep(await openDataDirectory({ path: folder, mode, clock: SYSTEM_CLOCK }));
  let here: string;
  let there: string;
  beforeEach(async () => {
    [here, there] = [await mkdtemp(join(tmpdir(), 'arbiter-here-')), await mkdtemp(join(tmpdir(), 'arbiter-there-'))];
    folders.push(here, there);
  });
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  it('keeps documents in the data directory unless told otherwise', async () => {
    const settings = { ...NO_SERVERS, documentStore: 'filesystem', natsUrl: undefined } as const;
    const { documents } = await openLibraryStores(settings, await directoryOf(here));
    await documents.put(documentOf('Salt.'), 'Salt.', live);
    const other = await openLibraryStores(settings, await directoryOf(here, 'read'));
    expect(await other.documents.text('doc-1', live)).toBe('Salt.');
    const { blobs } = await openLibraryStores(settings, await directoryOf(there));
    await blobs.put({ collection: 'lore', kind: 'original', name: 'a1' }, Buffer.from('Salt.'), live);
    const same = await openLibraryStores(settings, await directoryOf(there, 'read'));
    expect(String(await same.blobs.get({ collection: 'lore', kind: 'original', name: 'a1' }, live))).toBe('Salt.');
  });

  it('shows a reader the changelog, the graph and its corrections that the writer stores, and lets it write none', async () => {
    const settings = { ...NO_SERVERS, documentStore: 'filesystem', natsUrl: undefined } as const;
    const writer = await openLibraryStores(settings, await directoryOf(here));
    const reader = await openLibraryStores(settings, await directoryOf(here, 'read'));
    const event = changelogEventOf(1, 'closed');
    const snapshot = { version: 'v1', bytes: graphBytesOf(1) };
    await expect(reader.changelogs.append('lore', [event], { after: 0 }, live)).rejects.toThrow('not open for writing');
    await expect(reader.graphs.put('lore', snapshot, live)).rejects.toThrow('not open for writing');
    const correction = graphCorrectionEventOf(1, 'The Eel');
    await expect(reader.corrections.append('lore', [correction], { after: 0 }, live)).rejects.toThrow('not open for');
    await writer.changelogs.append('lore', [event], { after: 0 }, live);
    await writer.corrections.append('lore', [correction], { after: 0 }, live);
    await writer.graphs.put('lore', snapshot, live);
    expect(await reader.changelogs.read('lore', {}, live)).toEqual([event]);
    expect(await reader.corrections.read('lore', {}, live)).toEqual([correction]);
    expect(await reader.graphs.currentVersion('lore', live)).toBe('v1');
  });

  it('says that it needs a broker', async () => {
    const settings = { ...NO_SERVERS, documentStore: 'nats', natsUrl: undefined } as const;
    await expect(openLibraryStores(settings, await directoryOf(here))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('NATS_URL'),
    });
  });

  (noBroker === null ? describe : describe.skip)(
    `on a broker${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
    () => {
      let broker: SharedBroker;
      beforeAll(async () => {
        broker = await sharedBroker();
      });
      const onBroker = () => ({ documentStore: 'nats', natsUrl: broker.url }) as const;

      it('refuses an arm whose embedded indexes would be on another disk, and takes the same disk again', async () => {
        const settings = { ...NO_SERVERS, ...onBroker() };
        const writer = await directoryOf(here);
        await (await openLibraryStores(settings, writer)).close();
        const refusal = { code: 'INVALID_REQUEST', message: expect.stringMatching(/QDRANT_URL and ELASTICSEARCH_URL/) };
        await expect(openLibraryStores(settings, await directoryOf(there))).rejects.toMatchObject(refusal);
        await expect(openLibraryStores(settings, await directoryOf(there, 'read'))).rejects.toMatchObject(refusal);
        keep(await openLibraryStores(settings, writer));
        keep(await openLibraryStores(settings, await directoryOf(here, 'read')));
      });

      it('shows an arm with a disk of its own what another has put', async () => {
        const settings = { ...SERVERS, ...onBroker() };
        const [a, b] = [
          keep(await openLibraryStores(settings, await directoryOf(here))),
          keep(await openLibraryStores(settings, await directoryOf(there, 'read'))),
        ];
        await a.documents.put(documentOf('Salt.'), 'Salt.', live);
        await a.catalog.create(manifestOf(), live);
        expect(await b.documents.text('doc-1', live)).toBe('Salt.');
        await a.blobs.put({ collection: 'lore', kind: 'original', name: 'a1' }, Buffer.from('Salt.'), live);
        expect(String(await b.blobs.get({ collection: 'lore', kind: 'original', name: 'a1' }, live))).toBe('Salt.');
        expect(await b.catalog.get('default', live)).toEqual(manifestOf());
        await a.changelogs.append('lore', [changelogEventOf(1, 'closed')], { after: 0 }, live);
        await a.graphs.put('lore', { version: 'v1', bytes: graphBytesOf(1) }, live);
        await a.corrections.append('lore', [graphCorrectionEventOf(1, 'The Eel')], { after: 0 }, live);
        expect(await b.changelogs.lastId('lore', live)).toBe(1);
        expect(await b.corrections.lastId('lore', live)).toBe(1);
        expect(await b.graphs.read('lore', 'v1', live)).not.toBeNull();
      });

      it('gives the jobs that one process queues to the workers of another', async () => {
        const queueIn = async (folder: string) =>
          keep(
            await openJobQueue(onBroker(), {
              directory: await directoryOf(folder),
              clock: SYSTEM_CLOCK,
            }),
          ).queue;
        const [a, b] = [await queueIn(here), await queueIn(there)];
        await a.submit(jobOf('job-1'), live);
        expect((await b.claim('worker', live))?.id).toBe('job-1');
        expect((await a.get('job-1'))?.state).toBe('running');
      });
    },
  );
});
