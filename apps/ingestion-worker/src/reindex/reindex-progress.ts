import {
  NO_COUNTS,
  type ArbiterError,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionStage,
} from '@arbiter/contracts';
import type { StoredDocument } from '@arbiter/ports';
import { addCounts } from '../pipeline/add-counts.js';
import type { RunProgress } from '../pipeline/ingestion-run.js';

/** Failures kept with a job; the counts have them all. */
const MAX_FAILURES = 1_000;

/** How far a rebuilding is, told after every step. */
export class ReindexProgress {
  readonly failedIds = new Set<string>();
  private counts: IngestionCounts = NO_COUNTS;
  private readonly failures: IngestionFailure[] = [];
  private source: string | null = null;

  constructor(private readonly report: (progress: RunProgress) => void) {}

  get current(): RunProgress {
    return { counts: this.counts, failures: [...this.failures], current: this.source };
  }

  /** Whether there were documents and none of them is in the new indexes. */
  get isHopeless(): boolean {
    return this.counts.failed > 0 && this.counts.changed + this.counts.unchanged === 0;
  }

  found(documents: number): void {
    this.count({ found: documents });
  }

  working(source: string): void {
    this.source = source;
    this.report(this.current);
  }

  unchanged(): void {
    this.count({ unchanged: 1 });
  }

  rebuilt(documents: readonly StoredDocument[], written: Pick<IngestionCounts, 'chunks' | 'embedded'>): void {
    this.count({ changed: documents.length, ...written });
  }

  fail({ id, source }: StoredDocument, stage: IngestionStage, { message }: ArbiterError): void {
    this.failedIds.add(id);
    if (this.failures.length < MAX_FAILURES) this.failures.push({ source, stage, reason: message });
    this.count({ failed: 1 });
  }

  private count(change: Partial<IngestionCounts>): void {
    this.counts = addCounts(this.counts, change);
    this.report(this.current);
  }
}
