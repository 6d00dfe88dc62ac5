import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

export interface NatsServerOptions {
  /** Default: one that the server picks itself. */
  readonly port?: number;
  /** Where JetStream keeps its files; kept after `stop`. Default: a temporary folder, removed by `stop`. */
  readonly storeDir?: string;
  readonly jetstream?: boolean;
  /** Further command line arguments, such as `['--auth', 'secret']`. */
  readonly args?: readonly string[];
}

/** A nats-server of one's own; every method touches this process only. */
export interface RunningNatsServer {
  readonly url: string;
  readonly port: number;
  /** Process id of the server as it runs now; null while it is stopped. */
  readonly pid: number | null;
  /** Ends the server and waits until it is gone. A second call does nothing. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops the server if it runs, and starts it on the same port with the same store. */
  restart(): Promise<void>;
}

const PROGRAM = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
/** After those of PATH: Debian puts it into /usr/sbin, which is not on every user's PATH. */
const FURTHER_FOLDERS = ['/usr/sbin', '/usr/local/bin'];
const READY = /Listening for client connections on \S+:(\d+)\b[\s\S]*Server is ready/;
const START_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;

/** @returns null when a nats-server can be started here, else why not: what a skipped spec prints */
export function natsServerAvailable(): string | null {
  return findBinary() === null
    ? `no nats-server on PATH, in /usr/sbin or /usr/local/bin (Debian: apt-get install nats-server)`
    : null;
}

/** Looks for the file: to start it for its version would cost each spec that asks a process. */
function findBinary(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FURTHER_FOLDERS];
  // An empty entry of PATH is the working directory, from which nothing is started.
  return (
    folders
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, PROGRAM))
      .find(isExecutable) ?? null
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a real nats-server on 127.0.0.1 and waits until it accepts connections.
 *
 * @throws ArbiterError UNAVAILABLE when there is no binary, or with the server's own output when it does not start
 */
export async function startNatsServer(options: NatsServerOptions = {}): Promise<RunningNatsServer> {
  const binary = findBinary();
  if (binary === null) throw new ArbiterError('UNAVAILABLE', natsServerAvailable() ?? 'nats-server vanished');

  const ownStore = options.jetstream && !options.storeDir ? await mkdtemp(join(tmpdir(), 'arbiter-nats-')) : null;
  const storeDir = options.storeDir ?? ownStore;
  const launch = (port: number): Promise<[ChildProcess, number]> =>
    launchServer(binary, [
      ...['--addr', '127.0.0.1', '--port', String(port)],
      ...(options.jetstream && storeDir ? ['--jetstream', '--store_dir', storeDir] : []),
      ...(options.args ?? []),
    ]);

  const [first, port] = await launch(options.port ?? -1);
  let child: ChildProcess | null = first;

  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    const ending = child;
    child = null;
    if (ending) await endProcess(ending, signal);
    if (ending && ownStore) await rm(ownStore, { recursive: true, force: true });
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid ?? null;
    },
    stop,
    restart: async () => {
      const ending = child;
      child = null;
      if (ending) await endProcess(ending, 'SIGTERM');
      [child] = await launch(port);
    },
  };
}

/** @returns the process and the port it listens on */
function launchServer(binary: string, args: readonly string[]): Promise<[ChildProcess, number]> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const endWithUs = (): void => void child.kill('SIGKILL');
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));

    let log = '';
    const fail = (cause?: unknown): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new ArbiterError('UNAVAILABLE', `nats-server did not start: ${log.trim() || 'no output'}`, { cause }));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    child.once('error', fail);
    child.once('exit', fail);
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const ready = READY.exec(log);
      if (!ready) return;
      clearTimeout(timer);
      child.off('error', fail).off('exit', fail);
      child.stderr.removeAllListeners('data').resume();
      resolve([child, Number(ready[1])]);
    });
  });
}

async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}
