import { describeBlobStore, graphBytesOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { unavailable, useBroker } from '../test/use-buckets.js';
import { JetStreamBlobStore } from './jetstream-blob-store.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;
const HOUR_MS = 3_600_000;
const KEY = { collection: 'lore', kind: 'original', name: 'a1' } as const;
const LONG = 700_000;

suite('on a real nats-server', () => {
  const broker = useBroker();
  const connection = () => broker().connect();

  describeBlobStore('JetStreamBlobStore', async () => {
    return new JetStreamBlobStore(await connection(), {}, broker().newBucket());
  });

  const filled = async () => {
    const bucket = broker().newBucket();
    const nats = await connection();
    const store = new JetStreamBlobStore(nats, {}, bucket);
    await store.put(KEY, graphBytesOf(1, LONG), live);
    const manager = await nats.jetstreamManager();
    const messages = async () => (await manager.streams.info(`OBJ_${bucket}`)).state.messages;
    return { bucket, nats, store, manager, messages };
  };

  it('is read by the client of NATS as any other object', async () => {
    const { bucket, nats } = await filled();
    const objects = await nats.jetstream().views.os(bucket);
    const [object] = await objects.list();
    expect(object).toMatchObject({ size: LONG, chunks: 3 });
    expect(Buffer.compare((await objects.getBlob(object!.name))!, graphBytesOf(1, LONG))).toBe(0);
  });

  it('leaves nothing of replaced, failed and deleted blobs in its stream', async () => {
    const { store, messages } = await filled();
    expect(await messages()).toBe(4);
    await store.put(KEY, graphBytesOf(2, 10), live);
    expect(await messages()).toBe(2);
    const stop = new AbortController();
    const broken = store.put({ ...KEY, name: 'b2' }, graphBytesOf(3, 100 * LONG), stop.signal);
    while ((await messages()) < 10);
    stop.abort(new Error('broke off'));
    await expect(broken).rejects.toThrow('broke off');
    while ((await messages()) !== 2);
    await store.delete(KEY, live);
    expect(await messages()).toBe(0);
  });

  it.each(['other bytes', 'a piece less'])('says that a blob with %s is damaged', async (fault) => {
    const { bucket, nats, store, manager } = await filled();
    const { subject, seq, data } = await manager.streams.getMessage(`OBJ_${bucket}`, { seq: 3 });
    await manager.streams.deleteMessage(`OBJ_${bucket}`, seq);
    const other = data.map((byte) => byte ^ 1);
    if (fault === 'other bytes') await nats.jetstream().publish(subject, other);
    await expect(store.get(KEY, live)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('sweeps the pieces of a writer that died, and no others', async () => {
    const { bucket, nats, store, messages } = await filled();
    await nats.jetstream().publish(`$O.${bucket}.C.OFADEADWRITER`, graphBytesOf(9, 1_000));
    expect(await store.sweep(Date.now(), live)).toBe(0);
    expect(await store.sweep(Date.now() + 2 * HOUR_MS, live)).toBe(1);
    expect(await messages()).toBe(4);
    expect((await store.get(KEY, live))?.length).toBe(LONG);
  });
});
