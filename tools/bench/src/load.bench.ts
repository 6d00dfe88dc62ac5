import { availableParallelism } from 'node:os';
import { search } from '@arbiter/contracts';
import { connectNats, NatsOperationClient } from '@arbiter/messaging';
import { startNatsServer } from '@arbiter/testing';
import {
  describeMachine,
  percentile,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type BenchReport,
  type BenchWords,
} from './benchmark.js';
import { openTopicWriter } from './library/make-library.js';
import { EMBEDDED_TEXTS, measureLibraries } from './library/measure-libraries.js';
import { TOPICS } from './library/vocabulary.js';
import { ArmProcess } from './load/arm-process.js';
import { figuresOf, momentsOf, offerLoad, type LoadFigures } from './load/offered-load.js';
import { predictWait } from './load/queueing.js';
import { simulateSharing } from './load/sharing.js';
import { measureOrchestrator } from './load/orchestrator-cost.js';
import { xorshift } from './write-english.js';

export interface LoadBenchOptions {
  /** Numbers of retrievers, one after the other. */
  readonly processes?: readonly number[];
  readonly chunks?: number;
  /** Of each load. */
  readonly seconds?: number;
  /** Questions per second at the orchestrator. */
  readonly questions?: number;
  readonly embeddedTexts?: number;
}

const WORDS_PER_CHUNK = 184;
const CLIENTS_PER_PROCESS = 8;
const UTILISATIONS = [0.5, 0.7, 0.85];
const SEED = 20_261_126;

/** @throws ArbiterError INVALID_REQUEST for anything but whole numbers from 1 */
export function loadBenchOptions(words: BenchWords): LoadBenchOptions {
  return {
    processes: wholeNumbers(words, 'processes', [1, 2, 4]),
    chunks: wholeNumber(words, 'chunks', 5_000),
    seconds: wholeNumber(words, 'seconds', 15),
    questions: wholeNumber(words, 'questions', 100),
  };
}

/**
 * What more retriever processes bring, beside what a queueing model says of them; and what the orchestrator costs by itself, over
 * arms whose recorded answers come at once. Everything goes over a real broker.
 */
export async function benchLoad({
  processes = [1, 2, 4],
  chunks = 5_000,
  seconds = 15,
  questions = 100,
  embeddedTexts = EMBEDDED_TEXTS,
}: LoadBenchOptions = {}): Promise<BenchReport> {
  const notes = [
    `Retrievers are bound to one processor each, in turns, with one thread of the encoder; searches without synthesis, none twice, over NATS. ${CLIENTS_PER_PROCESS} clients a process in the closed loop, then Poisson arrivals at shares of its rate.`,
    `${availableParallelism()} processors serve retrievers, broker and load generator alike; cpu shares are of one core.`,
    'shared… is a simulation of processor sharing with the times of one client’s searches at one process, queued… is G/G/c with their mean and variation; errors are measured ÷ predicted − 1.',
    `The orchestrator answers ${questions} questions a second, mode standard, over recorded answers of real arms; records of answers are kept.`,
  ];
  const shape = { chunks: [chunks], wordsPerChunk: WORDS_PER_CHUNK, embeddedTexts };
  const measured = await measureLibraries({ ...shape, name: 'load' }, async ({ directory }) => {
    const figures: Record<string, number> = {};
    let service: ServiceAlone | null = null;
    for (const count of processes) {
      const { alone, ...ofCount } = await measureRetrievers(directory, { count, seconds, service });
      service ??= alone;
      Object.assign(figures, prefixFigures(`of${count}`, ofCount.figures));
      notes.push(...ofCount.errors);
    }
    return figures;
  });
  const { figures, errors } = await measureOrchestrator({ perSecond: questions, seconds });
  return {
    ...measured,
    name: 'load',
    machine: describeMachine(),
    figures: { ...measured.figures, ...figures },
    notes: [...notes, ...errors],
  };
}

/** Searches of one client at one process. */
interface ServiceAlone {
  /** Seconds of each. */
  readonly times: readonly number[];
  /** Seconds. */
  readonly mean: number;
  /** Variance by the square of the mean. */
  readonly variation: number;
}

