import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { jobOf } from '@arbiter/ports/testing';
import { startNatsServer, until } from '@arbiter/testing';
import { connect } from 'nats';
import { unavailable } from '../../test/use-buckets.js';
import { JetStreamJobQueue } from './jetstream-job-queue.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;

suite('on a broker that goes away', () => {
  it('keeps what was queued, and takes the job of a worker that it does not hear of', async () => {
    const storeDir = await mkdtemp(join(tmpdir(), 'arbiter-jobs-'));
    const server = await startNatsServer({ jetstream: true, storeDir });
    const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const queue = new JetStreamJobQueue(connection, { clock: SYSTEM_CLOCK, ackWaitMs: 1_000 });
    try {
      await queue.submit(
        jobOf('job-1', { sources: [{ kind: 'inline', name: 'a.md', content: '# A', metadata: {} }] }),
        live,
      );
      await queue.submit(jobOf('job-2', { collection: 'other' }), live);
      expect((await queue.claim('worker', live))?.id).toBe('job-1');
      await server.stop('SIGKILL');
      await expect(queue.get('job-2')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      // By now others may have it, whatever the broker says when it is back.
      await expect(queue.heartbeat('job-1')).rejects.toMatchObject({ code: 'CONFLICT' });
      await server.restart();
      await until(() => queue.get('job-2').catch(() => null));
      const claimed = [await queue.claim('worker', live), await queue.claim('worker', live)];
      expect(claimed.map((job) => [job?.id, job?.attempts]).sort()).toEqual([
        ['job-1', 2],
        ['job-2', 1],
      ]);
      expect(claimed.flatMap((job) => job?.sources ?? [])).toContainEqual(expect.objectContaining({ content: '# A' }));
    } finally {
      await queue.close();
      await connection.close();
      await server.stop();
      await rm(storeDir, { recursive: true, force: true });
    }
  });
});
