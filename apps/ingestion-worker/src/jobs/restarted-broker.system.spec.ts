import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { natsServerAvailable, startNatsServer, until } from '@arbiter/testing';
import { startWorker } from '../../test/started-worker.js';
import { writeNotes } from '../../test/write-notes.js';

/** More than a batch of the pipeline (64 chunks): the job still runs when the first documents are stored. */
const NOTES = 100;
/** A guard against hangs, no measure: on a busy machine the first batch takes minutes. */
const FIRST_MS = 300_000;
const noBroker = natsServerAvailable();

(noBroker === null ? describe : describe.skip)(
  `a broker that is started anew while a job runs${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
  () => {
    it('costs no document: the job waits, goes on, and ends with each exactly once in every store', async () => {
      const scratch = await mkdtemp(join(tmpdir(), 'arbiter-restarted-'));
      const broker = await startNatsServer({ jetstream: true, storeDir: join(scratch, 'broker') });
      const env = { NATS_URL: broker.url, DOCUMENT_STORE: 'nats' };
      const worker = await startWorker(env, scratch);
      try {
        const notes = join(scratch, 'notes');
        await writeNotes(notes, NOTES);
        const id = await worker.submit(notes);
        const running = await until(
          async () => {
            const job = await worker.job(id);
            return job && job.counts.added > 0 ? job : null;
          },
          { timeoutMs: FIRST_MS, what: 'the first documents' },
        );
        expect(running.state).toBe('running');
        await broker.restart();
        expect(await worker.ended(id)).toMatchObject({ state: 'succeeded', counts: { found: NOTES, failed: 0 } });
        const stored = await worker.storedIds();
        expect(stored).toHaveLength(NOTES);
        expect(await worker.indexedIds('vectorIndex')).toEqual(stored);
        expect(await worker.indexedIds('keywordIndex')).toEqual(stored);
      } finally {
        await worker.stop();
        await broker.stop();
        await rm(scratch, { recursive: true });
      }
    });
  },
);