interface RetrieverPlan {
  readonly count: number;
  readonly seconds: number;
  /** Of one process, in seconds; null: is measured here. */
  readonly service: ServiceAlone | null;
}

async function measureRetrievers(directory: string, { count, seconds, service }: RetrieverPlan) {
  const broker = await startNatsServer();
  const link = await connectNats({ url: broker.url, name: 'bench load' });
  const client = new NatsOperationClient(link, { retry: { retries: 0 } });
  const arms: ArmProcess[] = [];
  const errors: string[] = [];
  const figures: Record<string, number> = {};
  try {
    const env = { NATS_URL: broker.url, ARBITER_DATA_DIR: directory, LANCEDB_LOG: 'error', SYNTHESIS_READER: 'false' };
    for (let n = 0; n < count; n += 1) {
      const core = n % availableParallelism();
      arms.push(await ArmProcess.start({ app: 'retriever-arm', portVariable: 'RETRIEVER_PORT', env, core }));
    }
    const random = xorshift(SEED + count);
    const writer = await openTopicWriter();
    const send = async (): Promise<void> => {
      const query = writer.question(random() % TOPICS, random);
      await client.request(search, { query, include_synthesis: false, min_relevance_score: 0 }, { deadlineMs: 25_000 });
    };
    const pids = { broker: broker.pid ?? 0, ...Object.fromEntries(arms.map(({ pid }, n) => [`arm${n}`, pid])) };
    const under = async (name: string, arrivals: { clients: number } | { perSecond: number }): Promise<LoadFigures> => {
      const load = await offerLoad({ arrivals, warmUpSeconds: seconds / 3, seconds, random, send, pids });
      if (load.errors > 0)
        errors.push(`${count} retrievers, ${name}: ${load.errors} failed, first: ${load.firstError ?? ''}.`);
      Object.assign(figures, prefixFigures(name, figuresOf(load)));
      return load;
    };
    const single = await under('single', { clients: 1 });
    const times = single.latencies.map((ms) => ms / 1_000);
    const alone = service ?? { times, ...momentsOf(times) };
    const closed = await under('closed', { clients: CLIENTS_PER_PROCESS * count });
    const capacity = closed.answers / closed.elapsedSeconds;
    const { ceilingPerSecond } = predictWait({ arrivalsPerSecond: 0, serviceSeconds: alone.mean, servers: count });
    Object.assign(figures, {
      predictedCeilingPerSecond: ceilingPerSecond,
      ceilingError: capacity / ceilingPerSecond - 1,
    });
    for (const utilisation of UTILISATIONS) {
      const name = `at${Math.round(utilisation * 100)}`;
      const perSecond = utilisation * capacity;
      const open = await under(name, { perSecond });
      const shared = simulateSharing({ utilisation, alone: alone.times, random });
      // The measured capacity sets the time of service here: the ceiling's own error stands above.
      const queued = predictWait({
        arrivalsPerSecond: perSecond,
        serviceSeconds: count / capacity,
        servers: count,
        serviceVariation: alone.variation,
      });
      const mean = momentsOf(open.latencies).mean;
      const p95 = percentile(open.latencies, 0.95);
      const compared = {
        ...compare('shared', { mean: shared.meanSeconds, p95: shared.p95Seconds }, { mean, p95 }),
        ...compare(
          'queued',
          { mean: alone.mean + queued.meanWaitSeconds, p95: alone.mean + queued.p95WaitSeconds },
          { mean, p95 },
        ),
      };
      Object.assign(figures, prefixFigures(name, compared));
    }
    return { figures, errors, alone };
  } finally {
    await Promise.all(arms.map((arm) => arm.stop()));
    await client.close();
    await link.close();
    await broker.stop();
  }
}

/** A prediction in seconds beside what was measured in milliseconds. */
function compare(
  model: string,
  predicted: { readonly mean: number; readonly p95: number },
  measured: { readonly mean: number; readonly p95: number },
): Record<string, number> {
  return prefixFigures(model, {
    meanMs: 1_000 * predicted.mean,
    p95Ms: 1_000 * predicted.p95,
    meanError: measured.mean / (1_000 * predicted.mean) - 1,
    p95Error: measured.p95 / (1_000 * predicted.p95) - 1,
  });
}
