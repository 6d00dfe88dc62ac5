import {
  NO_COUNTS,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionStage,
  type IngestionWarning,
  type LeftOutFile,
} from '@arbiter/contracts';
import type { PageRun } from './page-vectors.js';

/** Most failures, and most warnings, kept with a job and logged; the counts include the others. */
const MAX_KEPT = 1_000;

export interface RunProgress {
  readonly counts: IngestionCounts;
  readonly failures: readonly IngestionFailure[];
  /** Parts of ingested documents that could not be read. */
  readonly warnings?: readonly IngestionWarning[];
  /** Files left out, with reasons. */
  readonly leftOut?: readonly LeftOutFile[];
  /** The document that was begun last; null when none is read. */
  readonly current: string | null;
}

/** Counts, failures and warnings of one run. Reports every change of the counts. */
export class ProgressRecorder {
  /** The document that was begun last. */
  current: string | null = null;
  private sums: IngestionCounts = NO_COUNTS;
  private readonly failures: IngestionFailure[] = [];
  private readonly warnings: IngestionWarning[] = [];
  private leftOut: LeftOutFile[] = [];

  /** @param report must not throw */
  constructor(private readonly report: (progress: RunProgress) => void) {}

  get counts(): IngestionCounts {
    return this.sums;
  }

  get progress(): RunProgress {
    const { sums: counts, leftOut, current } = this;
    return { counts, failures: [...this.failures], warnings: [...this.warnings], leftOut: [...leftOut], current };
  }

  count(change: Partial<IngestionCounts>): void {
    const sums = { ...this.sums };
    for (const [key, value] of Object.entries(change)) sums[key as keyof IngestionCounts] += value;
    this.sums = sums;
    this.tell();
  }

  /** @returns whether the failure is kept */
  fail(source: string, stage: IngestionStage, { message: reason }: { readonly message: string }): boolean {
    const isKept = this.failures.length < MAX_KEPT;
    if (isKept) this.failures.push({ source, stage, reason });
    this.count({ failed: 1 });
    return isKept;
  }

  warn(warning: IngestionWarning): void {
    if (this.warnings.length < MAX_KEPT) this.warnings.push(warning);
  }

  /** Tells of the pages that are embedded after the rest. */
  pageRun(turn: () => Promise<void>, signal: AbortSignal): PageRun {
    const working = (source: string): void => {
      this.current = source;
      this.tell();
    };
    return { turn, signal, working, warn: (warning) => this.warn(warning) };
  }

  /** @param leftOut the first of them; the count includes the others */
  leaveOut(leftOut: readonly LeftOutFile[], skipped: number): void {
    this.leftOut.push(...leftOut.slice(0, MAX_KEPT - this.leftOut.length));
    this.count({ skipped });
  }

  /** Leaves out a document that had been counted as found. */
  leaveOutFound(source: string, reason: string): void {
    this.count({ found: -1 });
    this.leaveOut([{ source, reason }], 1);
  }

  tell(): void {
    this.report(this.progress);
  }
}
