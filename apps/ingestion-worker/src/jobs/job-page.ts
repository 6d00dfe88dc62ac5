import type { IngestionJob, OperationOutput, listJobs } from '@arbiter/contracts';

/** What an entry of a list shows of a job, at most; the job itself has the others. */
const SOURCES_SHOWN = 20;
const ISSUES_SHOWN = 10;
/** Characters of a page, past which it ends: half of what a message over NATS may hold by default. */
const PAGE_CHARS = 512 * 1_024;

/**
 * A page of jobs that has a bounded size, whatever the jobs are about.
 *
 * @param jobs one more than `limit`, where there are so many
 */
export function pageOf(jobs: readonly IngestionJob[], limit: number): OperationOutput<typeof listJobs> {
  const page: IngestionJob[] = [];
  let chars = 0;
  for (const job of jobs.slice(0, limit)) {
    const entry = entryOf(job);
    chars += JSON.stringify(entry).length;
    if (chars > PAGE_CHARS && page.length > 0) break;
    page.push(entry);
  }
  return { jobs: page, next: page.length < jobs.length ? (page.at(-1)?.id ?? null) : null };
}

function entryOf(job: IngestionJob): IngestionJob {
  const { sources, failures, warnings = [] } = job;
  const omitted = {
    sources: Math.max(0, sources.length - SOURCES_SHOWN),
    failures: Math.max(0, failures.length - ISSUES_SHOWN),
    warnings: Math.max(0, warnings.length - ISSUES_SHOWN),
  };
  return {
    ...job,
    sources: sources
      .slice(0, SOURCES_SHOWN)
      .map((source) => (source.kind === 'inline' ? { ...source, content: '', metadata: {} } : source)),
    failures: failures.slice(0, ISSUES_SHOWN),
    ...(job.warnings && { warnings: warnings.slice(0, ISSUES_SHOWN) }),
    ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
  };
}
