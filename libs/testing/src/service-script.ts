import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { freePort } from './free-port.js';

/** A script that starts a real server from packages, and stops it; such scripts stand beside the repository where there are any. */
export interface ServiceScript {
  /** Of the server, in errors. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** Longest wait for one call, in milliseconds. */
  readonly timeoutMs: number;
}

/** A server that a test has started. */
export interface RunningService {
  readonly url: string;
  /** Ends the server if it is our own, and waits until it is gone. A second call does nothing. */
  stop(): Promise<void>;
  /** Ends it and starts it again, at the same address and with its data. */
  restart(): Promise<void>;
}

/**
 * A new server on 127.0.0.1, on a free port, with a folder of its own. It ends with this process at the latest.
 *
 * @throws ArbiterError UNAVAILABLE with the script's own output when it does not start
 */
export async function startService(service: ServiceScript): Promise<RunningService> {
  const directory = await mkdtemp(join(tmpdir(), `arbiter-${service.name.toLowerCase()}-`));
  // Elasticsearch refuses to be root, and then runs as a user who must reach its folder.
  await chmod(directory, 0o755);
  const port = await freePort();
  const endWithUs = (): void => void spawnSync(service.path, ['stop', '--dir', directory]);
  process.once('exit', endWithUs);
  const start = (): Promise<void> => run(service, ['start', '--port', String(port), '--dir', directory]);
  const end = (): Promise<void> => run(service, ['stop', '--dir', directory]);
  let running = true;
  const stop = async (): Promise<void> => {
    if (!running) return;
    running = false;
    process.off('exit', endWithUs);
    await end();
    await rm(directory, { recursive: true, force: true });
  };
  const restart = async (): Promise<void> => {
    await end();
    await start();
  };
  try {
    await start();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { url: `http://127.0.0.1:${port}`, stop, restart };
}

function run({ name, path, timeoutMs }: ServiceScript, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs);
    let log = '';
    child.stderr.on('data', (data: Buffer) => (log += data.toString()));
    const fail = (cause?: unknown): void =>
      reject(
        new ArbiterError('UNAVAILABLE', `${name} did not ${args[0] ?? ''}: ${log.trim() || 'no output'}`, { cause }),
      );
    child.once('error', fail);
    // Not "close": the server that the script leaves behind may keep the pipe open.
    child.once('exit', (code) => {
      clearTimeout(timer);
      child.stderr.destroy();
      if (code === 0) resolve();
      else fail();
    });
  });
}
