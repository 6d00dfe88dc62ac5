import { availableParallelism } from 'node:os';
import { search } from '@arbiter/contracts';
import { connectNats, NatsOperationClient } from '@arbiter/messaging';
import { startNatsServer } from '@arbiter/testing';
import { TOPICS } from '../library/vocabulary.js';
import { openTopicWriter } from '../library/make-library.js';
import { xorshift } from '../write-english.js';
import { ArmProcess } from './arm-process.js';
import { type LoadFigures, offerLoad } from './offered-load.js';

export const CLIENTS_PER_PROCESS = 8;
export const UTILISATIONS = [0.5, 0.7, 0.85];

export interface RetrieverRound {
  /** Built library of generated texts. */
  readonly directory: string;
  /** Retrievers, each bound to one processor, in turns. */
  readonly count: number;
  /** Of each load. */
  readonly seconds: number;
  readonly seed: number;
}

/** Name of the load with random arrivals at a share of the rate of the closed loop. */
export const openLoadAt = (utilisation: number): string => `at${Math.round(utilisation * 100)}`;

/**
 * Starts retrievers behind a broker and puts them under one load after the other: one client (`single`), as many as keep them busy
 * (`closed`), and random arrivals at each share of that rate.
 */
export async function loadRetrievers({
  directory,
  count,
  seconds,
  seed,
}: RetrieverRound): Promise<ReadonlyMap<string, LoadFigures>> {
  const broker = await startNatsServer();
  const link = await connectNats({ url: broker.url, name: 'bench load' });
  const client = new NatsOperationClient(link, { retry: { retries: 0 } });
  const arms: ArmProcess[] = [];
  const loads = new Map<string, LoadFigures>();
  try {
    const env = { NATS_URL: broker.url, ARBITER_DATA_DIR: directory, LANCEDB_LOG: 'error', ENABLE_READER: 'false' };
    for (let n = 0; n < count; n += 1) {
      const core = n % availableParallelism();
      arms.push(await ArmProcess.start({ app: 'retriever-arm', portVariable: 'RETRIEVER_PORT', env, core }));
    }
    const random = xorshift(seed);
    const writer = await openTopicWriter();
    const send = async (): Promise<void> => {
      const query = writer.question(random() % TOPICS, random);
      await client.request(search, { query, include_synthesis: false, min_relevance_score: 0 }, { deadlineMs: 25_000 });
    };
    const pids = { broker: broker.pid ?? 0, ...Object.fromEntries(arms.map(({ pid }, n) => [`arm${n}`, pid])) };
    const under = async (name: string, arrivals: { clients: number } | { perSecond: number }): Promise<LoadFigures> => {
      const load = await offerLoad({ arrivals, warmUpSeconds: seconds / 2, seconds, random, send, pids });
      loads.set(name, load);
      return load;
    };
    await under('single', { clients: 1 });
    const { answers, elapsedSeconds } = await under('closed', { clients: CLIENTS_PER_PROCESS * count });
    for (const utilisation of UTILISATIONS)
      await under(openLoadAt(utilisation), { perSecond: (utilisation * answers) / elapsedSeconds });
    return loads;
  } finally {
    await Promise.all(arms.map((arm) => arm.stop()));
    await client.close();
    await link.close();
    await broker.stop();
  }
}
