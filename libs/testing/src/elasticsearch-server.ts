import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { freePort } from './free-port.js';

/** An Elasticsearch for tests. */
export interface RunningElasticsearch {
  readonly url: string;
  /** Ends the server if it is our own, and waits until it is gone. A second call does nothing. */
  stop(): Promise<void>;
}

/** Starts a real server from packages; it stands beside the repository where there is one. */
const SCRIPT = fileURLToPath(new URL('../../../../shared/services/elasticsearch', import.meta.url));

/** The first start fetches the server; on a machine with too much to do a start has taken two minutes. */
const START_TIMEOUT_MS = 300_000;

/**
 * @returns null if there is an Elasticsearch to test against, else the reason, which a skipped spec prints. After a failed
 *   start, ELASTICSEARCH_MISSING holds the reason, and no spec tries again.
 */
export function elasticsearchAvailable(): string | null {
  if (process.env.ELASTICSEARCH_URL) return null;
  if (process.env.ELASTICSEARCH_MISSING) return process.env.ELASTICSEARCH_MISSING;
  if (existsSync(SCRIPT)) return null;
  return 'ELASTICSEARCH_URL is not set, and there is no ../shared/services/elasticsearch to start one with';
}

/**
 * The server that ELASTICSEARCH_URL names, else a new one on 127.0.0.1 with a folder of its own, which takes 10 to 20 s
 * on two free cores.
 *
 * @throws ArbiterError UNAVAILABLE with the script's own output when there is none and none starts
 */
export async function startElasticsearch(): Promise<RunningElasticsearch> {
  const named = process.env.ELASTICSEARCH_URL;
  if (named) return { url: named, stop: () => Promise.resolve() };
  const missing = elasticsearchAvailable();
  if (missing !== null) throw new ArbiterError('UNAVAILABLE', missing);

  const directory = await mkdtemp(join(tmpdir(), 'arbiter-elasticsearch-'));
  // Elasticsearch refuses to be root, and then runs as a user who must reach its folder.
  await chmod(directory, 0o755);
  const port = await freePort();
  const endWithUs = (): void => void spawnSync(SCRIPT, ['stop', '--dir', directory]);
  process.once('exit', endWithUs);
  let running = true;
  const stop = async (): Promise<void> => {
    if (!running) return;
    running = false;
    process.off('exit', endWithUs);
    await run(['stop', '--dir', directory]);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await run(['start', '--port', String(port), '--dir', directory]);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

function run(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(SCRIPT, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGTERM'), START_TIMEOUT_MS);
    let log = '';
    child.stderr.on('data', (data: Buffer) => (log += data.toString()));
    const fail = (cause?: unknown): void =>
      reject(
        new ArbiterError('UNAVAILABLE', `Elasticsearch did not ${args[0] ?? ''}: ${log.trim() || 'no output'}`, {
          cause,
        }),
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
