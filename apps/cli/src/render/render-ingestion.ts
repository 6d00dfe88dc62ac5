import type { IngestionCounts, IngestionFailure, IngestionJob } from '@arbiter/contracts';
import { counted } from './counted.js';

/** What jobs did, and the sum of it. */
interface CountedJobs {
  readonly jobs: readonly IngestionJob[];
  readonly counts: IngestionCounts;
}

/** Failures that are listed; the rest is counted. */
const LISTED_FAILURES = 20;

/** `78 documents (78 added), 312 chunks in lantern-coast_lore`; nothing for jobs that came to nothing. */
export function renderCounts({ jobs, counts }: CountedJobs): string {
  if (jobs.every(({ state }) => state === 'failed') && Object.values(counts).every((count) => count === 0)) return '';
  const { added, changed, unchanged, deleted, failed, skipped, chunks } = counts;
  const collections = new Set(jobs.map(({ collection }) => collection));
  const parts = Object.entries({ added, changed, unchanged, deleted, failed, skipped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  const documents = counted(added + changed + unchanged, 'document');
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

export function renderFailure({ source, stage, reason }: IngestionFailure): string {
  return `${source} (${stage}): ${reason}`;
}
