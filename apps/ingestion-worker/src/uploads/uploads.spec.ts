import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ArbiterError, IngestionSource, Principal, Upload } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COLLECTION, library, LIGHT, SCRATCH } from '../../test/ingestion-library.js';

const { signal } = new AbortController();
const DAY_MS = 86_400_000;
const ID = `u-${'a'.repeat(32)}`;
const OTHER = `u-${'b'.repeat(32)}`;
const [ANN, ZOE] = ['acme', 'zenith'].map((tenant): Principal => ({ name: 'k', role: 'editor', tenant, groups: null }));

let sut: ReturnType<typeof library>;
beforeEach(() => {
  sut = library({});
});
afterEach(() => rm(SCRATCH, { recursive: true, force: true }));

const sourceOf = (name: string, uploadId = ID): IngestionSource & { kind: 'upload' } => ({
  ...{ kind: 'upload', uploadId, name, metadata: {} },
});
const endOf = (name: string, content: Uint8Array): Omit<Upload, 'uploadId'> => ({
  name,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});
const take = (
  piece: Omit<Parameters<typeof sut.uploads.take>[0], 'uploadId'>,
  principal: Principal | null = null,
  uploadId = ID,
) => sut.uploads.take({ uploadId, ...piece }, { principal, signal });

/** Sends a file as the door does, in pieces of this size. */
async function send(name: string, text: string, size = 10, principal: Principal | null = null, uploadId = ID) {
  const content = Buffer.from(text);
  const count = Math.max(1, Math.ceil(content.length / size));
  for (let index = 0; index < count; index += 1) {
    const data = content.subarray(index * size, (index + 1) * size).toString('base64');
    const end = index === count - 1 ? endOf(name, content) : undefined;
    const uploads = end ? [{ uploadId, ...end }] : [];
    expect(await take({ index, data, end }, principal, uploadId)).toEqual({ uploads });
  }
}

const kept = async () => (await sut.blobs.list('~uploads', 'upload', signal)).map(({ name }) => name);
const refusal = (uploadId: string, principal: Principal | null) =>
  sut.uploads.assertOwned([sourceOf('light.md', uploadId)], principal, signal).catch((error: unknown) => {
    const { code, message } = error as ArbiterError;
    return { code, message };
  });

describe('an upload', () => {
  it('is a source like any other, by its name', async () => {
    await send('light.md', LIGHT);
    expect((await sut.ingest([sourceOf('maps/light.md')])).counts).toMatchObject({ added: 1, failed: 0 });
    expect(await sut.find('lamp')).toHaveLength(1);
    const [document] = await sut.documents.list(COLLECTION, { limit: 10 }, signal);
    expect(document).toMatchObject({ source: 'maps/light.md', origin: 'upload:', original: { bytes: LIGHT.length } });
    // Another version of the file under the same name replaces it, others stay.
    await send('light.md', '# Light\n\nIt is out.\n', 10, null, OTHER);
    expect((await sut.ingest([sourceOf('maps/light.md', OTHER)])).counts).toMatchObject({ changed: 1, deleted: 0 });
  });

  it('of a hidden file or folder is left out by name, like one on disk', async () => {
    await send('light.md', LIGHT);
    await send('.env', 'SECRET=1\n', 10, null, OTHER);
    const job = await sut.ingest([sourceOf('site/.git/light.md'), sourceOf('.env', OTHER)]);
    expect(job.counts).toMatchObject({ added: 0, skipped: 2 });
    const reason = 'It is hidden: its name begins with a dot.';
    const leftOut = ['site/.git/light.md', '.env'].map((source) => expect.objectContaining({ source, reason }));
    expect(job.leftOut).toEqual(leftOut);
  });

  it('of the name of another in its job is left out by name, and the first is kept', async () => {
    await send('light.md', LIGHT);
    await send('light.md', '# Other\n\nIt is out.\n', 10, null, OTHER);
    const inline = { kind: 'inline' as const, name: 'tide.md', encoding: 'utf-8' as const, metadata: {} };
    const job = await sut.ingest([
      sourceOf('light.md'),
      sourceOf('light.md', OTHER),
      { ...inline, content: 'High.' },
      { ...inline, content: 'Low.' },
    ]);
    expect(job.counts).toMatchObject({ added: 2, skipped: 2 });
    const reason = 'Another document of this job has the same name.';
    expect(job.leftOut).toEqual(['light.md', 'tide.md'].map((source) => expect.objectContaining({ source, reason })));
    expect([await sut.find('lamp'), await sut.find('high')]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  it('may be empty, and is no larger than a file that is read at once', async () => {
    await send('empty.md', '');
    expect((await sut.ingest([sourceOf('empty.md')])).counts).toMatchObject({ added: 1 });
    await send('large.md', 'x'.repeat(1_100_000), 200_000, null, OTHER);
    const { counts, failures } = await sut.ingest([sourceOf('large.md', OTHER)]);
    expect([counts.failed, failures[0]?.reason]).toEqual([1, expect.stringContaining('INGESTION_MAX_FILE_MIB')]);
  });

  it('that is used goes, and stays for a retry where something failed', async () => {
    await send('light.md', LIGHT);
    const sources = [sourceOf('light.md')];
    await sut.uploads.usedBy({ state: 'completed_with_errors', sources }, signal);
    expect(await kept()).not.toEqual([]);
    await sut.uploads.usedBy({ state: 'succeeded', sources }, signal);
    expect(await kept()).toEqual([]);
    await expect(sut.ingest(sources)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('goes after a day, complete or not', async () => {
    await send('light.md', LIGHT);
    await take({ index: 0, data: 'aGFsZg==' }, null, OTHER);
    sut.clock.advance(DAY_MS);
    await sut.uploads.sweep(signal);
    expect(await refusal(ID, null)).toBeUndefined();
    // Between two looks for what is old.
    sut.clock.advance(3_600_001);
    await sut.uploads.sweep(signal);
    expect([await kept(), await refusal(ID, null)]).toEqual([[], expect.objectContaining({ code: 'NOT_FOUND' })]);
  });

  it('of one tenant is told to another like one that is not there', async () => {
    await send('light.md', LIGHT, 10, ANN);
    const unknown = await refusal(OTHER, ZOE!);
    expect(unknown).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(ID, ZOE!)).toEqual(unknown);
    await take({ index: 9, data: '', discard: true }, ZOE);
    expect([await refusal(ID, ANN!), await refusal(ID, null)]).toEqual([undefined, undefined]);
    for (const end of [undefined, endOf('light.md', Buffer.from(LIGHT))])
      await expect(take({ index: 0, data: 'aGFsZg==', end }, ZOE)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('that broke off leaves nothing, and its last piece may come twice', async () => {
    await take({ index: 0, data: 'aGVsbG8=' });
    await take({ index: 1, data: '', discard: true });
    expect(await kept()).toEqual([]);
    await send('light.md', LIGHT);
    const end = endOf('light.md', Buffer.from(LIGHT));
    expect(await take({ index: 0, data: '', end })).toEqual({ uploads: [{ uploadId: ID, ...end }] });
  });

  it('whose bytes are not those that were sent is damaged', async () => {
    await send('light.md', LIGHT);
    await sut.blobs.put({ collection: '~uploads', kind: 'upload', name: `${ID}-0` }, Buffer.from('x'), signal);
    const { failures } = await sut.ingest([sourceOf('light.md')]);
    expect(failures[0]?.reason).toContain('is damaged: send the file again');
  });
});
