import {
  ArbiterError,
  type correctGraph,
  type GraphCorrection,
  type OperationInput,
  type OperationOutput,
  type undoGraphCorrection,
} from '@arbiter/contracts';
import { applyCorrection, type CorrectionLog, type GraphSnapshot, resolveCorrection } from '@arbiter/knowledge-graph';
import type { Clock } from '@arbiter/ports';
import { type CorrectedInput, correctedGraph, type GraphBuilder } from '../graph/graph-builder.js';
import { shownCorrection } from './shown-correction.js';

/** The one way into the corrections of graphs: checks them against the graph, records them, and has the graph follow. */
export class GraphCorrector {
  constructor(
    private readonly graphs: Pick<GraphBuilder, 'correct'>,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ArbiterError NOT_FOUND, CONFLICT or INVALID_REQUEST for a correction that does not fit the graph, with
   *   `details.correction`, its position; UNAVAILABLE of the stores
   */
  async correct(
    { collection, corrections, by, reason }: OperationInput<typeof correctGraph>,
    signal: AbortSignal,
  ): Promise<OperationOutput<typeof correctGraph>> {
    let resolved: readonly GraphCorrection[] = [];
    const { log, graph } = await this.graphs.correct(
      collection,
      async (before, extract) => {
        resolved = resolveAll(corrections, before, await extract());
        return before.append(resolved, { by, reason, recordedAt: this.clock.now() });
      },
      signal,
    );
    const ids = log.events.slice(-resolved.length).map(({ id }) => id);
    return { collection, ids, corrections: [...resolved], ...graphAfterwards(graph) };
  }

  /** @throws ArbiterError NOT_FOUND for an id of no correction, UNAVAILABLE of the stores */
  async undo(
    { collection, id, by, reason }: OperationInput<typeof undoGraphCorrection>,
    signal: AbortSignal,
  ): Promise<OperationOutput<typeof undoGraphCorrection>> {
    let repeated = false;
    const { log, graph } = await this.graphs.correct(
      collection,
      (before) => {
        repeated = before.isUndone(id);
        const origin = { by, reason, recordedAt: this.clock.now() };
        return Promise.resolve(repeated ? before : before.undo(id, origin));
      },
      signal,
    );
    return { correction: shownCorrection(log.correctionOf(id), graph), repeated, ...graphAfterwards(graph) };
  }
}

/** Each against the graph that those before it have made. */
function resolveAll(
  corrections: readonly GraphCorrection[],
  before: CorrectionLog,
  extracted: CorrectedInput,
): GraphCorrection[] {
  let { graph } = correctedGraph(extracted, before);
  return corrections.map((correction, index) => {
    try {
      const resolved = resolveCorrection(graph, correction);
      graph = applyCorrection(graph, resolved, extracted.texts);
      return resolved;
    } catch (thrown) {
      const error = ArbiterError.from(thrown);
      const message = corrections.length > 1 ? `Correction ${index + 1}: ${error.message}` : error.message;
      throw new ArbiterError(error.code, message, {
        details: { ...error.details, correction: index },
        cause: error,
      });
    }
  });
}

function graphAfterwards(
  graph: GraphSnapshot | null,
): Pick<OperationOutput<typeof correctGraph>, 'version' | 'notApplied'> {
  const notApplied = (graph?.corrections ?? []).flatMap(({ id, problem }) =>
    problem === null ? [] : [{ id, problem }],
  );
  return { version: graph?.version ?? null, notApplied };
}
