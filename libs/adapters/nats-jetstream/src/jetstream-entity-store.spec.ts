import { EntityStore } from '@arbiter/ports';
import { describeEntityStore, entityOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { unavailable, useBroker } from '../test/use-buckets.js';
import { JetStreamEntityRecords } from './jetstream-entity-records.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;

suite('on a real nats-server', () => {
  const broker = useBroker();
  const storeOf = async (bucket: string) =>
    new EntityStore(new JetStreamEntityRecords(await broker().connect(), {}, bucket));

  describeEntityStore('JetStreamEntityStore', () => storeOf(broker().newBucket()));

  it('finds at once what another process has put, changed and deleted', async () => {
    const bucket = broker().newBucket();
    const [writer, reader] = [await storeOf(bucket), await storeOf(bucket)];
    const document = { id: 'doc-1', collection: 'units' };
    const found = async () => (await reader.find({ limit: 10 }, live)).map(({ name }) => name);
    for (const names of [['Guard'], ['Guard', 'Scout'], ['Keeper']]) {
      await writer.replace(
        document,
        names.map((name) => entityOf(name)),
        live,
      );
      expect(await found()).toEqual(names);
    }
    await writer.delete(['doc-1'], live);
    expect(await found()).toEqual([]);
  });
});
