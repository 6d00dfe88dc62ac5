import { tmpdir } from 'node:os';
import { freePort } from '@arbiter/testing';
import { ARM_APPS, WORKSPACE, type App, type ArmApp } from './installation.js';
import type { Processes, RunningProcess } from './processes.js';

/** The variable with the port of each arm. */
const PORT_VARIABLES: Readonly<Record<ArmApp, string>> = {
  orchestrator: 'ORCHESTRATOR_PORT',
  'planner-arm': 'ARM_PORT',
  'retriever-arm': 'RETRIEVER_PORT',
  'validator-arm': 'ARM_PORT',
  'ingestion-worker': 'ARM_PORT',
};

/**
 * Allocator settings with which `npm start` and the images start: without them glibc keeps what was freed for each thread, and the
 * resident memory of a server under load swings by a fifth and creeps up.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Folders that tests ingest: notes that they write, and the packs of this repository. */
const INGESTION_ROOTS = [tmpdir(), WORKSPACE.root].join(',');
/** Loading the model on a busy machine takes its time. */
const READY_MS = 150_000;

export interface RunningStandalone {
  readonly process: RunningProcess;
  /** Where the orchestrator answers. */
  readonly url: string;
  /** Where the retriever's published interface answers. */
  readonly retrieverUrl: string;
}

export interface StandaloneSurroundings {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly installation?: { main(app: App): string };
  /** Program with its arguments that starts node, such as `taskset -c 0`. Default: none. */
  readonly launcher?: readonly string[];
}

/** Starts all arms in one process, on free ports. */
export async function startStandaloneProcess(
  processes: Processes,
  { dataDir, env = {}, installation = WORKSPACE, launcher = [] }: StandaloneSurroundings,
): Promise<RunningStandalone> {
  const [port, retrieverPort] = await Promise.all([freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const [launching, ...args] = [...launcher, process.execPath, installation.main('standalone')];
  const process_ = await processes.start({
    command: launching,
    args,
    cwd: dataDir,
    env: {
      ...ALLOCATOR,
      ARBITER_DATA_DIR: dataDir,
      INGESTION_ROOTS,
      ORCHESTRATOR_PORT: `${port}`,
      RETRIEVER_PORT: `${retrieverPort}`,
      ...env,
    },
    readyUrl: `${url}/health/ready`,
    timeoutMs: READY_MS,
  });
  return { process: process_, url, retrieverUrl: `http://127.0.0.1:${retrieverPort}` };
}

export interface RunningArmProcess {
  readonly url: string;
  /** The process that runs now. */
  readonly process: RunningProcess;
  /** Starts it again, on the same port, after it has been stopped. */
  start(): Promise<void>;
}

export interface ArmSurroundings {
  readonly natsUrl: string;
  readonly dataDir: string;
  /** Further variables of every arm. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the five arms as five processes that share a broker and a data directory, each on a free port. */
export async function startArmProcesses(
  processes: Processes,
  surroundings: ArmSurroundings,
): Promise<Readonly<Record<ArmApp, RunningArmProcess>>> {
  const started = await Promise.all(
    ARM_APPS.map(async (app) => [app, await startArmProcess(processes, app, surroundings)] as const),
  );
  return Object.fromEntries(started) as Record<ArmApp, RunningArmProcess>;
}

/** Starts one arm, on a free port: another replica, where it runs already. */
export async function startArmProcess(
  processes: Processes,
  app: ArmApp,
  { natsUrl, dataDir, env = {} }: ArmSurroundings,
): Promise<RunningArmProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const launch = (): Promise<RunningProcess> =>
    processes.start({
      command: process.execPath,
      args: [WORKSPACE.main(app)],
      cwd: dataDir,
      env: {
        ...ALLOCATOR,
        NATS_URL: natsUrl,
        ARBITER_DATA_DIR: dataDir,
        INGESTION_ROOTS,
        [PORT_VARIABLES[app]]: `${port}`,
        ...env,
      },
      // The orchestrator is ready once the others are.
      readyUrl: `${url}/health/${app === 'orchestrator' ? 'live' : 'ready'}`,
      timeoutMs: READY_MS,
    });
  let current = await launch();
  return {
    url,
    get process() {
      return current;
    },
    async start() {
      current = await launch();
    },
  };
}
