import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClientError } from '@arbiter/client';
import { Failure } from '../../parts/states.js';
import { server } from '../../server/server.js';

/** Earlier conversations, the last one first. */
export function SessionsRail({ current, onNew }: { readonly current: string | undefined; readonly onNew: () => void }) {
  const sessions = useInfiniteQuery({
    queryKey: ['sessions'],
    queryFn: ({ pageParam, signal }) =>
      server.call('listSessions', { limit: 30, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const isMissing = sessions.error instanceof ClientError && sessions.error.status === 404;
  const all = sessions.data?.pages.flatMap((page) => page.sessions) ?? [];
  return (
    <nav className="rail" aria-label="Conversations">
      <button type="button" onClick={onNew}>
        New conversation
      </button>
      {sessions.error && !isMissing && <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul>
        {all.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <Link to="/" search={{ session: id }} aria-current={id === current ? 'page' : undefined}>
              <span>{title || 'Without a title'}</span>
              <time dateTime={updatedAt} className="small soft">
                {new Date(updatedAt).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {sessions.data && all.length === 0 && <p className="small soft">What you ask is kept here.</p>}
      {sessions.hasNextPage && (
        <button type="button" className="quiet small" onClick={() => void sessions.fetchNextPage()}>
          Earlier ones
        </button>
      )}
    </nav>
  );
}
