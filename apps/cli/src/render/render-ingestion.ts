import { counted } from '@arbiter/contracts';
import type { IngestionCounts, IngestionFailure, IngestionJob, JobPace } from '@arbiter/contracts';

/** What jobs did, and the sum of it. */
interface CountedJobs {
  readonly jobs: readonly IngestionJob[];
  readonly counts: IngestionCounts;
}

/** Failures that are listed; the rest is counted. */
const LISTED_FAILURES = 20;
/** Files left out that are listed: fewer, because most are meant to be. */
const LISTED_LEFT_OUT = 10;

/** `78 documents (78 added), 312 chunks in lantern-coast_lore`; nothing for jobs that came to nothing. */
export function renderCounts({ jobs, counts }: CountedJobs): string {
  if (jobs.every(({ state }) => state === 'failed') && Object.values(counts).every((count) => count === 0)) return '';
  const { added, changed, unchanged, moved, deleted, failed, skipped, chunks } = counts;
  const collections = new Set(jobs.map(({ collection }) => collection));
  const parts = Object.entries({ added, changed, unchanged, moved, deleted, failed, skipped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  const documents = counted(added + changed + unchanged + moved, 'document');
  return `${documents} (${parts.length === 0 ? 'nothing to do' : parts.join(', ')}), ${counted(chunks, 'new chunk')} in ${[...collections].join(', ')}\n`;
}

/** One line per document that could not be read, the first twenty. */
export function renderFailures(jobs: readonly Pick<IngestionJob, 'failures' | 'counts'>[]): string {
  const failures = jobs.flatMap((job) => job.failures);
  const all = jobs.reduce((total, { counts }) => total + counts.failed, 0);
  const lines = failures.slice(0, LISTED_FAILURES).map((failure) => `  ${renderFailure(failure)}`);
  if (all > lines.length) lines.push(`  … and ${(all - lines.length).toLocaleString('en')} more`);
  return lines.length === 0 ? '' : `Not read:\n${lines.join('\n')}\n`;
}

/** One line per thing that could not be read of documents that were, the first twenty. */
export function renderWarnings(jobs: readonly Pick<IngestionJob, 'warnings'>[]): string {
  const warnings = jobs.flatMap((job) => job.warnings ?? []);
  const lines = warnings.slice(0, LISTED_FAILURES).map(({ source, warning }) => `  ${source}: ${warning}`);
  if (warnings.length > lines.length)
    lines.push(`  … and ${(warnings.length - lines.length).toLocaleString('en')} more`);
  return lines.length === 0 ? '' : `Read with gaps:\n${lines.join('\n')}\n`;
}

/** One line per file that was left out, with the reason, the first ten. */
export function renderLeftOut(jobs: readonly Pick<IngestionJob, 'leftOut' | 'counts'>[]): string {
  const leftOut = jobs.flatMap((job) => job.leftOut ?? []);
  const all = jobs.reduce((total, { counts }) => total + counts.skipped, 0);
  const lines = leftOut.slice(0, LISTED_LEFT_OUT).map(({ source, reason }) => `  ${source}: ${reason}`);
  if (lines.length > 0 && all > lines.length) lines.push(`  … and ${(all - lines.length).toLocaleString('en')} more`);
  return lines.length === 0 ? '' : `Left out:\n${lines.join('\n')}\n`;
}

export function renderFailure({ source, stage, reason }: IngestionFailure): string {
  return `${source} (${stage}): ${reason}`;
}

/** A line for each job: id, state, collection, work done and time queued. */
export function renderJobs(jobs: readonly IngestionJob[]): string {
  return jobs.map((job) => `${renderLine(job)}\n`).join('');
}

/** The same line, why it failed, what was left out or could not be read of documents, and the documents that could not be read. */
export function renderJob(job: IngestionJob): string {
  return `${renderLine(job)}\n${job.error === null ? '' : `${job.error}\n`}${renderLeftOut([job])}${renderWarnings([job])}${renderFailures([job])}`;
}

function renderLine({ id, state, collection, tenant, reindex, counts, attempts, createdAt }: IngestionJob): string {
  const { added, changed, unchanged, moved, deleted, failed, found } = counts;
  const done = Object.entries({ added, changed, unchanged, moved, deleted, failed })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  const facts = [
    state,
    tenant === 'default' ? collection : `${collection} (${tenant})`,
    ...(reindex ? ['reindex'] : []),
    `${counted(found, 'document')}${done.length === 0 ? '' : `: ${done.join(', ')}`}`,
    ...(attempts > 1 ? [`attempt ${attempts}`] : []),
    createdAt,
  ];
  return `${id}  ${facts.join(' · ')}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MEGABYTE = 1_000_000;

/** `12 documents/s, 1.4 MB/s, 3 min left`; empty where nothing can be said. */
export function renderPace(pace: JobPace | null, secondsLeft: number | null): string {
  if (!pace) return '';
  const speeds = [`${rounded(pace.documents)} documents/s`, `${rounded(pace.chunks)} chunks/s`];
  if (pace.bytes >= MEGABYTE / 10) speeds.push(`${rounded(pace.bytes / MEGABYTE)} MB/s`);
  return [...speeds, ...(secondsLeft === null ? [] : [`${renderDuration(secondsLeft)} left`])].join(', ');
}

function renderDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.ceil(seconds)} s`;
  if (seconds < HOUR) return `${Math.ceil(seconds / MINUTE)} min`;
  return `${(seconds / HOUR).toFixed(1)} h`;
}

function rounded(speed: number): string {
  return speed < 10 ? speed.toFixed(1) : Math.round(speed).toLocaleString('en');
}
