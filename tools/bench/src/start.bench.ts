import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError, query } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import { describeMachine, installedVersion, median, type BenchReport } from './benchmark.js';
import { ingestInto, StandaloneServer } from './standalone-server.js';

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

/** An answer that takes longer is a hang. */
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
    const chunks = await ingestInto(dataDirectory, domain);
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

async function measureStart(dataDirectory: string, question: string, clock: Clock): Promise<Start> {
  const began = clock.monotonic();
  const server = await StandaloneServer.start(dataDirectory);
  try {
    const readyMs = clock.monotonic() - began;
    const response = await fetch(`${server.url}${query.http?.path ?? ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: question }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new ArbiterError('INTERNAL', `The first question was answered with ${response.status}.`);
    return { readyMs, firstAnswerMs: clock.monotonic() - began, peakRssBytes: await peakRssOf(server.child) };
  } finally {
    await server.stop();
  }
}

/** `VmHWM` of /proc; NaN where there is none. */
async function peakRssOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1_024;
}
