import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import { childEnvironment } from './environment.js';

export interface ProcessOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Laid over what every program needs; nothing else of this process's environment reaches the child. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Ready when a GET of it answers 2xx. */
  readonly readyUrl?: string;
  /** Ready when a line of its output holds this. With neither, a process is ready as soon as it runs. */
  readonly readyLine?: string | RegExp;
  /** For becoming ready. Default 30 s. */
  readonly timeoutMs?: number;
}

export interface ProcessExit {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  readonly pid: number;
  /** Everything it has written until now; of long output the last part. */
  stdout(): string;
  stderr(): string;
  readonly exited: Promise<ProcessExit>;
  /** Sends the signal, waits for the end, and kills it when that takes too long. A second call does nothing more. */
  stop(signal?: NodeJS.Signals): Promise<ProcessExit>;
}

const READY_TIMEOUT_MS = 30_000;
const READY_POLL_MS = 50;
const READY_ATTEMPT_MS = 2_000;

/** A graceful stop that takes longer counts as a hang. */
const STOP_TIMEOUT_MS = 15_000;

const KEPT_OUTPUT = 1_000_000;
const QUOTED_OUTPUT = 2_000;

/**
 * Processes that live as long as the specs that use them.
 *
 * @example
 * const processes = new Processes();
 * afterAll(() => processes.stopAll());
 * const server = await processes.start({ command: process.execPath, args: [main], readyUrl: `${url}/health/ready` });
 */
export class Processes {
  private readonly running = new Set<RunningProcess>();

  /**
   * Starts a process and waits until it is ready; one that is not is ended.
   *
   * @throws ArbiterError UNAVAILABLE when it cannot be started or ends first, DEADLINE_EXCEEDED when it is not ready in
   *   time; the message quotes what it wrote last
   */
  async start(options: ProcessOptions): Promise<RunningProcess> {
    const process = await startProcess(options);
    this.running.add(process);
    void process.exited.then(() => this.running.delete(process));
    return process;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running].map((process) => process.stop()));
  }
}

/** As {@link Processes.start}; the caller stops it. */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const child = spawn(options.command, [...(options.args ?? [])], {
    cwd: options.cwd,
    env: childEnvironment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started = new Promise<number>((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
    child.once('error', (cause) =>
      reject(new ArbiterError('UNAVAILABLE', `${options.command} cannot be started.`, { cause })),
    );
  });
  const exited = new Promise<ProcessExit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const running: RunningProcess = {
    pid: await started,
    stdout,
    stderr,
    exited,
    stop: (signal = 'SIGTERM') => stop(child, exited, signal),
  };
  // When the test run itself is ended, nobody calls stop.
  const killWithParent = (): boolean => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  void exited.then(() => process.off('exit', killWithParent));

  try {
    await untilReady(running, options);
    return running;
  } catch (thrown) {
    await running.stop('SIGKILL');
    throw thrown;
  }
}

async function untilReady(running: RunningProcess, options: ProcessOptions): Promise<void> {
  const { timeoutMs = READY_TIMEOUT_MS } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const name = [options.command, ...(options.args ?? [])].join(' ');
  let exit: ProcessExit | null = null;
  void running.exited.then((how) => (exit = how));
  while (!(await isReady(running, options))) {
    const details = { stdout: tail(running.stdout()), stderr: tail(running.stderr()) };
    const output = `${details.stdout}\n${details.stderr}`.trim();
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- set by the callback above
    if (exit !== null)
      throw new ArbiterError('UNAVAILABLE', `${name} ended before it was ready.\n${output}`, { details });
    if (deadline.aborted)
      throw new ArbiterError('DEADLINE_EXCEEDED', `${name} was not ready after ${timeoutMs} ms.\n${output}`, {
        details,
      });
    await delay(READY_POLL_MS);
  }
}

async function isReady(running: RunningProcess, { readyUrl, readyLine }: ProcessOptions): Promise<boolean> {
  if (readyLine !== undefined) {
    const lines = `${running.stdout()}\n${running.stderr()}`.split('\n');
    if (!lines.some((line) => (typeof readyLine === 'string' ? line.includes(readyLine) : readyLine.test(line))))
      return false;
  }
  if (readyUrl === undefined) return true;
  try {
    const response = await fetch(readyUrl, { signal: AbortSignal.timeout(READY_ATTEMPT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Nobody listens yet; the caller's deadline decides how long that may last.
    return false;
  }
}

async function stop(
  child: ChildProcessByStdio<null, Readable, Readable>,
  exited: Promise<ProcessExit>,
  signal: NodeJS.Signals,
): Promise<ProcessExit> {
  child.kill(signal);
  const patience = new AbortController();
  const killed = delay(STOP_TIMEOUT_MS, undefined, { signal: patience.signal, ref: false }).then(
    () => child.kill('SIGKILL'),
    () => false,
  );
  const exit = await exited;
  patience.abort();
  await killed;
  return exit;
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => (text = (text + part).slice(-KEPT_OUTPUT)));
  return () => text;
}

function tail(text: string): string {
  return text.slice(-QUOTED_OUTPUT);
}
