import {
  ArbiterError,
  decompose,
  type Answer,
  type DecomposedQuery,
  type QueryEvent,
  type QueryRequest,
} from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { DomainCatalog } from '@arbiter/ports';
import { domainOf } from '../feedback/record-answer.js';
import { AnswerKeeper, type AnswerKeeperPorts } from './answer-keeper.js';
import { AttemptMaker } from './attempt-maker.js';
import type { CorrectionObserver } from './correction/correction.observer.js';
import { DEFAULT_SELF_CORRECTION, SelfCorrection, type SelfCorrectionSettings } from './correction/self-correction.js';
import { counted } from './counted.js';
import { resolveScope } from './resolve-scope.js';
import { StageClock } from './stage-clock.js';

export interface PipelinePorts extends AnswerKeeperPorts {
  readonly domains: DomainCatalog;
}

export interface PipelineSettings extends SelfCorrectionSettings {
  /** False shows every answer unchecked, whatever a request asks for. Default true. */
  readonly validate?: boolean;
}

/** What an answer of the pipeline is made with. */
const TOOLS_USED = ['hybrid-search'];

/** From a question to a checked answer or an honest refusal. Asks the arms, decides nothing about content itself. */
export class QueryPipeline {
  private readonly correction: SelfCorrection;
  private readonly keeper: AnswerKeeper;

  constructor(
    private readonly ports: PipelinePorts,
    private readonly settings: PipelineSettings = DEFAULT_SELF_CORRECTION,
    observer: CorrectionObserver | null = null,
  ) {
    this.correction = new SelfCorrection(new AttemptMaker(ports.client), ports.clock, settings, observer);
    this.keeper = new AnswerKeeper(ports);
  }

  /**
   * @throws ArbiterError NOT_FOUND for an unknown domain or collection, UNAVAILABLE when the retriever or validator
   *   is away (an unchecked answer is never shown instead), and the context's signal reason
   */
  async *answer(asked: QueryRequest, context: OperationContext): AsyncGenerator<QueryEvent, Answer, undefined> {
    const stages = new StageClock(this.ports.clock);
    const degraded = new Set<string>();
    const notices = new Set<string>();

    const { scope, question } = yield* stages.run('context', () => this.contextOf(asked, context, degraded));
    const validate = asked.validate && this.settings.validate !== false;
    const request = { ...asked, query: question, validate };
    const plan = yield* stages.run('plan', () => this.plan(request, context, degraded));

    const inquiry = { request, asked: asked.query, context, plan, ...scope, stages, degraded, notices };
    const attempts = yield* this.correction.answer(inquiry);
    return this.keeper.conclude(inquiry, attempts, TOOLS_USED);
  }

  /** What of the library is asked, and the question as the session makes it read. */
  private async contextOf(asked: QueryRequest, { signal }: OperationContext, degraded: Set<string>) {
    const { value: scope, detail } = await resolveScope(this.ports.domains, asked, signal);
    const { query, sessionId } = asked;
    const domain = domainOf({ request: asked, ...scope }) ?? null;
    const { question, unavailable } = await this.ports.memory.open({ sessionId, question: query, domain }, signal);
    if (unavailable) degraded.add('memory');
    return { value: { scope, question }, detail: question === query ? detail : `${detail}, read as "${question}"` };
  }

  private async plan({ query, mode }: QueryRequest, parent: OperationContext, degraded: Set<string>) {
    if (mode === 'fast') return { value: singleSearch(query), detail: 'one search' };
    try {
      const plan = await this.ports.client.request(decompose, { query }, { parent });
      return { value: plan, detail: `${plan.queryType}, ${counted(plan.subQueries.length, 'search', 'searches')}` };
    } catch (error) {
      // Without its planner the question can still be asked as it stands; that is visible in the answer.
      if (!(error instanceof ArbiterError) || !error.retryable || parent.signal.aborted) throw error;
      degraded.add('planner');
      return { value: singleSearch(query), detail: 'one search: the planner is away' };
    }
  }
}

/** A plan of one search, where none was asked for or no planner is there. */
function singleSearch(query: string): DecomposedQuery {
  return {
    originalQuery: query,
    queryType: 'simple_lookup',
    subQueries: [{ id: 'q1', query, suggestedTool: 'hybrid-search', dependencies: [], priority: 1 }],
    executionPlan: { strategy: 'sequential', batches: [['q1']] },
    synthesisRequired: false,
  };
}
