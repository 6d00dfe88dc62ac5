import type { IngestionCounts, IngestionJob } from '@arbiter/contracts';
import { type Clock, type JobReader, SYSTEM_CLOCK } from '@arbiter/ports';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Jobs of each state that are counted; more show as this many. */
const MOST_JOBS = 1_000;
/** From a note to a library, in seconds. */
const DURATION_BUCKETS_S = [1, 5, 15, 60, 300, 900, 3_600, 14_400];

/** Of the counts of a job, those that add up to its documents. */
const OUTCOMES = ['added', 'changed', 'unchanged', 'deleted', 'moved', 'failed'] as const;

/** Shows the queue whenever the metrics are read, and counts what jobs did. */
export class JobObserver {
  private readonly ended: Counter<'state'>;
  private readonly seconds: Histogram<'state'>;
  private readonly documents: Counter<'outcome'>;

  constructor(registry: Registry, queue: Pick<JobReader, 'list'>, clock: Pick<Clock, 'now'> = SYSTEM_CLOCK) {
    const registers = [registry];
    this.ended = new Counter({
      name: 'arbiter_jobs_ended_total',
      help: 'Jobs of this worker that have ended, by state.',
      labelNames: ['state'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'arbiter_job_duration_seconds',
      help: 'Time from the start of a job to its end.',
      labelNames: ['state'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.documents = new Counter({
      name: 'arbiter_ingested_documents_total',
      help: 'Documents of ended jobs by what became of them.',
      labelNames: ['outcome'],
      registers,
    });
    // One look at the queue serves both metrics of a reading.
    let looking: Promise<Waiting | null> | null = null;
    const look = (): Promise<Waiting | null> =>
      (looking ??= lookAt(queue, clock).finally(() => {
        looking = null;
      }));
    new Gauge({
      name: 'arbiter_jobs',
      help: `Jobs of the queue that wait and that run, of each state at most ${MOST_JOBS}. Absent while the queue is away.`,
      labelNames: ['state'],
      registers,
      async collect() {
        const waiting = await look();
        // What is not known is not shown: an old number would pass for a new one.
        this.reset();
        if (!waiting) return;
        this.set({ state: 'queued' }, waiting.queued);
        this.set({ state: 'running' }, waiting.running);
      },
    });
    new Gauge({
      name: 'arbiter_jobs_oldest_queued_age_seconds',
      help: 'How long the oldest waiting job has waited; 0 where none waits, NaN while the queue is away.',
      registers,
      async collect() {
        this.set((await look())?.oldestAgeSeconds ?? Number.NaN);
      },
    });
  }

  /** @param job as the queue has it after its end */
  jobEnded({ state, startedAt, finishedAt, counts }: IngestionJob): void {
    this.ended.inc({ state });
    if (startedAt !== null && finishedAt !== null)
      this.seconds.observe({ state }, Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
    for (const outcome of OUTCOMES) this.documents.inc({ outcome }, counts[outcome satisfies keyof IngestionCounts]);
  }
}

interface Waiting {
  readonly queued: number;
  readonly running: number;
  readonly oldestAgeSeconds: number;
}

/** @returns null while the queue is away */
async function lookAt(queue: Pick<JobReader, 'list'>, clock: Pick<Clock, 'now'>): Promise<Waiting | null> {
  try {
    const [queued, running] = await Promise.all([
      queue.list({ state: 'queued', limit: MOST_JOBS }),
      queue.list({ state: 'running', limit: MOST_JOBS }),
    ]);
    const now = clock.now();
    const oldest = queued.reduce((earliest, { createdAt }) => Math.min(earliest, Date.parse(createdAt)), now);
    return { queued: queued.length, running: running.length, oldestAgeSeconds: (now - oldest) / 1_000 };
  } catch {
    return null;
  }
}
