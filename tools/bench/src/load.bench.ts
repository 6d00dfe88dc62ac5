import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError, Answer, search } from '@arbiter/contracts';
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
import { offerLoad, type LoadFigures } from './load/offered-load.js';
import { predictWait } from './load/queueing.js';
import { ArmRecorder, serveRecording } from './load/recorded-arms.js';
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
/** Of the question whose answers are recorded. */
const MOST_TRIES = 5;
const NOTES = ['Pell', 'Orrin', 'Tarn', 'Vesk', 'Marrow', 'Quill'];

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
    'predicted… is G/G/c with the mean and variation of one client’s searches at one process; errors are measured ÷ predicted − 1.',
    `The orchestrator answers ${questions} questions a second, mode standard, over recorded answers of real arms; records of answers are kept.`,
  ];
  const shape = { chunks: [chunks], wordsPerChunk: WORDS_PER_CHUNK, embeddedTexts };
  const measured = await measureLibraries({ ...shape, name: 'load' }, async ({ directory }) => {
    const figures: Record<string, number> = {};
    let service: { mean: number; variation: number } | null = null;
    for (const count of processes) {
      const { alone, ...ofCount } = await measureRetrievers(directory, { count, seconds, service });
      service ??= alone;
      Object.assign(figures, prefixFigures(`of${count}`, ofCount.figures));
      notes.push(...ofCount.errors);
    }
    return figures;
  });
  const { figures, errors } = await measureOrchestrator(questions, seconds);
  return {
    ...measured,
    name: 'load',
    machine: describeMachine(),
    figures: { ...measured.figures, ...figures },
    notes: [...notes, ...errors],
  };
}

interface RetrieverPlan {
  readonly count: number;
  readonly seconds: number;
  /** Of one process, in seconds; null: is measured here. */
  readonly service: { readonly mean: number; readonly variation: number } | null;
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
    const alone = service ?? momentsOf(single.latencies.map((ms) => ms / 1_000));
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
      // The measured capacity sets the time of service here: the ceiling's own error stands above.
      const serviceSeconds = count / capacity;
      const wait = predictWait({
        arrivalsPerSecond: perSecond,
        serviceSeconds,
        servers: count,
        serviceVariation: alone.variation,
      });
      const predictedMeanMs = 1_000 * (alone.mean + wait.meanWaitSeconds);
      const predictedP95Ms = 1_000 * (alone.mean + wait.p95WaitSeconds);
      Object.assign(
        figures,
        prefixFigures(name, {
          predictedMeanMs,
          predictedP95Ms,
          meanError: momentsOf(open.latencies).mean / predictedMeanMs - 1,
          p95Error: percentile(open.latencies, 0.95) / predictedP95Ms - 1,
        }),
      );
    }
    return { figures, errors, alone };
  } finally {
    await Promise.all(arms.map((arm) => arm.stop()));
    await client.close();
    await link.close();
    await broker.stop();
  }
}

/** What the orchestrator costs at so many questions a second, arms that answer at once behind it. */
async function measureOrchestrator(perSecond: number, seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-bench-load-'));
  const broker = await startNatsServer();
  const open: (() => Promise<void>)[] = [];
  try {
    const env = { NATS_URL: broker.url, LOG_LEVEL: 'info', SYNTHESIS_READER: 'false', VALIDATION_READER: 'false' };
    const start = async (app: string, portVariable: string, directory: string): Promise<ArmProcess> => {
      const arm = await ArmProcess.start({
        app,
        portVariable,
        env: { ...env, ARBITER_DATA_DIR: join(folder, directory) },
      });
      open.push(() => arm.stop());
      return arm;
    };
    const real = [
      await start('planner-arm', 'PLANNER_PORT', 'arms'),
      await start('ingestion-worker', 'INGESTION_PORT', 'arms'),
      await start('retriever-arm', 'RETRIEVER_PORT', 'arms'),
      await start('validator-arm', 'VALIDATOR_PORT', 'arms'),
    ];
    const orchestrator = await start('orchestrator', 'ORCHESTRATOR_PORT', 'orchestrator');
    await ingestNotes(orchestrator.url);
    const random = xorshift(SEED);
    let asked = 0;
    const send = async (): Promise<void> => {
      const query = `Who keeps the lighthouse at ${NOTES[random() % NOTES.length] ?? ''}? (${(asked += 1)})`;
      const response = await fetch(`${orchestrator.url}/v1/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
      const { status, degraded } = Answer.parse(JSON.parse(text));
      if (status !== 'answered' || degraded.length > 0) throw new Error(`${status}, degraded: ${degraded.join(', ')}`);
    };
    const recorder = await ArmRecorder.listen(broker.url);
    // The first question loads networks, for which a busy machine needs longer than a client waits.
    for (let tries = 1; ; tries += 1) {
      const failure = await send().then(
        () => null,
        (error: unknown) => ArbiterError.from(error),
      );
      if (failure === null) break;
      if (tries === MOST_TRIES) throw failure;
    }
    const recording = await recorder.stop();
    await Promise.all(real.map((arm) => arm.stop()));
    open.push(await serveRecording(broker.url, recording));
    const pids = { orchestrator: orchestrator.pid, broker: broker.pid ?? 0 };
    const load = await offerLoad({ arrivals: { perSecond }, warmUpSeconds: seconds / 2, seconds, random, send, pids });
    const figures = {
      ...prefixFigures('orchestrator', figuresOf(load)),
      orchestratorCpuMsPerQuestion:
        ((load.cpuShares.orchestrator ?? 0) * load.elapsedSeconds * 1_000) / Math.max(1, load.answers),
      orchestratorOperationsRecorded: recording.size,
    };
    const errors = load.errors === 0 ? [] : [`orchestrator: ${load.errors} failed, first: ${load.firstError ?? ''}.`];
    return { figures, errors };
  } finally {
    for (const close of open.reverse()) await close();
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function ingestNotes(url: string): Promise<void> {
  const sources = NOTES.map((place, n) => ({
    kind: 'inline',
    name: `${place}.md`,
    content: `# ${place}\n\nThe lighthouse at ${place} is kept by Maren ${NOTES[(n + 3) % NOTES.length] ?? ''}son. It was lit in ${1_800 + n}.`,
  }));
  const headers = { 'content-type': 'application/json' };
  const submitted = await fetch(`${url}/v1/jobs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ collection: 'notes', sources }),
  });
  const { id } = (await submitted.json()) as { readonly id: string };
  for (;;) {
    const job = (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as { readonly finishedAt: string | null };
    if (job.finishedAt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function figuresOf({ answers, errors, elapsedSeconds, latencies, cpuShares }: LoadFigures): Record<string, number> {
  const ofTimes =
    latencies.length === 0
      ? {}
      : {
          meanMs: momentsOf(latencies).mean,
          p50Ms: percentile(latencies, 0.5),
          p95Ms: percentile(latencies, 0.95),
          p99Ms: percentile(latencies, 0.99),
        };
  const ofCpu = Object.entries(cpuShares).map(([name, share]) => [`${name}CpuShare`, share] as const);
  return { answersPerSecond: answers / elapsedSeconds, errors, ...ofTimes, ...Object.fromEntries(ofCpu) };
}

/** Mean, and variance by the square of the mean. */
function momentsOf(values: readonly number[]): { mean: number; variation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, variation: variance / mean ** 2 };
}
