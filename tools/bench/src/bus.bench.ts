import { defineOperation } from '@arbiter/contracts';
import {
  connectNats,
  InProcessBus,
  InProcessOperationClient,
  NatsOperationClient,
  NatsOperationTransport,
  OperationDispatcher,
  type OperationClient,
} from '@arbiter/messaging';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import { natsServerAvailable, startNatsServer } from '@arbiter/testing';
import { z } from 'zod';
import { defineBenchmark, installedVersion, median, percentile, type Measured } from './benchmark.js';

export interface BusBenchOptions {
  /** Calls of each kind that are measured. */
  readonly rounds?: number;
  /** Calls of each kind before that. */
  readonly warmUpRounds?: number;
  /** Of the message that goes, and of the one that comes back. */
  readonly payloadBytes?: number;
  /** Why there is no nats-server, or null. Default: looks for one. */
  readonly natsMissing?: string | null;
  readonly clock?: Clock;
}

interface Contender {
  readonly name: string;
  readonly call: () => Promise<unknown>;
}

const RAW_SUBJECT = 'bench.raw';
const VERSION = '0.0.0';
const REQUEST_TIMEOUT_MS = 5_000;

/** Sends its text back. Not one of the product's operations: the bus is measured, not an arm. */
const echo = defineOperation({
  name: 'retriever.bench-echo',
  summary: 'Send the text back.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ text: z.string() }),
  role: 'reader',
  idempotent: true,
  deadlineMs: REQUEST_TIMEOUT_MS,
  examples: { 'a text': { text: 'x' } },
});

/**
 * What an operation costs over our messaging, in process and over NATS, against a bare request of the `nats` package
 * with the same payload. The kinds take turns, so that whatever else the machine does falls on all of them.
 */
export async function benchBus({
  rounds = 3_000,
  warmUpRounds = 500,
  payloadBytes = 4_096,
  natsMissing = natsServerAvailable(),
  clock = SYSTEM_CLOCK,
}: BusBenchOptions = {}): Promise<Measured> {
  const text = 'x'.repeat(payloadBytes - JSON.stringify({ text: '' }).length);
  const closing: (() => Promise<unknown>)[] = [];
  const operation = (name: string, client: OperationClient): Contender => {
    closing.push(() => client.close());
    return { name, call: () => client.request(echo, { text }) };
  };
  try {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, (input) => Promise.resolve(input));
    const bus = new InProcessBus();
    await bus.start(dispatcher);
    const contenders = [operation('inProcess', new InProcessOperationClient(bus))];
    const versions: Record<string, string> = {};

    if (natsMissing === null) {
      const server = await startNatsServer();
      closing.push(() => server.stop());
      const caller = await connectNats({ url: server.url, name: 'bench caller' });
      closing.push(() => caller.close());
      const callee = await connectNats({ url: server.url, name: 'bench callee' });
      closing.push(() => callee.close());
      const transport = new NatsOperationTransport({ link: callee, version: VERSION });
      await transport.start(dispatcher);
      closing.push(() => transport.close());
      callee.connection.subscribe(RAW_SUBJECT, { callback: (_error, message) => message.respond(message.data) });
      await callee.flush();
      const payload = new TextEncoder().encode(JSON.stringify({ text }));
      contenders.push(
        { name: 'raw', call: () => caller.connection.request(RAW_SUBJECT, payload, { timeout: REQUEST_TIMEOUT_MS }) },
        operation('nats', new NatsOperationClient(caller)),
      );
      versions.nats = installedVersion('nats');
      versions['nats-server'] = caller.connection.info?.version ?? 'unknown';
    }

    const durations = await takeTurns(contenders, { rounds, warmUpRounds, clock });
    const figures: Record<string, number> = {};
    for (const [name, values] of durations) {
      figures[`${name}P50Ms`] = median(values);
      figures[`${name}P95Ms`] = percentile(values, 0.95);
    }
    const [nats, raw] = [figures.natsP50Ms, figures.rawP50Ms];
    if (nats !== undefined && raw !== undefined) figures.natsToRawP50Ratio = nats / raw;
    return { versions, figures, notes: notesOf(rounds, payloadBytes, natsMissing) };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

export default defineBenchmark({ options: {}, measure: () => benchBus() });

async function takeTurns(
  contenders: readonly Contender[],
  { rounds, warmUpRounds, clock }: { rounds: number; warmUpRounds: number; clock: Clock },
): Promise<Map<string, number[]>> {
  const durations = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { name, call } of contenders) {
      const start = clock.monotonic();
      await call();
      if (round >= 0) durations.get(name)?.push(clock.monotonic() - start);
    }
  }
  return durations;
}

function notesOf(rounds: number, payloadBytes: number, natsMissing: string | null): string[] {
  return [
    `${rounds} calls of each kind in turns, one at a time, ${payloadBytes} bytes there and back.`,
    natsMissing === null
      ? 'Over NATS, caller and callee are two connections of one process to a nats-server on this machine.'
      : `Nothing was measured over NATS: ${natsMissing}.`,
  ];
}
