import { EventEmitter } from 'node:events';
import { Interruption } from '../interruption.js';
import type {
  DoctorFinding,
  EffectiveConfiguration,
  Holder,
  Reader,
  Standalone,
  StandaloneModule,
  StandaloneOptions,
} from '../library/library.js';
import { runCli } from '../run-cli.js';

type SeenHolder = Pick<Holder, 'pid' | 'url'> & Partial<Holder>;

export interface ArbiterWorld {
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** A person sits at it: standard input and error are a terminal. */
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Who holds the data directory. */
  readonly holder?: SeenHolder;
  /** Each as it is seen when one looks; the last stays. */
  readonly holders?: readonly (SeenHolder | null)[];
  readonly findings?: DoctorFinding[];
  readonly configuration?: EffectiveConfiguration;
  readonly domainFolders?: readonly string[];
  /** What of the folder is not followed. */
  readonly ignoredHere?: readonly string[];
  /** What is told of settings that nothing reads. */
  readonly unreadHere?: readonly string[];
  /** What reads passages. */
  readonly reader?: Reader;
  /** What starting the library fails with. */
  readonly startError?: Error;
  /** Receives SIGINT and SIGTERM. */
  readonly signals?: EventEmitter;
}

export interface ArbiterRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** With which options the library was opened in this process. */
  readonly opened: readonly StandaloneOptions[];
  readonly closed: number;
}

/** Runs `arbiter` over other operations than those of the arms. */
export async function runArbiterOver(
  library: Standalone['client'],
  argv: readonly string[],
  world: ArbiterWorld = {},
): Promise<ArbiterRun> {
  const opened: StandaloneOptions[] = [];
  const seen = [...(world.holders ?? [world.holder ?? null])];
  let closed = 0;
  let stdout = '';
  let stderr = '';
  const standalone: StandaloneModule = {
    startStandalone: (options) => {
      if (world.startError) return Promise.reject(world.startError);
      opened.push(options);
      return Promise.resolve({
        client: library,
        urls: { orchestrator: 'http://127.0.0.1:3100', retriever: 'http://127.0.0.1:8006' },
        dataDirectory: options.env.ARBITER_DATA_DIR ?? '.arbiter',
        close: () => {
          closed += 1;
          return Promise.resolve();
        },
      });
    },
    examine: () => Promise.resolve(world.findings ?? []),
    runningServer: () => {
      const holder = seen.length > 1 ? seen.shift() : seen[0];
      return Promise.resolve(holder ? { starting: false, ...holder } : null);
    },
    effectiveConfiguration: () => world.configuration ?? { file: null, variables: [] },
    domainFolders: () => [...(world.domainFolders ?? [])],
    ignoredHere: () => [...(world.ignoredHere ?? [])],
    unreadHere: () => [...(world.unreadHere ?? [])],
    openReader: () => world.reader ?? null,
    // Their specs run the built program.
    backUp: () => Promise.reject(new Error('not in this world')),
    verifyBackupFile: () => Promise.reject(new Error('not in this world')),
    restore: () => Promise.reject(new Error('not in this world')),
  };
  const interruption = new Interruption({
    source: world.signals ?? new EventEmitter(),
    now: () => 0,
    force: () => undefined,
  });
  const exitCode = await runCli({
    argv,
    env: world.env ?? {},
    cwd: world.cwd ?? process.cwd(),
    stdin: Object.assign(bytesOf(world.stdin ?? ''), { isTTY: world.isTerminal === true }),
    stdout: { write: (text) => (stdout += text) },
    stderr: { isTTY: world.isTerminal === true, write: (text) => (stderr += text) },
    now: () => 0,
    interruption,
    loadStandalone: () => Promise.resolve(standalone),
  });
  interruption.close();
  return { exitCode, stdout, stderr, opened, closed };
}

async function* bytesOf(content: string | Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield await Promise.resolve(Buffer.from(content));
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}
