import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ArbiterError, ingestDomain, query, watchJob } from '@arbiter/contracts';
import { type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import { startStandalone } from '@arbiter/standalone';
import { type BenchReport, describeMachine, installedVersion } from './bench-report.js';
import { median } from './percentile.js';

export interface StartBenchOptions {
  /** Starts that are measured; the median is reported. */
  readonly rounds?: number;
  readonly domain?: string;
  readonly question?: string;
  readonly clock?: Clock;
}

interface Start {
  readonly readyMs: number;
  readonly firstAnswerMs: number;
  /** Largest resident set so far, bytes. */
  readonly peakRssBytes: number;
}

const STANDALONE_MAIN = fileURLToPath(new URL('../../../apps/standalone/dist/main.js', import.meta.url));
const POLL_MS = 20;
/** A start that takes longer is a hang. */
const PATIENCE_MS = 60_000;
const MIB = 1_024 * 1_024;

/**
 * From the start of the process that `npm start` runs to its first answer, with the sample domain in the library, and
 * the memory that took. Installing, building and ingesting are not counted.
 */
export async function benchStart({
  rounds = 3,
  domain = 'lantern-coast',
  question = 'What does a phial of fenwort cordial cost?',
  clock = SYSTEM_CLOCK,
}: StartBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'arbiter-bench-start-'));
  try {
    const began = clock.monotonic();
    const chunks = await ingest(dataDirectory, domain);
    const ingestMs = clock.monotonic() - began;
    const starts: Start[] = [];
    for (let round = 0; round < rounds; round += 1) starts.push(await measureStart(dataDirectory, question, clock));
    return {
      name: 'start',
      machine,
      versions: { lancedb: installedVersion('@lancedb/lancedb'), onnxruntime: installedVersion('onnxruntime-node') },
      figures: {
        readyMs: median(starts.map(({ readyMs }) => readyMs)),
        firstAnswerMs: median(starts.map(({ firstAnswerMs }) => firstAnswerMs)),
        peakRssMiB: Math.max(...starts.map(({ peakRssBytes }) => peakRssBytes)) / MIB,
        ingestMs,
        chunks,
      },
      notes: [
        `Median of ${rounds} starts of the standalone process with the domain ${domain} in its library.`,
        'ingestMs is the first ingestion of the domain, before the starts; peakRssMiB is the high-water mark after the first answer, where the system tells it.',
      ],
    };
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function ingest(dataDirectory: string, domain: string): Promise<number> {
  const library = await startStandalone({
    env: { ARBITER_DATA_DIR: dataDirectory, LOG_LEVEL: 'error' },
    cwd: dataDirectory,
    http: false,
  });
  try {
    const { jobs } = await library.client.request(ingestDomain, { domain });
    const done = await Promise.all(jobs.map(({ id }) => library.client.request(watchJob, { jobId: id })));
    return done.reduce((sum, { counts }) => sum + counts.chunks, 0);
  } finally {
    await library.close();
  }
}

async function measureStart(dataDirectory: string, question: string, clock: Clock): Promise<Start> {
  const began = clock.monotonic();
  const child = spawn(process.execPath, [STANDALONE_MAIN], {
    // Port 0 lets the system choose; the process says which in its log.
    env: { PATH: process.env.PATH ?? '', ARBITER_DATA_DIR: dataDirectory, ORCHESTRATOR_PORT: '0', RETRIEVER_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await addressOf(child);
    while (!(await answers(`${url}/health/ready`))) {
      if (clock.monotonic() - began > PATIENCE_MS)
        throw new ArbiterError('DEADLINE_EXCEEDED', 'The process did not get ready.');
      await delay(POLL_MS);
    }
    const readyMs = clock.monotonic() - began;
    const response = await fetch(`${url}${query.http?.path ?? ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: question }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new ArbiterError('INTERNAL', `The first question was answered with ${response.status}.`);
    return { readyMs, firstAnswerMs: clock.monotonic() - began, peakRssBytes: await peakRssOf(child) };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Waits for the line of the log that says where the orchestrator listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let written = '';
  for await (const piece of child.stdout ?? []) {
    written += String(piece);
    const address = /"orchestrator":"([^"]+)"/.exec(written)?.[1];
    if (address !== undefined) {
      child.stdout?.resume();
      return address;
    }
  }
  throw new ArbiterError('UNAVAILABLE', `The process ended before it was ready: ${written.slice(-500)}`);
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  return response?.ok ?? false;
}

/** `VmHWM` of /proc; NaN where there is none. */
async function peakRssOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1_024;
}
