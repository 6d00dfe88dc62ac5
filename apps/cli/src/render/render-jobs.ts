import type { IngestionJob } from '@arbiter/contracts';
import { counted } from './counted.js';
import { renderFailures, renderWarnings } from './render-ingestion.js';

/** A line for each job: id, state, collection, what it did, when it was queued. */
export function renderJobs(jobs: readonly IngestionJob[]): string {
  return jobs.map((job) => `${renderLine(job)}\n`).join('');
}

/** The same line, why it failed, what could not be read of documents, and the documents that could not be read. */
export function renderJob(job: IngestionJob): string {
  return `${renderLine(job)}\n${job.error === null ? '' : `${job.error}\n`}${renderWarnings([job])}${renderFailures([job])}`;
}

function renderLine({ id, state, collection, tenant, reindex, counts, attempts, createdAt }: IngestionJob): string {
  const { added, changed, unchanged, deleted, failed, found } = counts;
  const done = Object.entries({ added, changed, unchanged, deleted, failed })
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
