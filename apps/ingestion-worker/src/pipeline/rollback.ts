import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';

/** Twice the space that the embedded stores need to record a deletion. */
const RESERVE_BYTES = 4 * 1_024 * 1_024;

/** Documents that were being written when their job broke off: an index may already hold them, the store does not. */
export class UncommittedDocuments {
  private readonly byJob = new Map<string, Set<string>>();

  /** Call it before the first index is written to. */
  begun(jobId: string, documentIds: readonly string[]): void {
    const ids = this.byJob.get(jobId) ?? new Set<string>();
    for (const id of documentIds) ids.add(id);
    this.byJob.set(jobId, ids);
  }

  /** Call it once the documents are in all stores, or in none. */
  ended(jobId: string, documentIds: readonly string[]): void {
    const ids = this.byJob.get(jobId);
    for (const id of documentIds) ids?.delete(id);
    if (ids?.size === 0) this.byJob.delete(jobId);
  }

  of(jobId: string): readonly string[] {
    return [...(this.byJob.get(jobId) ?? [])];
  }
}

/**
 * Disk space reserved for deletions. Deletions need space too: on a full disk, uncommitted documents would otherwise remain
 * searchable.
 */
export class DiskReserve {
  /** @param path absolute, of a file that only this reserve uses */
  constructor(private readonly path: string) {}

  /** Takes the space unless it is held already. On a full disk there is no reserve, which is no error. */
  async hold(): Promise<void> {
    try {
      if ((await stat(this.path).catch(() => null))?.size === RESERVE_BYTES) return;
      // Some disks would store no zeros.
      await writeFile(this.path, randomBytes(RESERVE_BYTES));
    } catch {
      await rm(this.path, { force: true }).catch(() => undefined);
    }
  }

  /** Runs work that deletes; if the disk is full, frees the reserve and runs it again. @throws the errors of the work */
  async spendIfNeeded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ArbiterError) || error.code !== 'UNAVAILABLE') throw error;
      await rm(this.path, { force: true }).catch(() => undefined);
      try {
        return await work();
      } finally {
        await this.hold();
      }
    }
  }
}
