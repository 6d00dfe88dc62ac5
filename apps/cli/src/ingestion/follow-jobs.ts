import { cancelJob, watchJob, type IngestionCounts, type IngestionJob, type JobEvent } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import type { OperationCaller } from '../library/library.js';
import { createProgressDisplay, type ProgressDisplay } from '../terminal/progress.display.js';

/**
 * Shows the progress of jobs until each has ended. When the user asks to stop, the jobs are cancelled and their end
 * is awaited all the same, so that nothing is left half written.
 *
 * @returns the jobs as they ended, in the given order
 */
export async function followJobs(
  library: OperationCaller,
  jobs: readonly IngestionJob[],
  context: CommandContext,
): Promise<IngestionJob[]> {
  const display = createProgressDisplay(context.terminal, context.now);
  const { signal } = context.interruption;
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancelAll = (): void => {
    cancelling = Promise.allSettled(jobs.map(({ id }) => library.request(cancelJob, { jobId: id })));
  };
  if (signal.aborted) cancelAll();
  signal.addEventListener('abort', cancelAll, { once: true });
  try {
    const ended: IngestionJob[] = [];
    for (const job of jobs) ended.push(await followJob(library, job, display));
    await cancelling;
    return ended;
  } finally {
    signal.removeEventListener('abort', cancelAll);
  }
}

async function followJob(library: OperationCaller, job: IngestionJob, display: ProgressDisplay): Promise<IngestionJob> {
  const events = library.stream(watchJob, { jobId: job.id });
  try {
    let next = await events.next();
    while (!next.done) {
      showEvent(next.value, job.collection, display);
      next = await events.next();
    }
    return next.value;
  } finally {
    display.end();
  }
}

function showEvent(event: JobEvent, label: string, display: ProgressDisplay): void {
  if (event.type !== 'progress') return;
  const { settled, total, counts, current } = event;
  const working = current === null ? '' : ` · ${current}`;
  display.show({ label, settled, total, detail: `${counts.chunks} chunks${working}` });
}

/** The sum of what several jobs did. */
export function sumCounts(jobs: readonly Pick<IngestionJob, 'counts'>[]): IngestionCounts {
  const sum = (key: keyof IngestionCounts): number => jobs.reduce((total, { counts }) => total + counts[key], 0);
  return {
    found: sum('found'),
    added: sum('added'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    deleted: sum('deleted'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    chunks: sum('chunks'),
    bytes: sum('bytes'),
  };
}
