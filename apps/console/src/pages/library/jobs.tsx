import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Failure, Loaded } from '../../parts/states.js';
import { queries as cache, server } from '../../server/server.js';
import {
  countsInWords,
  hasEnded,
  type Job,
  type JobView,
  sourcesInWords,
  stateInWords,
  toneOf,
  viewOfProgress,
} from './job-progress.js';

/** Jobs per page of the list. */
const PAGE = 5;
/** How long the page waits before it follows a job again whose stream broke off, in milliseconds. */
const AGAIN_MS = 2_000;

/** The newest jobs, the running ones followed live. */
export function Jobs() {
  const jobs = useInfiniteQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal, pageParam }) => server.call('listJobs', { limit: PAGE, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <Loaded query={jobs} what="the jobs">
      {({ pages }) => {
        const list = pages.flatMap((page) => page.jobs);
        return (
          list.length > 0 && (
            <JobsCard isRunning={list.some((job) => !hasEnded(job))}>
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
            </JobsCard>
          )
        );
      }}
    </Loaded>
  );
}

/** Opens when something is read, and stays open when that has ended: what became of it is what people want to see. */
function JobsCard({ isRunning, children }: { readonly isRunning: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(isRunning);
  useEffect(() => {
    if (isRunning) setOpen(true);
  }, [isRunning]);
  return (
    <details className="card" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Jobs</h2>
      </summary>
      {children}
    </details>
  );
}

function JobRow({ job }: { readonly job: Job }) {
  const view = useJob(job);
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['jobs'] });
  const cancel = useMutation({ mutationFn: () => server.call('cancelJob', { jobId: job.id }), onSuccess });
  const retry = useMutation({ mutationFn: () => server.call('retryJob', { jobId: job.id }), onSuccess });
  const ended = hasEnded(view);
  const mayRetry = ended && (view.state !== 'succeeded' || job.counts.failed > 0);
  return (
    <li className="job">
      <div className="row">
        <span className="badge" data-tone={toneOf(view.state)}>
          {stateInWords(view.state)}
        </span>
        <span className="grow">
          {sourcesInWords(job)} <span className="soft">→ {job.collection}</span>
        </span>
        <time className="small soft" dateTime={job.createdAt}>
          {new Date(job.createdAt).toLocaleString()}
        </time>
        {!ended && (
          <button type="button" className="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop<span className="visually-hidden"> reading {sourcesInWords(job)}</span>
          </button>
        )}
        {mayRetry && (
          <button type="button" className="quiet" disabled={retry.isPending} onClick={() => retry.mutate()}>
            Try again<span className="visually-hidden"> to read {sourcesInWords(job)}</span>
          </button>
        )}
      </div>
      {!ended && <progress aria-label="Progress" {...(view.share !== null && { value: view.share })} max={1} />}
      <p className="small soft">
        {countsInWords(view.counts)}
        {[view.pace, view.left, view.current].map((each) => each !== null && <span key={each}> · {each}</span>)}
      </p>
      {job.error !== null && <p className="small">{job.error}</p>}
      {(cancel.error ?? retry.error) !== null && <Failure error={cancel.error ?? retry.error} />}
      <Remarks
        title="Failed"
        entries={job.failures.map(({ source, reason }) => [source, reason])}
        count={job.counts.failed}
      />
      <Remarks
        title="Left out"
        entries={(job.leftOut ?? []).map(({ source, reason }) => [source, reason])}
        count={job.counts.skipped}
      />
      <Remarks
        title="Could not be read in part"
        entries={(job.warnings ?? []).map(({ source, warning }) => [source, warning])}
        count={(job.warnings?.length ?? 0) + (job.omitted?.warnings ?? 0)}
      />
    </li>
  );
}

interface RemarksProps {
  readonly title: string;
  /** Names with their reasons. */
  readonly entries: readonly (readonly [string, string])[];
  readonly count: number;
}

/** By name, and why; a job tells its first ones. */
function Remarks({ title, entries, count }: RemarksProps) {
  if (count === 0) return null;
  return (
    <details className="small">
      <summary>
        {title}: {count.toLocaleString('en')}
      </summary>
      <ul>
        {entries.map(([source, reason], at) => (
          <li key={`${at} ${source}`}>
            <strong>{source}</strong>: {reason}
          </li>
        ))}
        {count > entries.length && <li className="soft">and {(count - entries.length).toLocaleString('en')} more</li>}
      </ul>
    </details>
  );
}

/** A job as it is now: followed while it runs, also over a restart of the server. */
function useJob(job: Job): JobView {
  const [live, setLive] = useState<JobView | null>(null);
  const isRunning = !hasEnded(job);
  useEffect(() => {
    if (!isRunning) return;
    const gone = new AbortController();
    void follow(job.id, setLive, gone.signal);
    return () => gone.abort();
  }, [job.id, isRunning]);
  const { state, counts } = job;
  return isRunning && live ? live : { state, counts, share: null, current: null, pace: null, left: null };
}

async function follow(jobId: string, onView: (view: JobView) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of server.stream('watchJob', { jobId }, { signal })) {
        if (event.type === 'progress') onView(viewOfProgress(event));
      }
      await Promise.all(
        ['jobs', 'collections', 'documents'].map((key) => cache.invalidateQueries({ queryKey: [key] })),
      );
      return;
    } catch {
      // Whoever restarts the server finds the job where it was.
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
