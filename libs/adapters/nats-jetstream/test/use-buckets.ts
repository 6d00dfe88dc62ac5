import { afterAll, beforeAll } from '@jest/globals';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { connect, type NatsConnection } from 'nats';

export interface Broker {
  readonly server: RunningNatsServer;
  /** A new connection, closed with the broker. */
  connect(): Promise<NatsConnection>;
  /** A name that no bucket has yet. */
  newBucket(): string;
}

/** Why specs with a broker are left out here; null where they run. */
export const unavailable = natsServerAvailable();
if (unavailable !== null) process.stderr.write(`skipped: ${unavailable}\n`);

/** A real nats-server with JetStream for the specs of a file. */
export function useBroker(): () => Broker {
  let broker: Broker | null = null;
  const connections: NatsConnection[] = [];
  beforeAll(async () => {
    if (unavailable !== null) return;
    const server = await startNatsServer({ jetstream: true });
    let buckets = 0;
    broker = {
      server,
      async connect() {
        const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
        connections.push(connection);
        return connection;
      },
      newBucket: () => `bucket-${(buckets += 1)}`,
    };
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await broker?.server.stop();
  });
  return () => {
    if (!broker) throw new Error('The broker is there only while a spec runs.');
    return broker;
  };
}
