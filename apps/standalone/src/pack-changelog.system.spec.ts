import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addChanges, ingestDomain, listChanges, revertChange, type PackChangelog } from '@arbiter/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStandalone } from './start-standalone.js';

const env = { ENABLE_READER: 'false' };
const lineOf = (session: number, status: string): string =>
  `${JSON.stringify({ session_id: session, entity_updates: [{ entity_id: 'crane-2', status }] })}\n`;

describe('the changelog of a pack', () => {
  let cwd: string;
  let pack: string;
  let library: Awaited<ReturnType<typeof startStandalone>>;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-pack-changelog-'));
    pack = join(cwd, 'packs', 'yard');
    await mkdir(join(pack, 'documents'), { recursive: true });
    await writeFile(join(pack, 'config.json'), '{ "domain": "yard", "version": "1" }');
    await writeFile(join(pack, 'documents', 'cranes.md'), '# Cranes\n\nCrane 2 lifts 40 tonnes.\n');
    library = await startStandalone({ env, cwd, http: false, domainsDirectories: [pack] });
  }, 120_000);
  afterAll(async () => {
    await library.close();
    await rm(cwd, { recursive: true });
  });

  const write = (...lines: readonly string[]) => writeFile(join(pack, 'changelog.jsonl'), lines.join(''));
  const ingest = async (more: { readonly changelog?: boolean } = {}): Promise<PackChangelog | null> =>
    (await library.client.request(ingestDomain, { domain: 'yard', ...more })).changelog;
  const statuses = async (): Promise<unknown[]> =>
    (await library.client.request(listChanges, { collection: 'yard', limit: 500 })).changes.map(
      ({ entry }) => entry.entity_updates[0]?.status,
    );

  it('is nothing for a pack without one, and is left alone where it is not wanted', async () => {
    expect(await ingest()).toBeNull();
    await write(lineOf(1, 'inspected'));
    expect(await ingest({ changelog: false })).toBeNull();
    expect(await statuses()).toEqual([]);
  });

  it('refuses the pack where a line is wrong, and names it', async () => {
    await write(lineOf(1, 'inspected'), '\n', '{"session_id":2}\n');
    await expect(ingest()).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/yard\/changelog\.jsonl: Line 3 of the changelog: .*changes nothing/),
    });
    expect(await statuses()).toEqual([]);
  });

  it('is recorded once with the sources, however often and by however many the pack is ingested', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => lineOf(index, `status ${index}`));
    await write(...lines);
    const both = await Promise.all([ingest(), ingest()]);
    expect(both.map((one) => one?.entries)).toEqual([120, 120]);
    expect(await ingest()).toEqual({ collection: 'yard', entries: 120, added: 0, missing: 0 });
    expect(await statuses()).toEqual(lines.map((_, index) => `status ${index}`));
  });

  it('is completed where the pack has grown, reverted entries stay reverted', async () => {
    await library.client.request(revertChange, { collection: 'yard', id: 1 });
    await appendFile(join(pack, 'changelog.jsonl'), lineOf(200, 'sold'));
    expect(await ingest()).toEqual({ collection: 'yard', entries: 121, added: 1, missing: 0 });
    expect((await statuses()).slice(-2)).toEqual(['status 119', 'sold']);
    expect(await statuses()).toHaveLength(120);
  });

  it('is left out, and counted, once a person has recorded something else', async () => {
    const entries = [{ session_id: 201, entity_updates: [{ entity_id: 'crane-2', status: 'bought back' }] }];
    await library.client.request(addChanges, { collection: 'yard', entries });
    await appendFile(join(pack, 'changelog.jsonl'), lineOf(202, 'scrapped'));
    expect(await ingest()).toEqual({ collection: 'yard', entries: 122, added: 0, missing: 1 });
    expect((await statuses()).at(-1)).toBe('bought back');
  });

  it('can be read where the library is open for reading only, and not written', async () => {
    const reader = await startStandalone({ env, cwd, http: false, readOnly: true });
    try {
      const { changes, lastId } = await reader.client.request(listChanges, { collection: 'yard', sinceSession: 199 });
      expect([changes.length, lastId]).toEqual([2, 123]);
      await expect(reader.client.request(revertChange, { collection: 'yard', id: 2 })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    } finally {
      await reader.close();
    }
  }, 60_000);
});
