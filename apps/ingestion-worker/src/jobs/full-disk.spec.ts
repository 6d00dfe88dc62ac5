import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDocuments, submitJob, watchJob, type IngestionJob } from '@arbiter/contracts';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import { startArmOverBus, type StartedArm } from '@arbiter/platform/testing';
import { Registry } from 'prom-client';
import { ingestionWorkerConfig } from '../ingestion-worker.config.js';
import { bindIngestionPorts, IngestionWorkerModule, type IngestionWorkerPorts } from '../ingestion-worker.module.js';

const DISK_MIB = 48;
/** Enough for some documents and not for all. */
const LEFT_BYTES = 400 * 1_024;
const NOTES = 150;
const COLLECTION = 'coast';

/** A disk of its own, which only some users may make. */
function mountDisk(path: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', path], { stdio: 'ignore' });
    return null;
  } catch {
    return 'a disk of its own cannot be mounted by this user';
  }
}

const scratch = await mkdtemp(join(tmpdir(), 'arbiter-full-disk-'));
const data = join(scratch, 'data');
await mkdir(data);
const noDisk = mountDisk(data);

let ports: IngestionWorkerPorts & { close(): Promise<void> };
let arm: StartedArm;

beforeAll(async () => {
  if (noDisk !== null) return;
  const env = { ARBITER_DATA_DIR: data, INGESTION_PATIENCE_SECONDS: '1', EMBEDDING_CACHE_MB: '0' };
  const { values } = loadConfig(ingestionWorkerConfig, { env, cwd: scratch });
  ports = await bindIngestionPorts(values, scratch, new RandomIds());
  const logger = createLogger({ name: 'test', level: 'silent' });
  const module = IngestionWorkerModule.register(values, ports, logger);
  arm = await startArmOverBus({ app: 'ingestion-worker', module, logger, registry: new Registry() });
});
afterAll(async () => {
  if (noDisk === null) {
    await arm.close();
    await ports.close();
    // A store may let go of its last file later.
    execFileSync('umount', ['--lazy', data]);
  }
  await rm(scratch, { recursive: true });
});

async function ingest(folder: string): Promise<IngestionJob> {
  const sources = [{ kind: 'path' as const, path: folder }];
  const { id } = await arm.client.request(submitJob, { collection: COLLECTION, sources });
  const events = arm.client.stream(watchJob, { jobId: id });
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
  }
}

async function storedIds(): Promise<string[]> {
  const { documents } = await arm.client.request(listDocuments, { collection: COLLECTION, limit: 1_000 });
  return documents.map(({ id }) => id);
}

async function indexedIds(): Promise<readonly (readonly string[])[]> {
  const { signal } = new AbortController();
  return Promise.all([ports.vectorIndex, ports.keywordIndex].map((index) => index.documentIds(COLLECTION, signal)));
}

(noDisk === null ? describe : describe.skip)(
  `a disk that is full${noDisk === null ? '' : ` (skipped: ${noDisk})`}`,
  () => {
    it('fails the job with the reason, leaves nothing half written to be found, and the worker goes on once there is room', async () => {
      const [few, many] = [join(scratch, 'few'), join(scratch, 'many')];
      await mkdir(few);
      await mkdir(many);
      await writeFile(join(few, 'first.md'), '# First\n\nThe lamp burns whale oil.\n');
      for (let n = 0; n < NOTES; n += 1) {
        await writeFile(
          join(many, `${n}.md`),
          `# Note ${n}\n\n${`Cargo ${n} was weighed at the pier and found whole. `.repeat(4)}\n`,
        );
      }
      expect((await ingest(few)).state).toBe('succeeded');

      const { bavail, bsize } = await statfs(data);
      const filler = join(data, 'filler');
      await writeFile(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES));
      const failed = await ingest(many);
      expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/disk (is )?full/) });
      await rm(filler);
      const stored = await storedIds();
      expect(stored.length).toBeLessThan(NOTES);
      expect(await indexedIds()).toEqual([stored, stored]);

      expect(await ingest(many)).toMatchObject({ state: 'succeeded', counts: { found: NOTES, failed: 0 } });
      const all = await storedIds();
      expect(all).toHaveLength(NOTES + 1);
      expect(await indexedIds()).toEqual([all, all]);
    });
  },
);
