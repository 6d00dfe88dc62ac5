import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Failure, Loaded } from '../../parts/states.js';
import { domainsQuery, LIBRARY } from '../../server/library-queries.js';
import { queries, server } from '../../server/server.js';
import {
  countsInWords,
  isRunning,
  type Job,
  NOTHING_READ,
  outcomeOf,
  type Progress,
  progressInWords,
  sourcesInWords,
} from './job-progress.js';

/** Jobs per page of the list. */
const PAGE = 5;
/** How often what the library holds is asked for while jobs add to it, in milliseconds. */
const GROWTH_MS = 5_000;

/** The newest jobs, the running ones followed live. */
export function Jobs() {
  const jobs = useInfiniteQuery({
    queryKey: [LIBRARY, 'jobs'],
    queryFn: ({ signal, pageParam }) => server.call('listJobs', { limit: PAGE, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.jobs),
  });
  // Opens when something is read, and stays open when that has ended: what became of it is what people want to see.
  const [isOpen, setOpen] = useState(false);
  const isReading = jobs.data?.some(isRunning) ?? false;
  useEffect(() => {
    if (!isReading) return undefined;
    setOpen(true);
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [LIBRARY] }), GROWTH_MS);
    return () => clearInterval(timer);
  }, [isReading]);
  return (
    <Loaded query={jobs} what="the jobs">
      {(list) =>
        list.length > 0 && (
          <details className="card" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
              <h2>Jobs</h2>
            </summary>
            <ul className="plain">
              {list.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
            {jobs.hasNextPage && (
              <button type="button" onClick={() => void jobs.fetchNextPage()}>
                Older jobs
              </button>
            )}
          </details>
        )
      }
    </Loaded>
  );
}

function JobRow({ job }: { readonly job: Job }) {
  const progress = useProgress(job);
  const { state, counts } = progress ?? job;
  const outcome = outcomeOf({ state, counts });
  const isNothing = outcome === NOTHING_READ;
  const { data: packs } = useQuery(domainsQuery);
  const name = sourcesInWords(job, packs);
  const canStop = isRunning({ state });
  const canRetry = !canStop && (state !== 'succeeded' || job.counts.failed > 0);
  const change = useMutation({
    mutationFn: () => server.call(canStop ? 'cancelJob' : 'retryJob', { jobId: job.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [LIBRARY, 'jobs'] }),
  });
  const warnings = job.warnings?.map(({ source, warning }) => ({ source, reason: warning })) ?? [];
  return (
    <li className="job">
      <div className="row">
        <span className="badge" data-tone={outcome.tone}>
          {outcome.words}
        </span>
        <span className="grow">
          {name} <span className="soft">→</span>{' '}
          <Link to="/library" search={{ collection: job.collection }}>
            {job.collection}
          </Link>
        </span>
        <time className="small soft" dateTime={job.createdAt}>
          {new Date(job.createdAt).toLocaleString()}
        </time>
        {(canStop || canRetry) && (
          <button type="button" className="quiet" disabled={change.isPending} onClick={() => change.mutate()}>
            {canStop ? 'Stop' : 'Try again'}
            <span className="visually-hidden">: {name}</span>
          </button>
        )}
      </div>
      {canStop && (
        <progress aria-label="Progress" max={progress?.total ?? undefined} value={progress?.settled || undefined} />
      )}
      <p className="small soft">
        {[countsInWords(counts), progress && progressInWords(progress)].filter(Boolean).join(' · ')}
      </p>
      {job.error !== null && <p className="small">{job.error}</p>}
      {change.error !== null && <Failure error={change.error} />}
      <Remarks title="Failed" entries={job.failures} count={job.counts.failed} isOpen={isNothing} />
      <Remarks title="Left out" entries={job.leftOut ?? []} count={job.counts.skipped} isOpen={isNothing} />
      <Remarks
        title="Could not be read in part"
        entries={warnings}
        count={warnings.length + (job.omitted?.warnings ?? 0)}
      />
    </li>
  );
}

interface RemarksProps {
  readonly title: string;
  readonly entries: readonly { readonly source: string; readonly reason: string }[];
  readonly count: number;
  readonly isOpen?: boolean;
}

/** By name, and why; a job tells its first ones. */
function Remarks({ title, entries, count, isOpen }: RemarksProps) {
  if (count === 0) return null;
  return (
    <details className="small" open={isOpen}>
      <summary>
        {title}: {count.toLocaleString('en')}
      </summary>
      <ul>
        {entries.map(({ source, reason }, at) => (
          <li key={at}>
            <strong>{source}</strong>: {reason}
          </li>
        ))}
        {count > entries.length && <li className="soft">and {(count - entries.length).toLocaleString('en')} more</li>}
      </ul>
    </details>
  );
}

/** Where a running job is, followed also over a restart of the server; null when it has ended or nothing is known yet. */
function useProgress(job: Job): Progress | null {
  const queryKey = ['progress', job.id];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Progress | null> => {
      for await (const event of server.stream('watchJob', { jobId: job.id }, { signal }))
        if (event.type === 'progress') queries.setQueryData(queryKey, event);
      await queries.invalidateQueries({ queryKey: [LIBRARY] });
      return null;
    },
    enabled: isRunning(job),
    // Who tries a job again follows it anew.
    staleTime: 0,
  });
  return (isRunning(job) && data) || null;
}
