import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATIONS } from '@arbiter/contracts';
import { connect } from 'nats';
import { readGauges } from '../fuzz/process-gauges.js';
import { rowOf, type Row, TYPED } from './scenario.js';
import type { Stage } from './stage.js';

const MIB = 2 ** 20;
/** Of a server while and after it is fed garbage, above what it had before. */
const MOST_GROWTH_MIB = 400;
const GARBAGE = randomFillSync(Buffer.alloc(MIB));
/** Doors are fed so many at once. */
const FEEDERS = 4;
/** A server may cut a line instead of reading on, so what counts is what it was sent. */
const CUT_AFTER_MS = 10_000;

/** Sends random bytes as a body of so many bytes. @returns bytes that left */
function sendBody(url: string, bytes: number, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0;
    const going = request(`${url}/v1/query`, { method: 'POST', headers, timeout: CUT_AFTER_MS }, (response) => {
      response.resume().once('close', () => resolve(sent));
    });
    going.once('error', () => resolve(sent)).once('timeout', () => going.destroy());
    const more = (): void => {
      while (sent < bytes && !going.destroyed) {
        const part = GARBAGE.subarray(0, Math.min(MIB, bytes - sent));
        sent += part.length;
        if (!going.write(part)) {
          going.once('drain', more);
          return;
        }
      }
      going.end();
    };
    more();
  });
}

/** Sends bytes that are no HTTP at all. */
async function sendRaw(url: string, bytes: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connectTcp(Number(port), hostname);
  let sent = 0;
  socket.on('error', () => undefined).resume();
  const closed = once(socket, 'close').catch(() => undefined);
  const broken = [
    'GET /v1/query HTTP/9.9\r\n',
    'POST /v1/query HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    '\x16\x03\x01',
  ];
  socket.write(broken[Math.floor(bytes / MIB) % broken.length] ?? '');
  while (sent < bytes && !socket.destroyed) {
    sent += GARBAGE.length;
    if (!socket.write(GARBAGE)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  socket.destroy();
  await closed;
  return sent;
}

/** So many bytes of garbage at the doors of HTTP and at every subject of the broker, beside clients who want answers. */
export async function feedGarbage(stage: Stage, bytes: number): Promise<Row> {
  const urls = [...stage.replicas.orchestrator, ...stage.replicas['retriever-arm']].map(({ url }) => url);
  const rssOf = async (): Promise<number[]> => Promise.all(urls.map(async (url) => (await readGauges(url)).rss));
  const before = await rssOf();
  const doors = stage.doors();
  const load = stage.load(doors, 2);
  const connection = await connect({ servers: stage.broker.url });
  let [sent, n] = [0, 0];
  const feeder = async (): Promise<void> => {
    while (sent < bytes) {
      const [url, kind] = [urls[(n += 1) % urls.length] ?? '', n % 5];
      if (kind === 0) sent += await sendRaw(url, 4 * MIB);
      else if (kind === 1) sent += await sendBody(url, 32 * MIB, { 'content-type': 'application/json' });
      else if (kind === 2)
        sent += await sendBody(url, MIB / 2, { 'content-type': 'application/json', 'content-length': `${MIB / 2}` });
      else if (kind === 3)
        sent += await sendBody(url, 8 * MIB, { 'content-type': 'application/json', 'content-length': `${64 * MIB}` });
      else {
        for (const { subject } of OPERATIONS) {
          connection.publish(subject, GARBAGE.subarray(0, 64 * 1_024), { reply: 'nobody.waits' });
          sent += 64 * 1_024;
        }
        await connection.flush().catch(() => undefined);
      }
    }
  };
  await Promise.all(Array.from({ length: FEEDERS }, feeder));
  const overAt = performance.now();
  await connection.close();
  await delay(3_000);
  const outcomes = await load.stop();
  const after = await rssOf();
  const growth = Math.max(...after.map((rss, index) => rss - (before[index] ?? 0)));
  return rowOf(
    {
      scenario: `${(sent / 2 ** 30).toFixed(1)} GiB of garbage`,
      outcomes,
      repeated: doors.repeated,
      overAt,
      note: `RSS in MiB before ${before.join(', ')}, after ${after.join(', ')}`,
      broken: growth > MOST_GROWTH_MIB ? [`memory grew by ${growth} MiB`] : [],
    },
    {
      mayFailWith: ['OVERLOADED', 'UNAVAILABLE', 'DEADLINE_EXCEEDED', 'DEGRADED'],
      recoveryMs: 5_000,
      longestMs: 30_000,
    },
  );
}

/** A client that asks for events and reads none, and a subscriber of everything that reads none. */
export async function readNothing(stage: Stage): Promise<Row> {
  const url = new URL(stage.url);
  const before = (await readGauges(stage.url)).rss;
  const doors = stage.doors();
  const load = stage.load(doors);
  const body = JSON.stringify({ query: 'Who keeps every lantern, and since when?' });
  const lazy = Array.from({ length: 20 }, () => {
    const socket = connectTcp(Number(url.port), url.hostname)
      .on('error', () => undefined)
      .pause();
    socket.write(
      `POST /v1/query HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return socket;
  });
  // Speaks the protocol by hand, since a client library would read: INFO comes, CONNECT and SUB go, and that is it.
  const subscriber = connectTcp(stage.broker.port, '127.0.0.1').on('error', () => undefined);
  await once(subscriber, 'data');
  subscriber.pause();
  subscriber.write('CONNECT {"verbose":false,"pedantic":false}\r\nSUB > 1\r\n');
  await delay(6_000);
  const overAt = performance.now();
  for (const socket of [...lazy, subscriber]) socket.destroy();
  await delay(2_000);
  const outcomes = await load.stop();
  const after = (await readGauges(stage.url)).rss;
  return rowOf(
    {
      scenario: 'slow consumers',
      outcomes,
      repeated: doors.repeated,
      overAt,
      note: `RSS of the orchestrator ${before} → ${after} MiB`,
      broken: after - before > MOST_GROWTH_MIB ? [`memory grew by ${after - before} MiB`] : [],
    },
    { mayFailWith: TYPED.filter((code) => code === 'OVERLOADED'), recoveryMs: 5_000, longestMs: 20_000 },
  );
}
