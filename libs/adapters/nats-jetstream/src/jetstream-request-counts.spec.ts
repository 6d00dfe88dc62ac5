import type { ArbiterError } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import type { NatsConnection } from 'nats';
import { unavailable, useBroker } from '../test/use-buckets.js';
import { JetStreamRequestCounts } from './jetstream-request-counts.js';

const suite = unavailable === null ? describe : describe.skip;
const MINUTE_MS = 60_000;

suite('JetStreamRequestCounts on a real nats-server', () => {
  const broker = useBroker();
  let started = 0;

  function replica(connection: NatsConnection, clock: ManualClock, told: (ArbiterError | null)[] = []) {
    started += 1;
    const onTrouble = (error: ArbiterError | null): void => void told.push(error);
    return new JetStreamRequestCounts(connection, { replica: `replica-${started}`, clock, onTrouble });
  }

  it('adds what other replicas have counted, once they have told it', async () => {
    const clock = new ManualClock();
    const client = '203.0.113.1';
    const [a, b] = [replica(await broker().connect(), clock), replica(await broker().connect(), clock)];
    expect([a.count(client), a.count(client), b.count(client)]).toEqual([1, 2, 1]);
    await a.exchange();
    await b.exchange();
    expect(b.count(client)).toBe(4);
    expect(b.count('203.0.113.2')).toBe(1);
    await a.exchange();
    expect(a.count(client)).toBe(4);
  });

  it('begins anew with each minute', async () => {
    const clock = new ManualClock();
    const [a, b] = [replica(await broker().connect(), clock), replica(await broker().connect(), clock)];
    a.count('ann');
    await a.exchange();
    clock.advance(MINUTE_MS);
    await b.exchange();
    expect(b.count('ann')).toBe(1);
  });

  it('counts for itself where the broker is away, and says so once', async () => {
    const told: (ArbiterError | null)[] = [];
    const connection = await broker().connect();
    const counts = replica(connection, new ManualClock(), told);
    counts.count('ann');
    await connection.close();
    await counts.exchange();
    await counts.exchange();
    expect(counts.count('ann')).toBe(2);
    expect(told).toHaveLength(1);
    expect(told[0]?.code).toBe('UNAVAILABLE');
  });
});
