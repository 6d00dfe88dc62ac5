import { tmpdir } from 'node:os';
import { getJob, listDocuments, submitJob, type IngestionJob } from '@arbiter/contracts';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import { startArmOverBus, type StartedArm } from '@arbiter/platform/testing';
import { until } from '@arbiter/testing';
import { Registry } from 'prom-client';
import { ingestionWorkerConfig } from '../src/ingestion-worker.config.js';
import { IngestionWorkerModule } from '../src/ingestion-worker.module.js';
import { bindIngestionPorts, type IngestionWorkerPorts } from '../src/ingestion-worker.ports.js';

const COLLECTION = 'coast';
/** Longest wait for the end of a job, in milliseconds: a guard against hangs, no measure. */
const END_MS = 300_000;

/** A worker with the real parts that its environment names. */
export interface StartedWorker {
  /** Submits a folder. @returns the id of the job */
  submit(folder: string): Promise<string>;
  /** The state of a job; null while the queue does not answer. */
  job(jobId: string): Promise<IngestionJob | null>;
  /** Waits for the end of a job. */
  ended(jobId: string): Promise<IngestionJob>;
  /** Ids of the documents that are stored, ascending. */
  storedIds(): Promise<readonly string[]>;
  /** Ids of the documents that an index holds, ascending. */
  indexedIds(index: 'vectorIndex' | 'keywordIndex'): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** @param maxOutageMs how long a job waits for a store that is away */
export async function startWorker(
  env: Readonly<Record<string, string>>,
  cwd: string,
  maxOutageMs?: number,
): Promise<StartedWorker> {
  const { signal } = new AbortController();
  const { values } = loadConfig(ingestionWorkerConfig, {
    env: { INGESTION_ROOTS: tmpdir(), ...env },
    cwd,
  });
  const ports: IngestionWorkerPorts & { close(): Promise<void> } = await bindIngestionPorts(values, {
    cwd,
    ids: new RandomIds(),
  });
  const logger = createLogger({ name: 'test', level: 'silent' });
  const module = IngestionWorkerModule.register(
    { ...values, ...(maxOutageMs !== undefined && { maxOutageMs }) },
    ports,
    logger,
  );
  const arm: StartedArm = await startArmOverBus({
    app: 'ingestion-worker',
    module,
    logger,
    registry: new Registry(),
  });
  const job = (jobId: string): Promise<IngestionJob | null> => arm.client.request(getJob, { jobId }).catch(() => null);
  return {
    job,
    submit: async (path) =>
      (await arm.client.request(submitJob, { collection: COLLECTION, sources: [{ kind: 'path', path }] })).id,
    ended: (jobId) =>
      until(
        async () => {
          const now = await job(jobId);
          return now?.finishedAt ? now : null;
        },
        { timeoutMs: END_MS, what: 'the end of the job' },
      ),
    storedIds: async () =>
      (await arm.client.request(listDocuments, { collection: COLLECTION, limit: 1_000 })).documents.map(({ id }) => id),
    indexedIds: (index) => ports[index].documentIds(COLLECTION, signal),
    stop: async () => {
      await arm.close();
      await ports.close();
    },
  };
}
