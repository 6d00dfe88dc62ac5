import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetConversation } from '../../parts/exchange/conversation.js';
import { Failure } from '../../parts/states.js';
import { queries, server } from '../../server/server.js';

interface SessionsRailProps {
  readonly current: string | undefined;
  readonly onNew: () => void;
  readonly onDeleted: (session: string) => void;
}

/** Earlier conversations, the last one first. */
export function SessionsRail({ current, onNew, onDeleted }: SessionsRailProps) {
  const sessions = useInfiniteQuery({
    queryKey: ['sessions'],
    queryFn: ({ pageParam, signal }) =>
      server.call('listSessions', { limit: 30, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const all = sessions.data?.pages.flatMap((page) => page.sessions) ?? [];
  return (
    <nav className="rail" aria-label="Conversations">
      <button type="button" onClick={onNew}>
        New conversation
      </button>
      {sessions.error && <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul>
        {all.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <Link to="/" search={{ session: id }} title={title} aria-current={id === current ? 'page' : undefined}>
              <span>{title || 'Without a title'}</span>
              <time dateTime={updatedAt} className="small soft">
                {new Date(updatedAt).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}
              </time>
            </Link>
            <DeleteButton id={id} title={title} onDeleted={onDeleted} />
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

type DeleteButtonProps = Pick<SessionsRailProps, 'onDeleted'> & { readonly id: string; readonly title: string };

/** Pressed twice, it deletes: the server keeps nothing of it that could be brought back. */
function DeleteButton({ id, title, onDeleted }: DeleteButtonProps) {
  const [isSure, setSure] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      forgetConversation(id);
      return server.call('deleteSession', { sessionId: id });
    },
    onSuccess: () => onDeleted(id),
    onSettled: () => Promise.all(['sessions', 'answers'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  return (
    <>
      <button
        type="button"
        className="quiet small"
        aria-label={isSure ? `Delete “${title}” for good` : `Delete “${title}”`}
        disabled={isPending}
        onBlur={() => setSure(false)}
        onClick={() => (isSure ? mutate() : setSure(true))}
      >
        {isSure ? 'Delete?' : '×'}
      </button>
      {error && <Failure error={error} />}
    </>
  );
}
