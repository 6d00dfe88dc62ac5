import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  submitJob,
  watchJob,
  type IngestionCounts,
  type IngestionJob,
  type IngestionSource,
  type JobEvent,
} from '@arbiter/contracts';
import {
  bindIngestionPorts,
  ingestionWorkerConfig,
  IngestionWorkerModule,
  type IngestionWorkerPorts,
} from '@arbiter/ingestion-worker';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import { startArmOverBus, type StartedArm } from '@arbiter/platform/testing';
import type { Embedder } from '@arbiter/ports';
import { Registry } from 'prom-client';
import { RecordingEmbedder } from './embedders.js';

export const COLLECTION = 'measured';

/** The ingestion worker with its defaults over a new, empty library on disk, asked over a bus. */
export class MeasuredWorker {
  private constructor(
    private readonly arm: StartedArm,
    readonly ports: Pick<IngestionWorkerPorts, 'documents' | 'vectorIndex'>,
    /** Records the texts that the network was asked to embed. */
    readonly embedder: RecordingEmbedder,
    /** The data directory. */
    readonly directory: string,
    private readonly release: () => Promise<void>,
  ) {}

  /** @param embedderOver what is asked instead of the shipped model; it is given that model, which stays open meanwhile */
  static async start(
    embedderOver: (shipped: Embedder) => Embedder | Promise<Embedder> = (shipped) => shipped,
  ): Promise<MeasuredWorker> {
    const cwd = await mkdtemp(join(tmpdir(), 'arbiter-bench-ingest-'));
    const { values } = loadConfig(ingestionWorkerConfig, { env: {}, cwd });
    const bound = await bindIngestionPorts(values, { cwd, ids: new RandomIds(), reach: 'anywhere' });
    const embedder = new RecordingEmbedder(await embedderOver(bound.embedder));
    const logger = createLogger({ name: 'bench', level: 'fatal' });
    const arm = await startArmOverBus({
      app: 'ingestion-worker',
      module: IngestionWorkerModule.register(values, { ...bound, embedder }, logger),
      logger,
      registry: new Registry(),
    });
    return new MeasuredWorker(arm, bound, embedder, bound.directory.path, async () => {
      await bound.close();
      await rm(cwd, { recursive: true });
    });
  }

  /** @param heard called with the counts as the job goes on */
  async ingest(
    source: IngestionSource,
    heard: (counts: IngestionCounts) => void = () => undefined,
  ): Promise<IngestionJob> {
    const { id } = await this.arm.client.request(submitJob, { collection: COLLECTION, sources: [source] });
    const events = this.arm.client.stream(watchJob, { jobId: id });
    for (;;) {
      const next: IteratorResult<JobEvent, IngestionJob> = await events.next();
      if (next.done) return ended(next.value);
      if (next.value.type === 'progress') heard(next.value.counts);
    }
  }

  /** Whether the passage nearest to a text holds it. */
  async finds(text: string, signal: AbortSignal): Promise<boolean> {
    const [vector] = await this.embedder.embed([text], { kind: 'query', signal });
    if (!vector) return false;
    const [hit] = await this.ports.vectorIndex.search(COLLECTION, vector, { limit: 1, signal });
    const chunks = await this.ports.vectorIndex.chunks(COLLECTION, hit ? [hit.chunkId] : [], signal);
    return [...chunks.values()].some((chunk) => text.startsWith(chunk.text.slice(0, 30)));
  }

  async close(): Promise<void> {
    await this.arm.close();
    await this.release();
  }
}

/** A figure of a job that failed says nothing. */
function ended(job: IngestionJob): IngestionJob {
  if (job.state === 'succeeded' && job.counts.failed === 0) return job;
  const [failure] = job.failures;
  throw new Error(
    `The job ended as ${job.state}: ${job.error ?? failure?.reason ?? 'no reason'} (${failure?.source ?? ''})`,
  );
}
