import { correctGraph, listGraphCorrections, type OperationInput, undoGraphCorrection } from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { GraphCorrectionStore } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { SnapshotReader } from '../graph/stored-graph.js';
import { CORRECTION_STORE } from '../ingestion-worker.tokens.js';
import { boundedPage, LOG_PAGE_LENGTH } from '../library/bounded-page.js';
import { readCorrections } from '../library/event-logs.js';
import { GraphCorrector } from './graph-corrector.js';
import { shownCorrection } from './shown-correction.js';

@Controller()
export class CorrectionReadingController {
  constructor(
    @Inject(CORRECTION_STORE) private readonly corrections: GraphCorrectionStore,
    @Inject(SnapshotReader) private readonly graphs: SnapshotReader,
  ) {}

  @HandlesOperation(listGraphCorrections)
  async list({ collection, limit, after }: OperationInput<typeof listGraphCorrections>, { signal }: OperationContext) {
    const log = await readCorrections(this.corrections, collection, signal);
    const left = log.corrections().filter(({ id }) => id > after);
    const graph = left.length === 0 ? null : await this.graphs.current(collection, signal);
    const corrections = boundedPage(left, (correction) => shownCorrection(correction, graph), {
      limit,
      maxLength: LOG_PAGE_LENGTH,
    });
    return { corrections, next: corrections.length < left.length ? (corrections.at(-1)?.id ?? null) : null };
  }
}

@Controller()
export class CorrectionsController {
  constructor(@Inject(GraphCorrector) private readonly corrector: GraphCorrector) {}

  @HandlesOperation(correctGraph)
  correct(input: OperationInput<typeof correctGraph>, { signal }: OperationContext) {
    return this.corrector.correct(input, signal);
  }

  @HandlesOperation(undoGraphCorrection)
  undo(input: OperationInput<typeof undoGraphCorrection>, { signal }: OperationContext) {
    return this.corrector.undo(input, signal);
  }
}
