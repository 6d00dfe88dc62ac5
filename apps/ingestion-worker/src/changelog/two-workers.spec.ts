import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '@arbiter/adapters-filesystem';
import { type LibraryStores, openLibraryStores } from '@arbiter/backends';
import { EntityIndex } from '@arbiter/changelog';
import { addChanges, listChanges } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { ManualClock } from '@arbiter/ports/testing';
import { natsServerAvailable, sharedBroker } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChangelogController, ChangelogReadingController } from './changelog.controller.js';
import { ChangelogWriter } from './changelog-writer.js';

const nothingUnknown = {
  unknownIn: () => Promise.resolve([]),
  worldBefore: () => Promise.resolve({ entities: new EntityIndex([]), relations: [] }),
};
const context = { signal: new AbortController().signal, principal: null } as OperationContext;
const missing = natsServerAvailable();
if (missing !== null) process.stderr.write(`skipped: ${missing}\n`);

(missing === null ? describe : describe.skip)('two workers on one broker', () => {
  let natsUrl: string;
  let folder: string;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    ({ url: natsUrl } = await sharedBroker());
    folder = await mkdtemp(join(tmpdir(), 'arbiter-two-workers-'));
  });
  afterAll(async () => {
    for (const one of opened.reverse()) await one.close();
    await rm(folder, { recursive: true });
  });

  async function storesOf(worker: string): Promise<LibraryStores> {
    const path = join(folder, worker);
    const directory = await openDataDirectory({ path, mode: 'write', clock: new ManualClock() });
    // Never asked here.
    const servers = { qdrantUrl: 'http://127.0.0.1:9', elasticsearchUrl: 'http://127.0.0.1:9' };
    const names = {
      qdrantCollection: 'kb',
      qdrantApiKey: undefined,
      elasticsearchIndex: 'kb',
      elasticsearchApiKey: undefined,
    };
    const settings = { ...servers, ...names, documentStore: 'nats', natsUrl } as const;
    const stores = await openLibraryStores(settings, directory);
    opened.push(directory, stores);
    return stores;
  }

  it('that record changes at once lose none, and give no id twice', async () => {
    const stores = [await storesOf('a'), await storesOf('b')];
    // One clock is a minute behind.
    const workers = stores.map(
      ({ changelogs }, index) =>
        new ChangelogController(
          new ChangelogWriter(changelogs, new ManualClock(Date.UTC(2026, 0, 1, 0, -index)), nothingUnknown, {
            soon: () => undefined,
          }),
        ),
    );
    const settled = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) => {
        const entity_updates = [{ entity_id: 'inn', status: `status ${index}` }];
        const input = { collection: 'lore', entries: [{ session_id: 1, entity_updates }] };
        return workers[index % 2]!.add(addChanges.input.parse(input), context);
      }),
    );
    // All have ended by now: nothing is closed under any of them.
    expect(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))).toEqual([]);
    const added = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const ids = added.flatMap(({ ids }) => ids).sort((a, b) => a - b);
    expect(ids).toEqual(added.map((_, index) => index + 1));
    const reader = new ChangelogReadingController(stores[1]!.changelogs, nothingUnknown, {
      readsAll: () => Promise.resolve(true),
    });
    const { changes } = await reader.list(listChanges.input.parse({ collection: 'lore' }), context);
    expect(new Set(changes.map(({ entry }) => entry.entity_updates[0]?.status)).size).toBe(24);
  });
});
