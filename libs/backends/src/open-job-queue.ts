import { randomUUID } from 'node:crypto';
import {
  type DataDirectory,
  FilesystemJobQueue,
  FilesystemJobReader,
  FilesystemScheduleStore,
} from '@arbiter/adapters-filesystem';
import { connectNats } from '@arbiter/messaging';
import type { Clock, JobQueue, JobReader, ScheduleStore } from '@arbiter/ports';
import { brokerOf } from './open-library-stores.js';
import type { LibrarySettings } from './store-variables.js';

export interface OpenJobQueueOptions {
  /** Open for writing; stays open. */
  readonly directory: DataDirectory;
  readonly clock: Clock;
}

export interface OpenedJobQueue {
  readonly queue: JobQueue;
  /** Schedules of recurring jobs. */
  readonly schedules: ScheduleStore;
  close(): Promise<void>;
}

/**
 * The job queue and its schedules, where DOCUMENT_STORE says: the workers of one queue share its documents.
 *
 * @throws ArbiterError INVALID_REQUEST for DOCUMENT_STORE=nats without NATS_URL; UNAVAILABLE when no broker is there
 */
export async function openJobQueue(
  settings: LibrarySettings & { readonly natsUrl: string | undefined },
  { directory, clock }: OpenJobQueueOptions,
): Promise<OpenedJobQueue> {
  if (settings.documentStore === 'filesystem') {
    const queue = await FilesystemJobQueue.open({ directory, clock });
    const schedules = new FilesystemScheduleStore(directory, randomUUID);
    return { queue, schedules, close: () => queue.close() };
  }
  const { JetStreamJobQueue, JetStreamScheduleStore } = await import('@arbiter/adapters-nats-jetstream');
  const link = await connectNats({ url: brokerOf('DOCUMENT_STORE', settings), name: 'arbiter-jobs' });
  const queue = new JetStreamJobQueue(link.connection, { clock });
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
 * @throws ArbiterError INVALID_REQUEST for DOCUMENT_STORE=nats without NATS_URL, UNAVAILABLE when no broker is there
 */
export async function openJobReader(
  settings: LibrarySettings & { readonly natsUrl: string | undefined },
  { directory, clock }: OpenJobQueueOptions,
): Promise<{ readonly jobs: JobReader; close(): Promise<void> }> {
  if (settings.documentStore === 'filesystem')
    return { jobs: new FilesystemJobReader(directory), close: () => Promise.resolve() };
  const { JetStreamJobQueue } = await import('@arbiter/adapters-nats-jetstream');
  const link = await connectNats({ url: brokerOf('DOCUMENT_STORE', settings), name: 'arbiter-jobs' });
  const queue = new JetStreamJobQueue(link.connection, { clock });
  return {
    jobs: queue,
    async close() {
      await queue.close();
      await link.close();
    },
  };
}
