import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ArbiterError } from '@arbiter/contracts';
import { freePort } from './free-port.js';

/** A Qdrant for tests. */
export interface RunningQdrant {
  readonly url: string;
  /** Absent where the server asks for none. */
  readonly apiKey?: string;
  /** Whether it was started here, and so ends with `stop`. */
  readonly isOwn: boolean;
  /** Ends what was started here; a server that was there before runs on. A second call does nothing. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Beside the repository where there is one; made of the vendor's own request models and exact engine. */
const STAND_IN = fileURLToPath(new URL('../../../../shared/services/qdrant-standin', import.meta.url));

/** The first start installs it. */
const START_TIMEOUT_MS = 180_000;

export interface QdrantChoice {
  /** Key that the server requires. With a key, a new stand-in is always started. */
  readonly apiKey?: string;
}

/**
 * @returns null if there is such a Qdrant for tests, else the reason, which a skipped spec prints. After a failed start,
 *   QDRANT_MISSING holds the reason, and no spec tries again.
 */
export function qdrantAvailable({ apiKey }: QdrantChoice = {}): string | null {
  if (process.env.QDRANT_MISSING) return process.env.QDRANT_MISSING;
  if (existsSync(STAND_IN)) return null;
  if (apiKey !== undefined) return 'no Qdrant with a key of the test: ../shared/services/qdrant-standin is not there';
  if (process.env.QDRANT_URL) return null;
  return 'no Qdrant: QDRANT_URL is not set, and ../shared/services/qdrant-standin is not there';
}

/**
 * The server that QDRANT_URL (and QDRANT_API_KEY) names, else a new stand-in on a free port. The stand-in has no graph, no
 * quantisation and no disk. Its speed means nothing.
 *
 * @throws ArbiterError UNAVAILABLE with the script's own words when it does not start
 */
export async function startQdrant({ apiKey }: QdrantChoice = {}): Promise<RunningQdrant> {
  const { QDRANT_URL: url, QDRANT_API_KEY: key } = process.env;
  if (url && apiKey === undefined)
    return { url, ...(key !== undefined && { apiKey: key }), isOwn: false, stop: () => Promise.resolve() };
  const missing = qdrantAvailable({ ...(apiKey !== undefined && { apiKey }) });
  if (missing !== null) throw new ArbiterError('UNAVAILABLE', missing);
  const directory = await mkdtemp(join(tmpdir(), 'arbiter-qdrant-'));
  const port = await freePort();
  const endWithUs = (): void => void spawnSync(STAND_IN, ['stop', '--dir', directory]);
  process.once('exit', endWithUs);
  let running = true;
  const stop = async (): Promise<void> => {
    if (!running) return;
    running = false;
    process.off('exit', endWithUs);
    await run(STAND_IN, ['stop', '--dir', directory]);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await run(STAND_IN, ['start', '--port', String(port), '--dir', directory], {
      timeout: START_TIMEOUT_MS,
      env: { ...process.env, QDRANT_API_KEY: apiKey ?? '' },
    });
  } catch (cause) {
    await stop();
    throw new ArbiterError('UNAVAILABLE', `qdrant-standin did not start: ${wordsOf(cause)}`, { cause });
  }
  return { url: `http://127.0.0.1:${port}`, ...(apiKey !== undefined && { apiKey }), isOwn: true, stop };
}

function wordsOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'stderr' in thrown && typeof thrown.stderr === 'string')
    return thrown.stderr.trim();
  return String(thrown);
}
