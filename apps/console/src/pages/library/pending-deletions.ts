import { useSyncExternalStore } from 'react';

/** How long a deletion can be undone before it is asked for, in milliseconds. */
export const UNDO_MS = 8_000;

interface PendingDeletion {
  readonly id: string;
  readonly name: string;
}

/**
 * Deletions that people may still undo. The server deletes at once and for good, so the request waits instead: it is sent when the
 * time is up, or when the page is left.
 */
export class PendingDeletions {
  private readonly waiting = new Map<string, PendingDeletion & { readonly timer: number; readonly run: () => void }>();
  private readonly listeners = new Set<() => void>();
  private shown: readonly PendingDeletion[] = [];

  constructor(private readonly undoMs = UNDO_MS) {}

  /** @param run sends the request; called at most once */
  add(deletion: PendingDeletion, run: () => void): void {
    this.undo(deletion.id);
    const timer = setTimeout(() => this.send(deletion.id), this.undoMs);
    this.waiting.set(deletion.id, { ...deletion, timer, run });
    this.tell();
  }

  undo(id: string): void {
    const found = this.waiting.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    this.waiting.delete(id);
    this.tell();
  }

  /** Sends all that wait: the page is left. */
  flush(): void {
    for (const id of [...this.waiting.keys()]) this.send(id);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly list = (): readonly PendingDeletion[] => this.shown;

  private send(id: string): void {
    const found = this.waiting.get(id);
    this.undo(id);
    found?.run();
  }

  private tell(): void {
    this.shown = [...this.waiting.values()].map(({ id, name }) => ({ id, name }));
    for (const listener of this.listeners) listener();
  }
}

export const deletions = new PendingDeletions();

export function usePendingDeletions(): readonly PendingDeletion[] {
  return useSyncExternalStore(deletions.subscribe, deletions.list);
}
