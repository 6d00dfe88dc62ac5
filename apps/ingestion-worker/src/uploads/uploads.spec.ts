import { createHash } from 'node:crypto';
import { type IngestionSource, type Principal, type Upload } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { afterEach, describe, expect, it } from '@jest/globals';
import { COLLECTION, library, LIGHT, SCRATCH } from '../../test/ingestion-library.js';
import { rm } from 'node:fs/promises';
import { UploadsController } from './uploads.controller.js';

const { signal } = new AbortController();
const DAY_MS = 86_400_000;
const ID = `u-${'a'.repeat(32)}`;
const KEYS: Readonly<Record<'acme' | 'zenith', Principal>> = {
  acme: { name: 'ann', role: 'editor', tenant: 'acme', groups: null },
  zenith: { name: 'zoe', role: 'editor', tenant: 'zenith', groups: null },
};

afterEach(() => rm(SCRATCH, { recursive: true, force: true }));

type Library = ReturnType<typeof library>;
const contextOf = (principal: Principal | null) => ({ signal, principal }) as OperationContext;
const sourceOf = (name: string, uploadId = ID): IngestionSource => ({ kind: 'upload', uploadId, name, metadata: {} });
const endOf = (name: string, content: Uint8Array): Omit<Upload, 'uploadId'> => ({
  name,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Sends a file as the door does, in pieces of this size. */
async function send(
  sut: Library,
  name: string,
  content: Uint8Array,
  {
    size = 10,
    principal = null,
    uploadId = ID,
  }: { size?: number; principal?: Principal | null; uploadId?: string } = {},
): Promise<void> {
  const controller = new UploadsController(sut.uploads);
  const count = Math.max(1, Math.ceil(content.length / size));
  for (let index = 0; index < count; index += 1) {
    const data = Buffer.from(content.subarray(index * size, (index + 1) * size)).toString('base64');
    const isLast = index === count - 1;
    const answer = await controller.upload(
      { uploadId, index, data, ...(isLast && { end: endOf(name, content) }) },
      contextOf(principal),
    );
    expect(answer.uploads).toEqual(isLast ? [{ uploadId, ...endOf(name, content) }] : []);
  }
}

const keptOf = async (sut: Library) => (await sut.blobs.list('~uploads', 'upload', signal)).map(({ name }) => name);

describe('an upload', () => {
  it('is a source like any other, by its name', async () => {
    const sut = library({});
    await send(sut, 'light.md', Buffer.from(LIGHT));
    expect((await sut.ingest([sourceOf('maps/light.md')])).counts).toMatchObject({ added: 1, failed: 0 });
    expect(await sut.find('lamp')).toHaveLength(1);
    const [document] = await sut.documents.list(COLLECTION, { limit: 10 }, signal);
    expect(document).toMatchObject({ source: 'maps/light.md', origin: 'upload:', original: { bytes: LIGHT.length } });
    // Another version of the file under the same name replaces it, others stay.
    const other = `u-${'b'.repeat(32)}`;
    await send(sut, 'light.md', Buffer.from('# Light\n\nIt is out.\n'), { uploadId: other });
    expect((await sut.ingest([sourceOf('maps/light.md', other)])).counts).toMatchObject({ changed: 1, deleted: 0 });
  });

  it('may be empty, and may be larger than a file that is read at once, if it is an archive', async () => {
    const sut = library({});
    await send(sut, 'empty.md', Buffer.alloc(0));
    expect((await sut.ingest([sourceOf('empty.md')])).counts).toMatchObject({ added: 1 });
    const large = `u-${'c'.repeat(32)}`;
    await send(sut, 'large.md', Buffer.alloc(1_100_000, 'x'), { size: 200_000, uploadId: large });
    const { counts, failures } = await sut.ingest([sourceOf('large.md', large)]);
    expect([counts.failed, failures[0]?.reason]).toEqual([1, expect.stringContaining('INGESTION_MAX_FILE_MIB')]);
  });

  it('that is used goes, and stays for a retry where something failed', async () => {
    const sut = library({});
    await send(sut, 'light.md', Buffer.from(LIGHT));
    const sources = [sourceOf('light.md')];
    await sut.uploads.usedBy({ state: 'completed_with_errors', sources }, signal);
    expect(await keptOf(sut)).not.toEqual([]);
    await sut.uploads.usedBy({ state: 'succeeded', sources }, signal);
    expect(await keptOf(sut)).toEqual([]);
    await expect(sut.ingest(sources)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('goes after a day, complete or not', async () => {
    const sut = library({});
    await send(sut, 'light.md', Buffer.from(LIGHT));
    const piece = { uploadId: `u-${'d'.repeat(32)}`, index: 0, data: Buffer.from('half') };
    await sut.uploads.add(piece, undefined, null, signal);
    sut.clock.advance(DAY_MS - 1);
    await sut.uploads.sweep(signal);
    expect(await sut.uploads.find(sourceOf('light.md') as never, signal)).toMatchObject({ uploadId: ID });
    sut.clock.advance(2);
    await expect(sut.uploads.assertOwned([sourceOf('light.md')], null, signal)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    sut.clock.advance(3_600_000);
    await sut.uploads.sweep(signal);
    expect(await keptOf(sut)).toEqual([]);
  });

  it('of one tenant is told to another like one that is not there', async () => {
    const sut = library({});
    await send(sut, 'light.md', Buffer.from(LIGHT), { principal: KEYS.acme });
    const named = (uploadId: string, principal: Principal | null) =>
      sut.uploads.assertOwned([sourceOf('light.md', uploadId)], principal, signal).catch((error: unknown) => {
        const { code, message } = error as { code: string; message: string };
        return { code, message };
      });
    const unknown = await named(`u-${'0'.repeat(32)}`, KEYS.zenith);
    expect(unknown).toMatchObject({ code: 'NOT_FOUND' });
    expect(await named(ID, KEYS.zenith)).toEqual(unknown);
    expect([await named(ID, KEYS.acme), await named(ID, null)]).toEqual([undefined, undefined]);
    await sut.uploads.discard(ID, 9, KEYS.zenith, signal);
    expect(await named(ID, KEYS.acme)).toBeUndefined();
    const piece = { uploadId: ID, index: 0, data: Buffer.from('other') };
    for (const end of [undefined, endOf('light.md', Buffer.from(LIGHT))])
      await expect(sut.uploads.add(piece, end, KEYS.zenith, signal)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('that broke off leaves nothing, and its last piece may come twice', async () => {
    const sut = library({});
    const controller = new UploadsController(sut.uploads);
    await controller.upload({ uploadId: ID, index: 0, data: 'aGVsbG8=' }, contextOf(null));
    await controller.upload({ uploadId: ID, index: 1, data: '', discard: true }, contextOf(null));
    expect(await keptOf(sut)).toEqual([]);
    await send(sut, 'light.md', Buffer.from(LIGHT));
    const end = endOf('light.md', Buffer.from(LIGHT));
    const last = { uploadId: ID, index: 0, data: '', end };
    expect(await controller.upload(last, contextOf(null))).toEqual({ uploads: [{ uploadId: ID, ...end }] });
  });

  it('whose bytes are not those that were sent is damaged', async () => {
    const sut = library({});
    await send(sut, 'light.md', Buffer.from(LIGHT));
    await sut.blobs.put({ collection: '~uploads', kind: 'upload', name: `${ID}-0` }, Buffer.from('x'), signal);
    const { failures } = await sut.ingest([sourceOf('light.md')]);
    expect(failures[0]?.reason).toContain('is damaged: send the file again');
  });
});
