import { deletions, UNDO_MS, usePendingDeletions } from './pending-deletions.js';

/** Deletions that can still be undone. */
export function UndoBar() {
  const pending = usePendingDeletions();
  return (
    <div className="undo" role="status">
      {pending.map(({ id, name }) => (
        <p key={id} className="card row">
          <span className="grow">
            “{name}” will be deleted in {UNDO_MS / 1_000} seconds.
          </span>
          <button type="button" onClick={() => deletions.undo(id)}>
            Undo<span className="visually-hidden"> the deletion of {name}</span>
          </button>
        </p>
      ))}
    </div>
  );
}
