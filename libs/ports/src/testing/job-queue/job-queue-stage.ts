import type { Clock } from '../../clock.js';
import type { JobQueue, NewJob, QueueLimits } from '../../job-queue.js';

/** The operations that the suite needs besides the port. */
export interface JobQueueStage<Q extends JobQueue = JobQueue> {
  /** An empty queue that uses the clock and gives up a job after `maxDeliveries` dead workers. */
  open(clock: Clock, options?: { readonly maxDeliveries?: number; readonly limits?: QueueLimits }): Q | Promise<Q>;
  /** Ends the worker that holds the queue, as kill -9 would. @returns the queue as the next worker finds it */
  loseWorker(queue: Q): Q | Promise<Q>;
}

/** A job for tests that ingests the folder `/library`. */
export function jobOf(id: string, overrides: Partial<NewJob> = {}): NewJob {
  return { id, collection: 'default', sources: [{ kind: 'path', path: `/library/${id}` }], ...overrides };
}
