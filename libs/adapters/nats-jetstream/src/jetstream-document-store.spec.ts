import { describeCollectionCatalog, describeDocumentStore, documentOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { unavailable, useBroker } from '../test/use-buckets.js';
import { JetStreamCollectionCatalog } from './jetstream-collection-catalog.js';
import { JetStreamDocumentStore } from './jetstream-document-store.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;
const HOUR_MS = 3_600_000;

suite('on a real nats-server', () => {
  const broker = useBroker();
  const connection = () => broker().connect();

  describeDocumentStore('JetStreamDocumentStore', async () => {
    return new JetStreamDocumentStore(await connection(), {}, broker().newBucket());
  });
  describeCollectionCatalog('JetStreamCollectionCatalog', async () => {
    return new JetStreamCollectionCatalog(await connection(), {}, broker().newBucket());
  });

  it('shows one process at once what another has put, and not what it has deleted', async () => {
    const bucket = broker().newBucket();
    const [writer, reader] = [
      new JetStreamDocumentStore(await connection(), {}, bucket),
      new JetStreamDocumentStore(await connection(), {}, bucket),
    ];
    for (const text of ['first', 'second!']) {
      await writer.put(documentOf(text), text, live);
      expect(await reader.text('doc-1', live)).toBe(text);
    }
    await writer.delete('doc-1', live);
    expect(await reader.get('doc-1', live)).toBeNull();
  });

  it('keeps a text that is many messages long', async () => {
    const store = new JetStreamDocumentStore(await connection(), {}, broker().newBucket());
    // Digits of a square root: they hardly shrink.
    const text = Array.from({ length: 200_000 }, (_, n) => String(Math.sqrt(n + 2)).slice(2)).join('');
    expect(text.length).toBeGreaterThan(2_000_000);
    await store.put(documentOf(text), text, live);
    expect((await store.text('doc-1', live)) === text).toBe(true);
  });

  it('says that a text is damaged instead of showing it', async () => {
    const bucket = broker().newBucket();
    const nats = await connection();
    const store = new JetStreamDocumentStore(nats, {}, bucket);
    await store.put(documentOf('The lamp is lit.'), 'The lamp is lit.', live);
    const objects = await nats.jetstream().views.os(`${bucket}-text`);
    const [object] = await objects.list();
    const manager = await nats.jetstreamManager();
    const subject = `$O.${bucket}-text.C.${object!.nuid}`;
    const stored = await manager.streams.getMessage(`OBJ_${bucket}-text`, { last_by_subj: subject });
    const flipped = Uint8Array.from(stored.data, (byte, index) => (index === 12 ? byte ^ 1 : byte));
    await manager.streams.purge(`OBJ_${bucket}-text`, { filter: subject });
    await nats.jetstream().publish(subject, flipped);
    await expect(store.text('doc-1', live)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('damaged'),
    });
  });

  it('leaves nothing of replaced and deleted documents in its streams', async () => {
    const bucket = broker().newBucket();
    const nats = await connection();
    const store = new JetStreamDocumentStore(nats, {}, bucket);
    for (const text of ['one', 'two', 'three']) await store.put(documentOf(text), text, live);
    await store.put(documentOf('moved', { collection: 'other' }), 'moved', live);
    const messagesOf = async (stream: string) =>
      (await (await nats.jetstreamManager()).streams.info(stream)).state.messages;
    // A description, and of its text the name and one piece.
    expect([await messagesOf(`KV_${bucket}`), await messagesOf(`OBJ_${bucket}-text`)]).toEqual([1, 2]);
    await store.delete('doc-1', live);
    expect([await messagesOf(`KV_${bucket}`), await messagesOf(`OBJ_${bucket}-text`)]).toEqual([0, 0]);
  });

  it('sweeps up the texts of writers that died before the description, and no others', async () => {
    const bucket = broker().newBucket();
    const nats = await connection();
    const store = new JetStreamDocumentStore(nats, {}, bucket);
    await store.put(documentOf('kept'), 'kept', live);
    const objects = await nats.jetstream().views.os(`${bucket}-text`);
    await objects.putBlob({ name: 'of-a-dead-writer' }, new Uint8Array([1, 2, 3]));
    expect(await store.sweep(Date.now(), live)).toBe(0);
    expect(await store.sweep(Date.now() + 2 * HOUR_MS, live)).toBe(1);
    expect((await objects.list()).map(({ name }) => name)).not.toContain('of-a-dead-writer');
    expect(await store.text('doc-1', live)).toBe('kept');
  });
});
