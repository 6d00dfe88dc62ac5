import {
  correctGraph,
  listGraphCorrections,
  type OperationInput,
  type OperationOutput,
  type RecordedCorrection,
  undoGraphCorrection,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext, OperationCtx, OperationPayload } from '@arbiter/messaging';
import type { GraphCorrectionStore, GraphStore } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { readCorrections, readSnapshot } from '../graph/stored-graph.js';
import { CORRECTION_STORE, GRAPH_STORE } from '../ingestion-worker.tokens.js';
import { GraphCorrector } from './graph-corrector.js';
import { shownCorrection } from './shown-correction.js';

/** Most UTF-16 code units of a page of corrections, beyond its first one: every transport carries that. */
const MAX_PAGE_LENGTH = 200_000;

@Controller()
export class CorrectionReadingController {
  constructor(
    @Inject(CORRECTION_STORE) private readonly corrections: GraphCorrectionStore,
    @Inject(GRAPH_STORE) private readonly graphs: GraphStore,
  ) {}

  @HandlesOperation(listGraphCorrections)
  async list(
    @OperationPayload() { collection, limit, after }: OperationInput<typeof listGraphCorrections>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listGraphCorrections>> {
    const log = await readCorrections(this.corrections, collection, signal);
    const left = log.corrections().filter(({ id }) => id > after);
    const graph = left.length === 0 ? null : await readSnapshot(this.graphs, collection, signal);
    const corrections: RecordedCorrection[] = [];
    let length = 0;
    for (const correction of left.slice(0, limit)) {
      const shown = shownCorrection(correction, graph);
      length += JSON.stringify(shown).length;
      if (corrections.length > 0 && length > MAX_PAGE_LENGTH) break;
      corrections.push(shown);
    }
    return { corrections, next: corrections.length < left.length ? (corrections.at(-1)?.id ?? null) : null };
  }
}

@Controller()
export class CorrectionsController {
  constructor(@Inject(GraphCorrector) private readonly corrector: GraphCorrector) {}

  @HandlesOperation(correctGraph)
  correct(
    @OperationPayload() input: OperationInput<typeof correctGraph>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof correctGraph>> {
    return this.corrector.correct(input, signal);
  }

  @HandlesOperation(undoGraphCorrection)
  undo(
    @OperationPayload() input: OperationInput<typeof undoGraphCorrection>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof undoGraphCorrection>> {
    return this.corrector.undo(input, signal);
  }
}
