import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { NO_COUNTS } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import { describeJobQueue, jobOf } from '@arbiter/ports/testing';
import { unavailable, useBroker } from '../../test/use-buckets.js';
import { JetStreamJobQueue, type JetStreamJobQueueOptions } from './jetstream-job-queue.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;
/** Short, so that a dead worker is found out within a test; a living one answers in much less. */
/** Long enough that a busy machine is not taken for dead between two signs of life. */
const ACK_WAIT_MS = 1_000;
/** Jobs that a test takes one after the other, without a sign of life, must not be given again on a busy machine. */
const SUITE_ACK_WAIT_MS = 3_000;

suite('on a real nats-server', () => {
  const broker = useBroker();
  const opened = new WeakMap<JetStreamJobQueue, JetStreamJobQueueOptions>();
  const open = async (options: JetStreamJobQueueOptions): Promise<JetStreamJobQueue> => {
    const queue = new JetStreamJobQueue(await broker().connect(), options);
    opened.set(queue, options);
    return queue;
  };

  describeJobQueue('JetStreamJobQueue', {
    open: (clock: Clock, options = {}) => {
      return open({ clock, name: broker().newBucket(), ackWaitMs: SUITE_ACK_WAIT_MS, ...options });
    },
    // It gives no sign of life from here on, and neither finishes nor releases what it holds.
    loseWorker: async (queue) => {
      await queue.close();
      return open(opened.get(queue)!);
    },
  });

  const twoWorkers = async (ackWaitMs: number): Promise<[JetStreamJobQueue, JetStreamJobQueue]> => {
    const options = { clock: SYSTEM_CLOCK, name: broker().newBucket(), ackWaitMs };
    return [await open(options), await open(options)];
  };

  it('gives each of many jobs to one of two workers, and tells both how all of them stand', async () => {
    const workers = await twoWorkers(10_000);
    const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
    for (const id of ids) await workers[0].submit(jobOf(id, { collection: `c-${id}` }), live);
    const taken: string[] = [];
    await Promise.all(
      workers.map(async (worker) => {
        while (taken.length < ids.length) {
          const job = await worker.claim('w', AbortSignal.timeout(1_000));
          // Another worker has the last ones, or a busy machine is slow to hand one out.
          if (!job) continue;
          taken.push(job.id);
          await worker.finish(job.id, { state: 'succeeded' });
        }
      }),
    );
    expect(taken.sort()).toEqual([...ids].sort());
    for (const worker of workers) {
      expect(await worker.list({ state: 'succeeded', limit: 100 })).toHaveLength(ids.length);
      await worker.close();
    }
  });

  it('keeps a job with a worker that gives signs of life through a long stage, and takes it away when they end', async () => {
    const [first, second] = await twoWorkers(ACK_WAIT_MS);
    await first.submit(jobOf('job-1'), live);
    await first.claim('first', live);
    const claim = second.claim('second', live);
    const until = performance.now() + 4 * ACK_WAIT_MS;
    while (performance.now() < until) {
      expect(await first.heartbeat('job-1')).toBe('continue');
      await delay(ACK_WAIT_MS / 4);
    }
    expect(await second.get('job-1')).toMatchObject({ attempts: 1 });
    expect(await claim).toMatchObject({ id: 'job-1', attempts: 2 });
    // Whoever wakes up after that may write nothing any more.
    await expect(first.heartbeat('job-1')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(first.progress('job-1', NO_COUNTS, [])).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(first.finish('job-1', { state: 'succeeded' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(first.release('job-1')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await second.finish('job-1', { state: 'succeeded' })).state).toBe('succeeded');
    await Promise.all([first.close(), second.close()]);
  });

  it('lets any process cancel the job of another', async () => {
    const [first, second] = await twoWorkers(10_000);
    await first.submit(jobOf('job-1'), live);
    await first.claim('first', live);
    expect((await second.cancel('job-1')).state).toBe('running');
    expect(await first.heartbeat('job-1')).toBe('cancel');
    await Promise.all([first.close(), second.close()]);
  });
});
