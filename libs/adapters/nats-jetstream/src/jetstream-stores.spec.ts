import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerRecordOf,
  changelogEventOf,
  describeAnswerRecordStore,
  describeChangelogStore,
  describeDeletionLog,
  describeExtractionStore,
  describeGraphCorrectionStore,
  describeGraphStore,
  describeInsightStore,
  describeGroupedLog,
  describeScheduleStore,
  graphBytesOf,
  keptInsightOf,
  messageOf,
  Note,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { unavailable, useBroker } from '../test/use-buckets.js';
import { jetStreamAnswerStores } from './answers/jetstream-answer-stores.js';
import { BucketLog, type ValueLayout } from './bucket-log.js';
import { JetStreamAnswerRecordStore } from './jetstream-answer-record-store.js';
import { JetStreamDeletionLog } from './jetstream-deletion-log.js';
import { JetStreamChangelogStore, JetStreamGraphCorrectionStore } from './jetstream-event-log.js';
import { JetStreamExtractionStore } from './jetstream-extraction-store.js';
import { JetStreamGraphStore } from './jetstream-graph-store.js';
import { JetStreamInsightStore } from './jetstream-insight-store.js';
import { JetStreamScheduleStore } from './jetstream-schedule-store.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;
const NOTES: ValueLayout<Note> = {
  stored: z.strictObject({ records: z.array(Note), order: z.int().optional() }),
  encode: (appended) => appended,
};

