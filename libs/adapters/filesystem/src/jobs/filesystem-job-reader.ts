import { open } from 'node:fs/promises';
import { type IngestionJob, parseJson } from '@arbiter/contracts';
import { type JobReader, type JobSelection, requeuedJob, selectJobs, withoutContent } from '@arbiter/ports';
import { type DataDirectory, readLockOwner } from '../data-directory.js';
import { readLines } from '../line-files.js';
import { nullWhenMissing } from '../read-text-file.js';
import { ENDED_JOBS_KEPT, JobEvent, JobLedger } from './job-ledger.js';

/**
 * The jobs of a data directory as their log tells them, read anew by every call. It changes nothing, and starts nothing:
 * for whoever looks at them beside the worker, or where there is none.
 */
export class FilesystemJobReader implements JobReader {
  constructor(private readonly directory: DataDirectory) {}

  async get(jobId: string): Promise<IngestionJob | null> {
    return (await this.#jobs()).find(({ id }) => id === jobId) ?? null;
  }

  async list(selection: JobSelection): Promise<readonly IngestionJob[]> {
    return selectJobs(await this.#jobs(), selection);
  }

  /** In order of submission. */
  async #jobs(): Promise<readonly IngestionJob[]> {
    const path = this.directory.resolve('jobs', 'log.jsonl');
    const ledger = new JobLedger(ENDED_JOBS_KEPT);
    await this.directory.attempt(path, () => nullWhenMissing(() => replay(path, ledger)));
    const jobs = ledger.jobs().map(withoutContent);
    // Without a worker no job is running: the next worker begins with those.
    const isHeld = (await readLockOwner(this.directory.path)) !== null;
    return isHeld ? jobs : jobs.map((job) => (job.state === 'running' ? requeuedJob(job) : job));
  }
}

/** Damaged lines, and lines being written, are left to the worker, which reports them when it opens the log. */
async function replay(path: string, ledger: JobLedger): Promise<void> {
  const file = await open(path, 'r');
  try {
    for await (const { bytes, whole } of readLines(file)) {
      const event = whole ? JobEvent.safeParse(parseJson(bytes.toString('utf8'))) : null;
      if (event?.success) ledger.apply(event.data);
    }
  } finally {
    await file.close();
  }
}
