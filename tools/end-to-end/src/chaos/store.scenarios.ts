import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startNatsServer } from '@arbiter/testing';
import { NO_READER } from '../environment.js';
import { ingest, send } from '../http-calls.js';
import { uniqueWord, writeNotes } from '../notes-folder.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { fillDisk, smallDiskMissing, startOnSmallDisk } from '../small-disk.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { FaultyProxy, type Fault } from './faulty-proxy.js';
import { rowOf, type Row, skipped, TYPED } from './scenario.js';
import { Doors, SteadyLoad } from './steady-load.js';

const NOTES = 8;
const BROKEN_MS = 4_000;
const HEALED_MS = 4_000;

/** The stores that a run breaks: servers where they are named, else the documents on the broker. */
async function storeBehindProxy(): Promise<{
  store: string;
  proxy: FaultyProxy;
  env: Record<string, string>;
  stop: () => Promise<void>;
}> {
  const { ELASTICSEARCH_URL: url } = process.env;
  if (url !== undefined && url !== '') {
    const { hostname, port, protocol } = new URL(url);
    const proxy = await FaultyProxy.before(hostname, Number(port));
    const env = {
      ELASTICSEARCH_URL: `${protocol}//${proxy.address}`,
      ELASTICSEARCH_INDEX: `chaos-store-${process.pid}`,
    };
    return { store: 'Elasticsearch', proxy, env, stop: () => proxy.close() };
  }
  const broker = await startNatsServer({ jetstream: true });
  const proxy = await FaultyProxy.before('127.0.0.1', broker.port);
  const env = { NATS_URL: `nats://${proxy.address}`, DOCUMENT_STORE: 'nats' };
  return {
    store: 'documents on the broker',
    proxy,
    env,
    stop: async () => {
      await proxy.close();
      await broker.stop();
    },
  };
}

/** A store that is slow, half failing, down, each in turn, and well again. */
export async function breakStore(): Promise<Row[]> {
  const [processes, folders] = [new Processes(), new TemporaryFolders()];
  const { store, proxy, env, stop } = await storeBehindProxy();
  try {
    const [dataDir, notes] = [await folders.create(), await folders.create()];
    await writeNotes(notes, NOTES);
    const server = await startStandaloneProcess(processes, {
      dataDir,
      env: { ...NO_READER, LOG_LEVEL: 'warn', ...env },
    });
    await ingest(server.url, 'default', [{ kind: 'path', path: notes }]);
    const rows: Row[] = [];
    let n = 0;
    for (const fault of ['slow', 'half', 'down'] as const satisfies readonly Fault[]) {
      const [front, back] = [new Doors([server.url]), new Doors([server.retrieverUrl])];
      const load = new SteadyLoad(
        {
          question: () =>
            front.call('/v1/query', { query: `Who keeps the ${uniqueWord((n += 1) % NOTES)} lantern? (${n})` }),
          search: () =>
            back.call('/search', { query: `${uniqueWord((n += 1) % NOTES)} lantern ${n}`, include_synthesis: false }),
          documents: () => front.call('/v1/documents?collection=default&limit=5'),
        },
        4,
      );
      await delay(1_000);
      proxy.break(fault);
      const cutting = fault === 'half' ? setInterval(() => proxy.cut(), 700) : undefined;
      await delay(BROKEN_MS);
      clearInterval(cutting);
      proxy.break('none');
      const overAt = performance.now();
      await delay(HEALED_MS + 3_000);
      const outcomes = await load.stop();
      rows.push(
        rowOf(
          { scenario: `store ${fault}`, outcomes, overAt, note: store },
          { mayFailWith: [...TYPED, 'DEGRADED'], recoveryMs: 5_000, longestMs: 30_000 },
        ),
      );
    }
    return rows;
  } finally {
    await processes.stopAll();
    await stop();
    await folders.removeAll();
  }
}

/** A disk that is full under load, and has room again. */
export async function fillTheDisk(): Promise<Row> {
  const scenario = 'disk full';
  const missing = smallDiskMissing();
  if (missing !== null) return skipped(scenario, missing);
  const [processes, folders] = [new Processes(), new TemporaryFolders()];
  try {
    const { url, disk } = await startOnSmallDisk(processes, folders);
    await ingest(url, 'notes', [
      { kind: 'inline', name: 'a.md', content: '# Lantern\n\nMaren keeps the lantern of Pell.' },
    ]);
    const doors = new Doors([url]);
    let n = 0;
    const load = new SteadyLoad(
      {
        question: () => doors.call('/v1/query', { query: `Who keeps the lantern of Pell? (${(n += 1)})` }),
        documents: () => doors.call('/v1/documents?collection=notes&limit=5'),
      },
      3,
    );
    await delay(1_000);
    const filler = join(disk, 'filler');
    await fillDisk(filler);
    const unready = (await send(`${url}/health/ready`)).status;
    const json = { collection: 'notes', sources: [{ kind: 'inline', name: 'b.md', content: '# B\n\nMore.' }] };
    const refused = (await send(`${url}/v1/jobs`, { json })).status;
    await delay(BROKEN_MS);
    await rm(filler);
    const overAt = performance.now();
    await delay(HEALED_MS);
    const outcomes = await load.stop();
    const job = await ingest(url, 'notes', json.sources);
    return rowOf(
      {
        scenario,
        outcomes,
        overAt,
        note: `not ready: ${unready}; a job meanwhile: ${refused}; afterwards: ${job.state}`,
        broken: [
          ...(unready === 503 ? [] : [`/health/ready said ${unready}`]),
          ...(job.state === 'succeeded' ? [] : [`a job afterwards ${job.state}`]),
        ],
      },
      { mayFailWith: [...TYPED, 'DEGRADED'], recoveryMs: 5_000, longestMs: 20_000 },
    );
  } finally {
    await processes.stopAll();
    await folders.removeAll();
  }
}
