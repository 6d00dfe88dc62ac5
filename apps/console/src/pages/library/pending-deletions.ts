import { useSyncExternalStore } from 'react';
import { Told } from '../../server/told.js';

/** How long a deletion can be undone before it is asked for, in milliseconds. */
export const UNDO_MS = 8_000;

interface PendingDeletion {
  readonly id: string;
  readonly name: string;
  /** Asks for the deletion; called at most once. */
  readonly send: () => void;
}

/**
 * Deletions that people may still undo. The server deletes at once and for good, so the request waits instead: it is sent when the
 * time is up, or when the page is left.
 */
export class PendingDeletions extends Told {
  private waiting: readonly (PendingDeletion & { readonly timer: number })[] = [];

  constructor(private readonly undoMs = UNDO_MS) {
    super();
  }

  readonly list = (): readonly PendingDeletion[] => this.waiting;

  add(deletion: PendingDeletion): void {
    this.undo(deletion.id);
    const timer = setTimeout(() => this.undo(deletion.id)?.send(), this.undoMs);
    this.waiting = [...this.waiting, { ...deletion, timer }];
    this.tell();
  }

  /** @returns the deletion that waits no more */
  undo(id: string): PendingDeletion | undefined {
    const found = this.waiting.find((each) => each.id === id);
    clearTimeout(found?.timer);
    this.waiting = this.waiting.filter((each) => each !== found);
    this.tell();
    return found;
  }

  /** Sends all that wait: the page is left. */
  flush(): void {
    for (const { id } of this.waiting) this.undo(id)?.send();
  }
}

export const deletions = new PendingDeletions();

export function usePendingDeletions(): readonly PendingDeletion[] {
  return useSyncExternalStore(deletions.subscribe, deletions.list);
}
