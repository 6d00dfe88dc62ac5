import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError, defineOperation } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import { z } from 'zod';
import {
  describeMachine,
  percentile,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type BenchReport,
  type BenchWords,
} from './benchmark.js';

export interface OverloadBenchOptions {
  /** Of each run. */
  readonly seconds?: number;
  /** Calls that arrive, in hundredths of what the arm can serve. */
  readonly loads?: readonly number[];
  readonly clock?: Clock;
}

/** What one call takes, in milliseconds: a wait, so that the load generator has the processor. */
const SERVICE_MS = 20;
const RUNNING = 8;
const WAITING = 64;
const DEADLINE_MS = 400;
const CAPACITY_PER_SECOND = (RUNNING * 1_000) / SERVICE_MS;
/** Arrivals are made in so long steps. */
const TICK_MS = 10;

const work = defineOperation({
  name: 'retriever.bench-work',
  revision: 1,
  summary: 'Take a while.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  errors: ['OVERLOADED'],
  role: 'reader',
  idempotent: true,
  deadlineMs: DEADLINE_MS,
  examples: {
    accepted: [{ title: 'nothing', input: {} }],
    rejected: [{ title: 'something', input: { a: 1 }, field: 'a' }],
  },
});

/** Name in figures to the retries of a client. A ratio of 1 never runs out. */
const CLIENTS = {
  unbudgeted: { retryBudget: { ratio: 1, reserve: Number.MAX_SAFE_INTEGER } },
  budgeted: {},
} as const;

/** @throws ArbiterError INVALID_REQUEST for a value that it cannot use */
export function overloadBenchOptions(words: BenchWords): OverloadBenchOptions {
  return { seconds: wholeNumber(words, 'seconds', 10), loads: wholeNumbers(words, 'loads', [80, 200, 400]) };
}

/** What is answered in time when more calls arrive than an arm can serve, with and without a budget of retries. */
export async function benchOverload({
  seconds = 10,
  loads = [80, 200, 400],
  clock = SYSTEM_CLOCK,
}: OverloadBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const figures: Record<string, number> = { capacityPerSecond: CAPACITY_PER_SECOND };
  for (const load of loads)
    for (const [name, client] of Object.entries(CLIENTS))
      Object.assign(figures, prefixFigures(`${name}At${load}`, await measure(load, client, { seconds, clock })));
  return {
    name: 'overload',
    machine,
    versions: {},
    figures,
    notes: [
      `Calls arrive at random moments (Poisson), in percent of the ${CAPACITY_PER_SECOND} a second that ${RUNNING} slots of ${SERVICE_MS} ms can serve; up to ${WAITING} wait, each for ${DEADLINE_MS} ms at most.`,
      'Goodput is what was answered before its deadline. Attempts are what reached the dispatcher for each call. P99 is of answered calls.',
      'In process, through the real client, codec, dispatcher and gate; the work is a timer. Budgeted is the client as it ships.',
    ],
  };
}

async function measure(
  load: number,
  options: ConstructorParameters<typeof InProcessOperationClient>[1],
  { seconds, clock }: { readonly seconds: number; readonly clock: Clock },
): Promise<Record<string, number>> {
  let attempts = 0;
  const dispatcher = new OperationDispatcher({
    concurrency: { running: RUNNING, waiting: WAITING },
    onCall: () => (attempts += 1),
  });
  dispatcher.register(work, async (_input, { signal }) => {
    await sleep(SERVICE_MS, undefined, { signal });
    return {};
  });
  const bus = new InProcessBus();
  await bus.start(dispatcher);
  const client = new InProcessOperationClient(bus, options);
  const answeredMs: number[] = [];
  const pending = new Set<Promise<void>>();
  let calls = 0;
  const callOnce = async (): Promise<void> => {
    const start = clock.monotonic();
    try {
      await client.request(work, {});
      answeredMs.push(clock.monotonic() - start);
    } catch (error) {
      if (!(error instanceof ArbiterError)) throw error;
    }
  };
  const perMs = (CAPACITY_PER_SECOND * load) / 100 / 1_000;
  const begun = clock.monotonic();
  let arriving = begun;
  while (clock.monotonic() - begun < seconds * 1_000) {
    for (; arriving <= clock.monotonic(); arriving += -Math.log(1 - Math.random()) / perMs) {
      calls += 1;
      const call = callOnce();
      pending.add(call);
      void call.finally(() => pending.delete(call));
    }
    await sleep(TICK_MS);
  }
  const measuredMs = clock.monotonic() - begun;
  await Promise.all(pending);
  await client.close();
  await bus.close();
  return {
    goodputPerSecond: (answeredMs.length * 1_000) / measuredMs,
    goodShare: answeredMs.length / calls,
    attemptsPerCall: attempts / calls,
    p99Ms: percentile(answeredMs, 0.99),
  };
}
