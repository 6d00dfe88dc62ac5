import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';

/** What the embedded stores need to write down that something has gone from them, and as much again. */
const RESERVE_BYTES = 4 * 1_024 * 1_024;

/** Documents that were being written when their job broke off: an index may hold them already, and the store does not. */
export class UncommittedDocuments {
  private readonly byJob = new Map<string, Set<string>>();

  /** To be told before the first index has any of them. */
  begun(jobId: string, documentIds: readonly string[]): void {
    const ids = this.byJob.get(jobId) ?? new Set<string>();
    for (const id of documentIds) ids.add(id);
    this.byJob.set(jobId, ids);
  }

  /** They are everywhere by now, or nowhere. */
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
 * Room that is kept on the disk for taking things away: also a deletion has to be written, and on a full disk uncommitted
 * documents would stay to be found.
 */
export class DiskReserve {
  /** @param path of a file that is this one's alone; absolute */
  constructor(private readonly path: string) {}

  /** Takes the room, unless it is held already. A disk that has none left is no error: then there is no reserve. */
  async hold(): Promise<void> {
    try {
      if ((await stat(this.path).catch(() => null))?.size === RESERVE_BYTES) return;
      // Of zeros, some disks would store nothing.
      await writeFile(this.path, randomBytes(RESERVE_BYTES));
    } catch {
      await rm(this.path, { force: true }).catch(() => undefined);
    }
  }

  /** Does work that takes things away; where there is no room for it, once more with the reserve. @throws what that throws */
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
