import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentSummary, IngestionJob } from '@arbiter/contracts';
import {
  elasticsearchAvailable,
  freePort,
  natsServerAvailable,
  qdrantAvailable,
  startNatsServer,
  until,
  type RunningNatsServer,
} from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ingest, search, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { StoreServers } from './libraries.js';
import { uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 6;
/** Starts of servers and processes on a busy machine: a guard against hangs, no measure. */
const PREPARE_MS = 600_000;
const READY_MS = 60_000;

const missing = natsServerAvailable() ?? elasticsearchAvailable() ?? qdrantAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();

(missing === null ? describe : describe.skip)(
  `two workers and a retriever that share no disk${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    let broker: RunningNatsServer;
    let servers: StoreServers;
    let workers: readonly string[];
    let retriever: string;

    const start = async (app: 'ingestion-worker' | 'retriever-arm', portVariable: string): Promise<string> => {
      const [dataDir, port] = [await folders.create(), await freePort()];
      const url = `http://127.0.0.1:${port}`;
      await processes.start({
        command: process.execPath,
        args: [WORKSPACE.main(app)],
        cwd: dataDir,
        env: {
          ...NO_READER,
          ...servers.env(),
          NATS_URL: broker.url,
          DOCUMENT_STORE: 'nats',
          ENABLE_SYNTHESIS: 'false',
          ARBITER_DATA_DIR: dataDir,
          INGESTION_ROOTS: tmpdir(),
          INGESTION_CONCURRENCY: '1',
          [portVariable]: `${port}`,
        },
        readyUrl: `${url}/health/ready`,
        timeoutMs: READY_MS,
      });
      return url;
    };

    beforeAll(async () => {
      [broker, servers] = await Promise.all([startNatsServer({ jetstream: true }), StoreServers.start()]);
      workers = [await start('ingestion-worker', 'ARM_PORT'), await start('ingestion-worker', 'ARM_PORT')];
      retriever = await start('retriever-arm', 'RETRIEVER_PORT');
    }, PREPARE_MS);
    afterAll(async () => {
      for (const collection of ['east', 'west']) {
        await send(`${workers[0]}/v1/collections/${collection}`, { method: 'DELETE' });
      }
      await processes.stopAll();
      await servers.stop();
      await broker.stop();
      await folders.removeAll();
    });

    it('share jobs, documents and what is found, whichever of them is asked', async () => {
      const [east, west] = [await folders.create(), await folders.create()];
      for (const folder of [east, west]) await writeNotes(folder, NOTES);
      const jobs = await Promise.all([
        ingest(workers[0]!, 'east', [{ kind: 'path', path: east }]),
        ingest(workers[0]!, 'west', [{ kind: 'path', path: west }]),
      ]);
      for (const job of jobs) expect(job).toMatchObject({ state: 'succeeded', counts: { added: NOTES, failed: 0 } });
      for (const worker of workers) {
        const { jobs: known } = (await send(`${worker}/v1/jobs`)).json() as { jobs: IngestionJob[] };
        expect(known.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort());
        const { documents } = (await send(`${worker}/v1/documents?collection=west`)).json() as {
          documents: DocumentSummary[];
        };
        expect(documents).toHaveLength(NOTES);
        const text = await send(`${worker}/v1/documents/${documents[0]!.id}/text`);
        expect(text.text).toContain('lantern');
      }
      const found = await until(async () => {
        const { results } = await search(retriever, {
          query: uniqueWord(3),
          method: 'keyword',
          min_relevance_score: 0,
        });
        return results.length > 0 ? results : null;
      });
      expect(new Set(found.map(({ metadata }) => metadata.collection))).toEqual(new Set(['east', 'west']));
    });
  },
);
