import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Answer, ArbiterError, search } from '@arbiter/contracts';
import { startNatsServer } from '@arbiter/testing';
import { prefixFigures } from '../benchmark.js';
import { xorshift } from '../write-english.js';
import { ArmProcess } from './arm-process.js';
import { figuresOf, offerLoad } from './offered-load.js';
import { ArmRecorder, serveRecording } from './recorded-arms.js';

const SEED = 20_261_126;
/** Of the question whose answers are recorded. */
const MOST_TRIES = 5;
const BARE_DOOR = fileURLToPath(new URL('../../dist/load/bare-door.child.js', import.meta.url));
const NOTES = ['Pell', 'Orrin', 'Tarn', 'Vesk', 'Marrow', 'Quill'];

export interface OrchestratorLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** Folder for a profile of the orchestrator's processor time, from its start to its end. */
  readonly profile?: string;
}

/**
 * What the orchestrator costs at so many questions a second, then at so many searches that it only passes on, with arms that answer at
 * once behind it; and what a bare door costs that passes searches on unread: less than that is not to be had over a broker.
 */
export async function measureOrchestrator({ perSecond, seconds, profile }: OrchestratorLoad) {
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-bench-load-'));
  const broker = await startNatsServer();
  const open: (() => Promise<void>)[] = [];
  try {
    const env = { NATS_URL: broker.url, LOG_LEVEL: 'info', ENABLE_READER: 'false' };
    const start = async (
      app: string,
      portVariable: string,
      directory: string,
      nodeOptions: readonly string[] = [],
    ): Promise<ArmProcess> => {
      const arm = await ArmProcess.start({
        app,
        portVariable,
        nodeOptions,
        env: { ...env, ARBITER_DATA_DIR: join(folder, directory) },
      });
      open.push(() => arm.stop());
      return arm;
    };
    const real = [
      await start('planner-arm', 'ARM_PORT', 'arms'),
      await start('ingestion-worker', 'ARM_PORT', 'arms'),
      await start('retriever-arm', 'RETRIEVER_PORT', 'arms'),
      await start('validator-arm', 'ARM_PORT', 'arms'),
    ];
    const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const orchestrator = await start('orchestrator', 'ORCHESTRATOR_PORT', 'orchestrator', profiling);
    await ingestNotes(orchestrator.url);
    const random = xorshift(SEED);
    let asked = 0;
    const ask = async (): Promise<void> => {
      const query = `Who keeps the lighthouse at ${NOTES[random() % NOTES.length] ?? ''}? (${(asked += 1)})`;
      const text = await post(`${orchestrator.url}/v1/query`, { query });
      const { status, degraded } = Answer.parse(JSON.parse(text));
      if (status !== 'answered' || degraded.length > 0) throw new Error(`${status}, degraded: ${degraded.join(', ')}`);
    };
    const recorder = await ArmRecorder.listen(broker.url);
    // The first question loads networks, for which a busy machine needs longer than a client waits.
    for (let tries = 1; ; tries += 1) {
      const failure = await ask().then(
        () => null,
        (error: unknown) => ArbiterError.from(error),
      );
      if (failure === null) break;
      if (tries === MOST_TRIES) throw failure;
    }
    await post(`${orchestrator.url}/search`, { query: 'lighthouse', min_relevance_score: 0 });
    const recording = await recorder.stop();
    await Promise.all(real.map((arm) => arm.stop()));
    const served = await serveRecording(broker.url, recording);
    open.push(() => served.close());
    const bare = await ArmProcess.start({
      app: 'bare door',
      env: {},
      program: [BARE_DOOR, broker.url, search.subject],
    });
    open.push(() => bare.stop());
    const under = async (name: string, door: ArmProcess, one: () => Promise<void>) => {
      const pids = { door: door.pid, broker: broker.pid ?? 0 };
      const warmUpSeconds = seconds / 2;
      const before = sumOf(served.calls);
      const load = await offerLoad({ arrivals: { perSecond }, warmUpSeconds, seconds, random, send: one, pids });
      const cpuMs = (load.cpuShares.door ?? 0) * load.elapsedSeconds * 1_000;
      const figures = prefixFigures(name, {
        ...figuresOf(load),
        doorCpuMs: cpuMs / Math.max(1, load.answers),
        callsPerRequest: (sumOf(served.calls) - before) / (perSecond * (seconds + warmUpSeconds)),
      });
      return {
        figures,
        errors: load.errors === 0 ? [] : [`${name}: ${load.errors} failed, first: ${load.firstError ?? ''}.`],
      };
    };
    const searchAt = async (url: string): Promise<void> => {
      await post(`${url}/search`, { query: `lighthouse ${(asked += 1)}`, min_relevance_score: 0 });
    };
    const measured = [
      await under('questions', orchestrator, ask),
      await under('searches', orchestrator, () => searchAt(orchestrator.url)),
      await under('bare', bare, () => searchAt(bare.url)),
    ];
    const figures = Object.assign({}, ...measured.map((one) => one.figures)) as Record<string, number>;
    const errors = measured.flatMap((one) => one.errors);
    return { figures, errors };
  } finally {
    for (const close of open.reverse()) await close();
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function post(url: string, body: unknown): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
  return text;
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

async function ingestNotes(url: string): Promise<void> {
  const sources = NOTES.map((place, n) => ({
    kind: 'inline',
    name: `${place}.md`,
    content: `# ${place}\n\nThe lighthouse at ${place} is kept by Maren ${NOTES[(n + 3) % NOTES.length] ?? ''}son. It was lit in ${1_800 + n}.`,
  }));
  const { id } = JSON.parse(await post(`${url}/v1/jobs`, { collection: 'notes', sources })) as { readonly id: string };
  for (;;) {
    const job = (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as { readonly finishedAt: string | null };
    if (job.finishedAt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
