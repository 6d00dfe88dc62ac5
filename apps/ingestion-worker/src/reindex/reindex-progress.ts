import type { ArbiterError, IngestionCounts, IngestionStage } from '@arbiter/contracts';
import type { StoredDocument } from '@arbiter/ports';
import type { PageRun } from '../pipeline/page-vectors.js';
import { ProgressRecorder, type RunProgress } from '../pipeline/run-progress.js';

/** Progress of a rebuild, reported after every step. */
export class ReindexProgress {
  readonly failedIds = new Set<string>();
  private readonly recorder: ProgressRecorder;

  constructor(report: (progress: RunProgress) => void) {
    this.recorder = new ProgressRecorder(report);
  }

  get current(): RunProgress {
    return this.recorder.progress;
  }

  /** Whether there were documents and none of them is in the new indexes. */
  get isHopeless(): boolean {
    const { failed, changed, unchanged } = this.recorder.counts;
    return failed > 0 && changed + unchanged === 0;
  }

  found(documents: number): void {
    this.recorder.count({ found: documents });
  }

  working(source: string): void {
    this.recorder.current = source;
    this.recorder.tell();
  }

  /** As that of a `ProgressRecorder`. */
  pageRun(...given: Parameters<ProgressRecorder['pageRun']>): PageRun {
    return this.recorder.pageRun(...given);
  }

  unchanged(): void {
    this.recorder.count({ unchanged: 1 });
  }

  rebuilt(documents: readonly StoredDocument[], written: Pick<IngestionCounts, 'chunks' | 'embedded'>): void {
    this.recorder.count({ changed: documents.length, ...written });
  }

  fail({ id, source }: StoredDocument, stage: IngestionStage, error: ArbiterError): void {
    this.failedIds.add(id);
    this.recorder.fail(source, stage, error);
  }
}
