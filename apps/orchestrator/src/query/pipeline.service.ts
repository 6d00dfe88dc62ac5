import type { Answer, QueryEvent, QueryRequest } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { DomainCatalog } from '@arbiter/ports';
import { describeTools, openToolbox, type OpenToolbox, type Toolbox } from '../execution/toolbox.js';
import { AnswerKeeper, type AnswerKeeperPorts } from './answer-keeper.js';
import { isShowable } from './attempt.js';
import { AttemptMaker } from './attempt-maker.js';
import { computeStatements } from './compute-statements.js';
import type { CorrectionObserver } from './correction/correction.observer.js';
import { SelfCorrection, type SelfCorrectionSettings } from './correction/self-correction.js';
import { writeHypothesis } from './deep/write-hypothesis.js';
import { StepBackTaker } from './deep/step-back-taker.js';
import type { Inquiry } from './inquiry.js';
import { planQuestion, singleSearch } from './plan-question.js';
import { planSearches } from './plan-searches.js';
import { readQuestion } from './read-question.js';
import { collectionsForTools, type Scope } from './resolve-scope.js';
import { StageClock, type StageResult } from './stage-clock.js';
import { searchWith } from './tool-passage-search.js';

export interface PipelinePorts extends AnswerKeeperPorts {
  readonly domains: DomainCatalog;
}

export interface PipelineSettings extends SelfCorrectionSettings {
  /** False shows every answer unchecked, whatever a request asks for. Default true. */
  readonly validate?: boolean;
}

/** What is decided before anything is searched for. */
type Plans = Pick<Inquiry, 'plan' | 'toolPlan' | 'hypothesis'>;

/** What an answer of the pipeline is made with. */
const TOOLS_USED = ['hybrid-search'];

/** From a question to a checked answer or an honest refusal. Asks the arms, decides nothing about content itself. */
export class QueryPipeline {
  private readonly tools: OpenToolbox;
  private readonly stepBack: StepBackTaker;
  private readonly correction: SelfCorrection;
  private readonly keeper: AnswerKeeper;

  constructor(
    private readonly ports: PipelinePorts,
    private readonly settings: PipelineSettings,
    private readonly toolbox: Toolbox,
    observer: CorrectionObserver | null = null,
  ) {
    this.tools = openToolbox(toolbox);
    const maker = new AttemptMaker(ports.client, searchWith(this.tools.executor));
    this.stepBack = new StepBackTaker(ports.client, maker, ports.clock);
    this.correction = new SelfCorrection(maker, ports.clock, settings, observer);
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

    const { scope, question, opened } = yield* stages.run('context', () =>
      readQuestion(this.ports, asked, context, degraded),
    );
    const validate = asked.validate && this.settings.validate !== false;
    const request = { ...asked, query: question, validate };
    const collections = collectionsForTools(scope, this.ports.client, context);
    const plans = yield* stages.run('plan', () => this.plan(request, scope, context, degraded));

    const asIs = {
      request,
      asked: asked.query,
      context,
      ...plans,
      ...scope,
      hints: opened.background.names,
      steppedBack: null,
      stages,
      degraded,
      notices,
    };
    const statements = await computeStatements(this.tools, { question, collections: await collections }, context);
    if (statements.length > 0) {
      const computed = yield* this.correction.stated(asIs, statements);
      const toolsUsed = statements.map(({ tool }) => tool);
      if (isShowable(computed.best)) return this.keeper.conclude(asIs, computed, { toolsUsed });
    }
    const steppedBack = request.mode === 'deep' ? yield* this.stepBack.take(asIs) : null;
    const inquiry = { ...asIs, steppedBack };
    const attempts = yield* this.correction.answer(inquiry);
    return this.keeper.conclude(inquiry, attempts, { toolsUsed: TOOLS_USED });
  }

  private async plan(
    { query, mode }: QueryRequest,
    { hypothesisPrompt }: Scope,
    context: OperationContext,
    degraded: Set<string>,
  ): Promise<StageResult<Plans>> {
    if (mode === 'fast')
      return { value: { plan: singleSearch(query), toolPlan: null, hypothesis: null }, detail: 'one search' };
    const { client } = this.ports;
    const { value: plan, detail } = await planQuestion(client, query, context, degraded);
    const tools = await describeTools(this.tools.registry, this.toolbox.durations);
    const toolPlan = degraded.has('planner') ? null : await planSearches(client, plan, tools, context, degraded);
    const hypothesis =
      mode === 'deep' ? await writeHypothesis(client, plan, hypothesisPrompt, context, degraded) : null;
    return { value: { plan, toolPlan, hypothesis }, detail };
  }
}
