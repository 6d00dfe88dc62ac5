import {
  counted,
  cancelJob,
  listJobs,
  watchJob,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  type JobEvent,
  type JobState,
  type OperationRequest,
} from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import type { LibraryCallOptions, OperationCaller } from '../library/library.js';
import { clipped } from '../render/format-text.js';
import { renderFailure, renderPace } from '../render/render-ingestion.js';
import { createProgressDisplay, type ProgressDisplay } from '../terminal/progress.display.js';

const UNFINISHED: ReadonlySet<JobState> = new Set<JobState>(['queued', 'running']);

/** Characters of a failure that progress has room for; all of it is told at the end. */
const MAX_FAILURE = 100;
/** The most that one call lists. */
const PAGE = 1_000;

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
    await followEarlierJobs(library, jobs, context, display);
    const ended: IngestionJob[] = [];
    for (const job of jobs) ended.push(await followJob(library, job, display));
    await cancelling;
    return ended;
  } finally {
    signal.removeEventListener('abort', cancelAll);
  }
}

/**
 * A library works on one job after the other: those that came before ours, such as one that a crash cut short, are
 * finished first. They are not ours to cancel, only no longer waited for when the user asks to stop.
 */
async function followEarlierJobs(
  library: OperationCaller,
  ours: readonly IngestionJob[],
  context: CommandContext,
  display: ProgressDisplay,
): Promise<void> {
  const { signal } = context.interruption;
  const ids = new Set(ours.map(({ id }) => id));
  const jobs = await allJobs(library, {}, { signal });
  const earlier = jobs.filter(
    ({ id, state, createdAt }) =>
      !ids.has(id) && UNFINISHED.has(state) && ours.every((job) => createdAt <= job.createdAt),
  );
  for (const job of earlier.reverse()) {
    if (signal.aborted) return;
    remark(context, `First finishing job ${job.id}, which was begun before.`);
    try {
      await followJob(library, job, display, { signal });
    } catch (error) {
      if (context.interruption.exitCode === null) throw error;
    }
  }
}

/** Jobs, newest first, page after page. */
export async function allJobs(
  library: OperationCaller,
  { limit = Infinity, ...selection }: Omit<OperationRequest<typeof listJobs>, 'before' | 'limit'> & { limit?: number },
  options: LibraryCallOptions,
): Promise<IngestionJob[]> {
  const found: IngestionJob[] = [];
  let next: string | null | undefined;
  while (next !== null && found.length < limit) {
    const input = {
      ...selection,
      limit: Math.min(PAGE, limit - found.length),
      ...(next !== undefined && { before: next }),
    };
    const page = await library.request(listJobs, input, options);
    found.push(...page.jobs);
    ({ next } = page);
  }
  return found;
}

/** Shows the progress of one job until it has ended. */
export async function followJob(
  library: OperationCaller,
  job: IngestionJob,
  display: ProgressDisplay,
  options: LibraryCallOptions = {},
): Promise<IngestionJob> {
  const events = library.stream(watchJob, { jobId: job.id }, options);
  let failure: IngestionFailure | null = null;
  try {
    let next = await events.next();
    while (!next.done) {
      if (next.value.type === 'failure') ({ failure } = next.value);
      else showProgress(next.value, { label: job.collection, failure }, display);
      next = await events.next();
    }
    return next.value;
  } finally {
    display.end();
  }
}

/** @param failure the last that was told of, null before the first */
function showProgress(
  { settled, total, counts, current, pace, secondsLeft }: Extract<JobEvent, { type: 'progress' }>,
  { label, failure }: { readonly label: string; readonly failure: IngestionFailure | null },
  display: ProgressDisplay,
): void {
  const working = current === null ? '' : ` · ${current}`;
  const speed = renderPace(pace, secondsLeft);
  const last = failure === null ? '' : ` (${clipped(renderFailure(failure), MAX_FAILURE)})`;
  const failed = counts.failed === 0 ? '' : `, ${counts.failed.toLocaleString('en')} not read${last}`;
  const detail = `${counted(counts.chunks, 'chunk')}${speed === '' ? '' : `, ${speed}`}${failed}${working}`;
  display.show({ label, settled, total, detail });
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
    moved: sum('moved'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    chunks: sum('chunks'),
    embedded: sum('embedded'),
    bytes: sum('bytes'),
  };
}

/**
 * Shows the progress of jobs until each has ended, or the user looks away: that leaves the jobs as they are.
 *
 * @returns the jobs that were seen to their end
 */
export async function watchJobs(
  library: OperationCaller,
  jobs: readonly IngestionJob[],
  context: CommandContext,
): Promise<IngestionJob[]> {
  const display = createProgressDisplay(context.terminal, context.now);
  const ended: IngestionJob[] = [];
  for (const job of jobs) {
    try {
      ended.push(await followJob(library, job, display, { signal: context.interruption.signal }));
    } catch (error) {
      if (context.interruption.exitCode === null) throw error;
    }
  }
  return ended;
}
