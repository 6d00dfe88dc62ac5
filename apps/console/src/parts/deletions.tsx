import { useMutationState } from '@tanstack/react-query';
import { LIBRARY } from '../server/library-queries.js';
import { queries, server } from '../server/server.js';

/** How long a deletion can be undone before it is asked for, in milliseconds. */
const UNDO_MS = 8_000;
const KEY = ['delete'];

interface Deletion {
  readonly id: string;
  readonly name: string;
  readonly undo: () => void;
}

/** Documents that are being deleted; a request that fails brings them back into the list. */
export function useDeletions(): readonly Deletion[] {
  return useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => state.variables as Deletion,
  });
}

/**
 * Deletes a document that nobody wants back. The server deletes at once and for good, so the request waits instead: it is sent when
 * the time is up, or when the page is left.
 */
export function deleteLater({ id, name }: Omit<Deletion, 'undo'>): void {
  const undone = new AbortController();
  const mutation = queries.getMutationCache().build(queries, {
    mutationKey: KEY,
    mutationFn: async (_: Deletion) => {
      await new Promise((resolve) => {
        setTimeout(resolve, UNDO_MS);
        addEventListener('pagehide', resolve, { once: true });
        undone.signal.addEventListener('abort', resolve);
      });
      if (!undone.signal.aborted) await server.call('deleteDocument', { documentId: id }, { keepalive: true });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [LIBRARY] }),
  });
  mutation.execute({ id, name, undo: () => undone.abort() }).catch(() => undefined);
}

/** Deletions that can still be undone, and those that failed. */
export function UndoBar() {
  const cache = queries.getMutationCache();
  const shown = useMutationState({
    filters: { mutationKey: KEY, predicate: ({ state }) => state.status !== 'success' },
    select: (deletion) => ({ deletion, error: deletion.state.error, ...(deletion.state.variables as Deletion) }),
  });
  return (
    <div className="undo" role="status">
      {shown.map(({ deletion, error, name, undo }) => (
        <p key={deletion.mutationId} className="card row">
          <span className="grow">
            {error ? `“${name}” was not deleted: ${error.message}` : `“${name}” will be deleted in a few seconds.`}
          </span>
          <button type="button" onClick={error ? () => cache.remove(deletion) : undo}>
            {error ? 'Close' : 'Undo'}
            <span className="visually-hidden"> the deletion of {name}</span>
          </button>
        </p>
      ))}
    </div>
  );
}
