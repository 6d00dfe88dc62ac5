import { ClientError } from '@arbiter/client';
import { type ReactNode, useEffect } from 'react';
import { RECOVERY_MS } from '../server/server.js';
import { NotLoaded } from './load-later.js';

/** What stands where there is nothing yet, with what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Said to readers of screens once, and drawn quietly: most loads end before anybody looks. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p className="state soft" role="status">
      Loading {what} …
    </p>
  );
}

/** What went wrong in the server's own words, and a button where asking again may help. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const isKnown = error instanceof ClientError;
  const isAway = error instanceof NotLoaded;
  useEffect(() => {
    const timer = isAway ? setTimeout(() => onRetry?.(), RECOVERY_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isAway, onRetry]);
  const unknown = isAway
    ? 'This part of the page could not be loaded: the server may be away. If it is not, load the whole page anew.'
    : 'This part of the page failed.';
  return (
    <div className="state failure" role="alert">
      <p>{isKnown ? error.message : unknown}</p>
      {isKnown && error.problem.requestId !== undefined && (
        <p className="small soft">Request {error.problem.requestId}</p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** One of the three states of a query: what `children` draw of its data, its failure, or that it is loading. */
export function Loaded<T>({
  query,
  what,
  children,
}: {
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading what={what} />;
}
