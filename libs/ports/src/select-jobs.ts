import { DEFAULT_TENANT, type IngestionJob } from '@arbiter/contracts';
import { canonicalJson } from './canonical-json.js';
import type { JobSelection, NewJob } from './job-queue.js';

/**
 * What `JobQueue.list` answers.
 *
 * @param jobs in order of submission
 * @returns at most `limit` of those that match, newest first
 */
export function selectJobs(
  jobs: readonly IngestionJob[],
  { collection, state, limit, before }: JobSelection,
): readonly IngestionJob[] {
  const end =
    before === undefined
      ? jobs.length
      : Math.max(
          0,
          jobs.findIndex(({ id }) => id === before),
        );
  return jobs
    .slice(0, end)
    .filter((job) => collection === undefined || job.collection === collection)
    .filter((job) => state === undefined || job.state === state)
    .reverse()
    .slice(0, limit);
}

/**
 * What makes two jobs equal for `JobQueue.submit`: tenant, collection, sources, language, rebuilding and cost as JSON, whatever the order
 * of keys in the metadata of a source.
 */
export function jobKey({
  tenant = DEFAULT_TENANT,
  collection,
  sources,
  language,
  reindex,
  maxCost,
}: Omit<NewJob, 'id'>): string {
  return canonicalJson([tenant, collection, sources, language, reindex, maxCost]);
}