suite('on a real nats-server', () => {
  const broker = useBroker();
  const sessionStore = async () =>
    jetStreamAnswerStores(await broker().connect(), { prefix: broker().newBucket() }).sessions;
  const insightStore = async () => new JetStreamInsightStore(await broker().connect(), {}, broker().newBucket());

  describeGroupedLog('BucketLog', async () => new BucketLog(await broker().connect(), broker().newBucket(), {}, NOTES));
  describeScheduleStore(
    'JetStreamScheduleStore',
    async () => new JetStreamScheduleStore(await broker().connect(), {}, broker().newBucket()),
  );
  describeInsightStore('JetStreamInsightStore', insightStore);
  describeAnswerRecordStore(
    'JetStreamAnswerRecordStore',
    async () => new JetStreamAnswerRecordStore(await broker().connect(), {}, broker().newBucket()),
  );

  describeDeletionLog(
    'JetStreamDeletionLog',
    async () => new JetStreamDeletionLog(await broker().connect(), {}, broker().newBucket()),
  );

  describeChangelogStore(
    'JetStreamChangelogStore',
    async () => new JetStreamChangelogStore(await broker().connect(), {}, broker().newBucket()),
  );
  describeGraphCorrectionStore(
    'JetStreamGraphCorrectionStore',
    async () => new JetStreamGraphCorrectionStore(await broker().connect(), {}, broker().newBucket()),
  );
  describeGraphStore(
    'JetStreamGraphStore',
    async () => new JetStreamGraphStore(await broker().connect(), {}, broker().newBucket()),
  );

  describeExtractionStore(
    'JetStreamExtractionStore',
    async () => new JetStreamExtractionStore(await broker().connect(), {}, broker().newBucket()),
  );

  it('two workers that append changes at once write one log without a gap', async () => {
    const bucket = broker().newBucket();
    const stores = [
      new JetStreamChangelogStore(await broker().connect(), {}, bucket),
      new JetStreamChangelogStore(await broker().connect(), {}, bucket),
    ];
    const appendOne = async (store: JetStreamChangelogStore, status: string): Promise<void> => {
      for (;;) {
        const after = await store.lastId('lore', live);
        const appended = await store.append('lore', [changelogEventOf(after + 1, status)], { after }, live).then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject({ code: 'CONFLICT' });
            return false;
          },
        );
        if (appended) return;
      }
    };
    const names = Array.from({ length: 20 }, (_, index) => `status ${index}`);
    await Promise.all(names.map((name, index) => appendOne(stores[index % 2]!, name)));
    const seen = await stores[0]!.read('lore', {}, live);
    expect(seen.map(({ id }) => id)).toEqual(names.map((_, index) => index + 1));
    expect(await stores[1]!.read('lore', {}, live)).toEqual(seen);
  });

  it('names the collection and the command that rebuilds a graph whose bytes are damaged, and repairs it', async () => {
    const bucket = broker().newBucket();
    const connection = await broker().connect();
    const store = new JetStreamGraphStore(connection, {}, bucket);
    const snapshot = { version: 'v1', bytes: graphBytesOf(1, 300_000) };
    await store.put('lore', snapshot, live);
    const manager = await connection.jetstreamManager();
    const stream = `OBJ_${bucket}-snapshots`;
    const { subject, seq, data } = await manager.streams.getMessage(stream, { seq: 1 });
    await manager.streams.deleteMessage(stream, seq);
    await connection.jetstream().publish(subject, data);
    await expect(store.read('lore', 'v1', live)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('`arbiter graph build --collection lore`'),
    });
    await store.put('lore', snapshot, live);
    expect(Buffer.compare((await store.read('lore', 'v1', live))!, snapshot.bytes)).toBe(0);
  });

  it('knows nothing of extractions whose bytes are damaged, and takes new ones', async () => {
    const bucket = broker().newBucket();
    const connection = await broker().connect();
    const store = new JetStreamExtractionStore(connection, {}, bucket);
    await store.put('lore', 'part-1', graphBytesOf(1, 300_000), live);
    const manager = await connection.jetstreamManager();
    const { subject, seq, data } = await manager.streams.getMessage(`OBJ_${bucket}`, { seq: 1 });
    await manager.streams.deleteMessage(`OBJ_${bucket}`, seq);
    await connection.jetstream().publish(subject, data);
    expect(await store.read('lore', 'part-1', live)).toBeNull();
    await store.put('lore', 'part-1', graphBytesOf(2), live);
    expect(Buffer.compare((await store.read('lore', 'part-1', live))!, graphBytesOf(2))).toBe(0);
  });

  it('waits with a write for a stream that the broker does not serve yet', async () => {
    const [bucket, connection] = [broker().newBucket(), await broker().connect()];
    const store = jetStreamAnswerStores(connection, { prefix: bucket }).sessions;
    await store.append('s-0', [messageOf('What?')], live);
    const { streams } = await connection.jetstreamManager();
    const { config } = await streams.info(`KV_${bucket}-sessions`);
    await streams.delete(`KV_${bucket}-sessions`);
    const addLater = sleep(50).then(() => streams.add(config));
    await Promise.all([store.append('s-1', [messageOf('When?')], live), addLater]);
    expect(await store.recent('s-1', 10, live)).toHaveLength(1);
  });

  it('two orchestrators that append at once lose no message, and see the same order', async () => {
    const bucket = broker().newBucket();
    const [a, b] = [
      jetStreamAnswerStores(await broker().connect(), { prefix: bucket }).sessions,
      jetStreamAnswerStores(await broker().connect(), { prefix: bucket }).sessions,
    ];
    const pair = (name: string) => [messageOf(`${name}?`), messageOf(`${name}!`, { role: 'assistant' })];
    const names = Array.from({ length: 50 }, (_, index) => String(index));
    await Promise.all(names.map((name, index) => (index % 2 === 0 ? a : b).append('s-1', pair(name), live)));
    const seen = await a.recent('s-1', 1_000, live);
    expect(seen).toHaveLength(100);
    expect(await b.recent('s-1', 1_000, live)).toEqual(seen);
    // Question and answer of one append are never torn apart.
    seen?.forEach(({ content }, index) => {
      if (index % 2 === 0) expect(seen[index + 1]?.content).toBe(content.replace('?', '!'));
    });
  });

  it('two orchestrators that count uses at once lose none', async () => {
    const bucket = broker().newBucket();
    const [a, b] = [
      new JetStreamInsightStore(await broker().connect(), {}, bucket),
      new JetStreamInsightStore(await broker().connect(), {}, bucket),
    ];
    await a.save(keptInsightOf('x'), live);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? a : b).countUse(['x'], '2026-02-01T00:00:00.000Z', live),
      ),
    );
    expect((await b.ofSession('s-1', live))[0]?.insight.usageCount).toBe(20);
  });

  it('finds the last messages of a session of 10,000', async () => {
    const store = await sessionStore();
    for (let from = 0; from < 10_000; from += 500) {
      const messages = Array.from({ length: 500 }, (_, index) => messageOf(String(from + index)));
      await store.append('s-1', messages, live);
    }
    expect((await store.recent('s-1', 3, live))?.map(({ content }) => content)).toEqual(['9997', '9998', '9999']);
    expect(await store.recent('s-1', 100_000, live)).toHaveLength(10_000);
  });

  it('says that a value is larger than the broker takes', async () => {
    const store = await sessionStore();
    await expect(store.append('s-1', [messageOf('x'.repeat(1_100_000))], live)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringContaining('max_payload'),
      details: { limit: 1_048_576 - 1_024 },
    });
    expect(await store.recent('s-1', 1, live)).toBeNull();
  });

  it('packs records, so that long passages fit', async () => {
    const store = new JetStreamAnswerRecordStore(await broker().connect(), {}, broker().newBucket());
    const record = answerRecordOf('answer_1', { evidence: 'Mara keeps the lamp. '.repeat(100_000) });
    await store.save(record, live);
    expect(await store.get('answer_1', live)).toEqual(record);
  });

  it.each(['>', '*', 'a.b', '../../etc', ''])('refuses the id %j, which would reach the keys of others', async (id) => {
    const store = await sessionStore();
    await store.append('s-1', [messageOf('a')], live);
    await expect(store.delete(id, live)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(store.append(id, [messageOf('b')], live)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await store.recent('s-1', 10, live)).toHaveLength(1);
  });
});
