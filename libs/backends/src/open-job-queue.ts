import { randomUUID } from 'node:crypto';
import {
  type DataDirectory,
  FilesystemJobQueue,
  FilesystemJobReader,
  FilesystemScheduleStore,
} from '@arbiter/adapters-filesystem';
import { ArbiterError } from '@arbiter/contracts';
import { connectNats } from '@arbiter/messaging';
import type { Clock, JobQueue, JobReader, QueueLimits, ScheduleStore } from '@arbiter/ports';
import { brokerOf } from './open-library-stores.js';
import type { JobQueueSettings, LibrarySettings } from './store-variables.js';

export interface OpenJobQueueOptions {
  /** Open for writing; stays open. */
  readonly directory: DataDirectory;
  readonly clock: Clock;
  /** Dead workers after which a job is given up, ≥ 1. */
  readonly maxDeliveries: number;
  readonly limits?: QueueLimits;
}

export interface OpenedJobQueue {
  readonly queue: JobQueue;
  /** Schedules of recurring jobs. */
  readonly schedules: ScheduleStore;
  close(): Promise<void>;
}

/**
 * The job queue and its schedules, where JOB_QUEUE says.
 *
 * @throws ArbiterError INVALID_REQUEST for JOB_QUEUE=nats without NATS_URL, or with documents on a disk that other workers
 *   do not see; UNAVAILABLE when no broker is there
 */
export async function openJobQueue(
  settings: JobQueueSettings & LibrarySettings & { readonly natsUrl: string | undefined },
  { directory, clock, maxDeliveries, limits }: OpenJobQueueOptions,
): Promise<OpenedJobQueue> {
  const bounds = limits && { limits };
  if (settings.jobQueue === 'filesystem') {
    const queue = await FilesystemJobQueue.open({ directory, clock, maxDeliveries, ...bounds });
    const schedules = new FilesystemScheduleStore(directory, randomUUID);
    return { queue, schedules, close: () => queue.close() };
  }
  if (settings.documentStore === 'filesystem') {
    throw new ArbiterError(
      'INVALID_REQUEST',
      'JOB_QUEUE=nats needs DOCUMENT_STORE=nats: each worker would keep the documents of its jobs to itself.',
    );
  }
  const { JetStreamJobQueue, JetStreamScheduleStore } = await import('@arbiter/adapters-nats-jetstream');
  const link = await connectNats({ url: brokerOf('JOB_QUEUE', settings), name: 'arbiter-jobs' });
  const queue = new JetStreamJobQueue(link.connection, {
    clock,
    maxDeliveries,
    ackWaitMs: settings.jobLeaseSeconds * 1_000,
    ...bounds,
  });
  return {
    queue,
    schedules: new JetStreamScheduleStore(link.connection),
    async close() {
      await queue.close();
      await link.close();
    },
  };
}

/**
 * The jobs of the same queue for looking at: nothing is written, and no job is begun.
 *
 * @param directory read from; stays open
 * @throws ArbiterError INVALID_REQUEST for JOB_QUEUE=nats without NATS_URL, UNAVAILABLE when no broker is there
 */
export async function openJobReader(
  settings: JobQueueSettings & { readonly natsUrl: string | undefined },
  { directory, clock }: Pick<OpenJobQueueOptions, 'directory' | 'clock'>,
): Promise<{ readonly jobs: JobReader; close(): Promise<void> }> {
  if (settings.jobQueue === 'filesystem')
    return { jobs: new FilesystemJobReader(directory), close: () => Promise.resolve() };
  const { JetStreamJobQueue } = await import('@arbiter/adapters-nats-jetstream');
  const link = await connectNats({ url: brokerOf('JOB_QUEUE', settings), name: 'arbiter-jobs' });
  const queue = new JetStreamJobQueue(link.connection, { clock });
  return {
    jobs: queue,
    async close() {
      await queue.close();
      await link.close();
    },
  };
}
