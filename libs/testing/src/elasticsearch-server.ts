import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { type RunningService, startService } from './service-script.js';

/** An Elasticsearch for tests. */
export type RunningElasticsearch = Pick<RunningService, 'url' | 'stop'>;

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
  return startService({ name: 'Elasticsearch', path: SCRIPT, timeoutMs: START_TIMEOUT_MS });
}
