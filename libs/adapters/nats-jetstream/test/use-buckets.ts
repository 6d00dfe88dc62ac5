import { afterAll, beforeAll } from '@jest/globals';
import { natsServerAvailable, sharedBroker } from '@arbiter/testing';
import { connect, type NatsConnection } from 'nats';

export interface Broker {
  /** A new connection, closed with the broker. */
  connect(): Promise<NatsConnection>;
  /** A name that no bucket has yet. */
  newBucket(): string;
}

/** Why specs with a broker are left out here; null where they run. */
export const unavailable = natsServerAvailable();
if (unavailable !== null) process.stderr.write(`skipped: ${unavailable}\n`);

/** An account on the shared nats-server, with JetStream, for the specs of a block. */
export function useBroker(): () => Broker {
  let broker: Broker | null = null;
  const connections: NatsConnection[] = [];
  beforeAll(async () => {
    if (unavailable !== null) return;
    const { options } = await sharedBroker();
    let buckets = 0;
    broker = {
      async connect() {
        const connection = await connect({ ...options, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
        connections.push(connection);
        return connection;
      },
      newBucket: () => `bucket-${(buckets += 1)}`,
    };
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
  });
  return () => {
    if (!broker) throw new Error('The broker is there only while a spec runs.');
    return broker;
  };
}
