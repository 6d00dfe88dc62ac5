import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import { describeMachine, type BenchReport, type BenchWords } from './benchmark.js';
import { hostileRequests, probeBeside, type HostileRequest } from './stalls/hostile-requests.js';
import { ingestInto, StandaloneServer } from './standalone-server.js';

export interface StallsBenchOptions {
  /** Names of the requests that are sent; all without it. */
  readonly only?: readonly string[];
  readonly domain?: string;
  readonly clock?: Clock;
}

/** An answer that takes longer is a hang. */
const PATIENCE_MS = 120_000;
const ORDINARY: HostileRequest = {
  name: 'ordinary',
  path: '/v1/query',
  body: JSON.stringify({ query: 'What does a phial of fenwort cordial cost?' }),
};

export function stallsBenchOptions(words: BenchWords): StallsBenchOptions {
  return words.only === undefined ? {} : { only: words.only.split(',') };
}

/**
 * How long `GET /health/live` waits beside one hostile request, asked every 20 ms, and beside an ordinary question: what
 * a stranger's request costs everybody else.
 *
 * @throws ArbiterError INVALID_REQUEST for a request that there is not
 */
export async function benchStalls({
  only,
  domain = 'lantern-coast',
  clock = SYSTEM_CLOCK,
}: StallsBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-bench-stalls-'));
  try {
    const requests = chosen(await hostileRequests(folder), only);
    const dataDirectory = join(folder, 'data');
    await ingestInto(dataDirectory, domain);
    const server = await StandaloneServer.start(dataDirectory, { INGESTION_ROOTS: folder });
    try {
      // The first question of a process loads what all later ones have.
      await send(server.url, ORDINARY);
      const figures: Record<string, number> = {};
      const statuses: string[] = [];
      for (const request of [ORDINARY, ...requests]) {
        const work = (): Promise<number> => send(server.url, request);
        const { result, longestMs } = await probeBeside(`${server.url}/health/live`, work, clock);
        figures[`${request.name}LongestMs`] = longestMs;
        statuses.push(`${request.name} ${result}`);
      }
      return {
        name: 'stalls',
        machine,
        versions: {},
        figures,
        notes: [
          'The longest answer to GET /health/live, asked every 20 ms, beside one request; the limit is 250 ms on an idle machine.',
          `How the requests were answered: ${statuses.join(', ')}.`,
        ],
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function chosen(requests: readonly HostileRequest[], only: readonly string[] | undefined): readonly HostileRequest[] {
  if (!only) return requests;
  const names = requests.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return requests.filter(({ name }) => only.includes(name));
  throw new ArbiterError('INVALID_REQUEST', `There is no request "${unknown}"; there are ${names.join(', ')}.`);
}

async function send(url: string, { path, body, headers }: HostileRequest): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.arrayBuffer();
  return response.status;
}
