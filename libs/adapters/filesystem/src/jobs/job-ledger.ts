import {
  ArbiterError,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  NO_COUNTS,
} from '@arbiter/contracts';
import type { NewJob } from '@arbiter/ports';
import type { JobEvent } from './job-event.js';

/** As many failures as the contract's IngestionJob holds. */
const FAILURES_KEPT = 1_000;

interface Entry {
  readonly job: IngestionJob;
  readonly cancelRequested: boolean;
}

/** What the events of the log add up to. Knows no disk and no time. */
export class JobLedger {
  /** In order of submission. */
  readonly #entries = new Map<string, Entry>();
  /** In order of their ends. */
  readonly #ended = new Set<string>();

  /** @param endedKept ended jobs that are remembered; the oldest ends are forgotten first */
  constructor(private readonly endedKept: number) {}

  /** @returns false for an event that no job here could have had; it is then ignored */
  apply(event: JobEvent): boolean {
    switch (event.type) {
      case 'submitted':
        if (this.#entries.has(event.job.id)) return false;
        this.#entries.set(event.job.id, { job: queuedJob(event.job, event.at), cancelRequested: false });
        return true;
      case 'snapshot':
        if (this.#entries.has(event.job.id)) return false;
        this.#keep({ job: event.job, cancelRequested: event.cancelRequested });
        return true;
      case 'claimed': {
        const job = this.get(event.id);
        if (!job || hasEnded(job)) return false;
        this.#keep({
          job: {
            ...job,
            state: 'running',
            attempts: job.attempts + 1,
            counts: NO_COUNTS,
            failures: [],
            startedAt: event.at,
          },
          cancelRequested: false,
        });
        return true;
      }
      case 'cancelRequested': {
        const job = this.get(event.id);
        if (job?.state !== 'running') return false;
        this.#keep({ job, cancelRequested: true });
        return true;
      }
      case 'ended': {
        const job = this.get(event.id);
        if (!job || hasEnded(job)) return false;
        const { state, error, counts, failures } = event;
        const sources = job.sources.map((source) => (source.kind === 'inline' ? { ...source, content: '' } : source));
        this.#keep({
          job: { ...job, sources, state, error, counts, failures, finishedAt: event.at },
          cancelRequested: false,
        });
        return true;
      }
    }
  }

  /** Not an event: it lives as long as the attempt, and the event of its end holds the last. */
  setProgress(id: string, counts: IngestionCounts, failures: readonly IngestionFailure[]): void {
    const job = this.running(id);
    const kept = { ...job, counts: { ...counts }, failures: structuredClone(failures.slice(0, FAILURES_KEPT)) };
    this.#keep({ job: kept, cancelRequested: this.cancelRequested(id) });
  }

  /**
   * Puts the jobs of a dead process back into the queue.
   *
   * @returns those that had been asked to stop, which are still running here and are to be ended instead
   */
  requeueRunning(): readonly IngestionJob[] {
    const running = this.jobs().filter(({ state }) => state === 'running');
    const stopped = running.filter(({ id }) => this.cancelRequested(id));
    for (const job of running.filter(({ id }) => !this.cancelRequested(id))) {
      this.#keep({
        job: { ...job, state: 'queued', counts: NO_COUNTS, failures: [], startedAt: null },
        cancelRequested: false,
      });
    }
    return stopped;
  }

  /** In order of submission. */
  jobs(): readonly IngestionJob[] {
    return [...this.#entries.values()].map(({ job }) => job);
  }

  *snapshots(): Iterable<JobEvent> {
    for (const { job, cancelRequested } of this.#entries.values()) yield { type: 'snapshot', job, cancelRequested };
  }

  get(id: string): IngestionJob | null {
    return this.#entries.get(id)?.job ?? null;
  }

  cancelRequested(id: string): boolean {
    return this.#entries.get(id)?.cancelRequested ?? false;
  }

  /** @throws ArbiterError NOT_FOUND */
  known(id: string): IngestionJob {
    const job = this.get(id);
    if (!job) throw new ArbiterError('NOT_FOUND', `There is no job "${id}".`, { details: { jobId: id } });
    return job;
  }

  /** @throws ArbiterError NOT_FOUND, CONFLICT */
  running(id: string): IngestionJob {
    const job = this.known(id);
    if (job.state === 'running') return job;
    throw new ArbiterError('CONFLICT', `Job "${id}" is ${job.state}, not running.`, {
      details: { jobId: id, state: job.state },
    });
  }

  #keep(entry: Entry): void {
    const { job } = entry;
    this.#entries.set(job.id, entry);
    if (!hasEnded(job)) return;
    this.#ended.add(job.id);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= this.endedKept) break;
      this.#ended.delete(oldest);
      this.#entries.delete(oldest);
    }
  }
}

export function hasEnded({ state }: IngestionJob): boolean {
  return state !== 'queued' && state !== 'running';
}

function queuedJob({ id, collection, sources, language }: NewJob, createdAt: string): IngestionJob {
  return {
    id,
    collection,
    sources: structuredClone([...sources]),
    ...(language !== undefined && { language }),
    state: 'queued',
    attempts: 0,
    counts: NO_COUNTS,
    failures: [],
    error: null,
    createdAt,
    startedAt: null,
    finishedAt: null,
  };
}
