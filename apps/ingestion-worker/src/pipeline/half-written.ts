/** Documents that were being written when their job broke off: an index may hold them already, and the store does not. */
export class HalfWritten {
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
