import type { Answer, QueryEvent, QueryRequest } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { DomainCatalog } from '@arbiter/ports';
import { AnswerKeeper, type AnswerKeeperPorts } from './answer-keeper.js';
import { AttemptMaker } from './attempt-maker.js';
import type { CorrectionObserver } from './correction/correction.observer.js';
import { DEFAULT_SELF_CORRECTION, SelfCorrection, type SelfCorrectionSettings } from './correction/self-correction.js';
import { StepBackTaker } from './deep/step-back-taker.js';
import { planQuestion, singleSearch } from './plan-question.js';
import { readQuestion } from './read-question.js';
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
  private readonly stepBack: StepBackTaker;
  private readonly correction: SelfCorrection;
  private readonly keeper: AnswerKeeper;

  constructor(
    private readonly ports: PipelinePorts,
    private readonly settings: PipelineSettings = DEFAULT_SELF_CORRECTION,
    observer: CorrectionObserver | null = null,
  ) {
    const maker = new AttemptMaker(ports.client);
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
      readQuestion(this.ports, asked, context.signal, degraded),
    );
    const validate = asked.validate && this.settings.validate !== false;
    const request = { ...asked, query: question, validate };
    const plan = yield* stages.run('plan', () => this.plan(request, context, degraded));

    const hints = opened.background.names;
    const reading = { request, asked: asked.query, context, plan, ...scope, hints, stages, degraded, notices };
    const asIs = { ...reading, steppedBack: null };
    const steppedBack = request.mode === 'deep' ? yield* this.stepBack.take(asIs) : null;
    const inquiry = { ...asIs, steppedBack };
    const attempts = yield* this.correction.answer(inquiry);
    return this.keeper.conclude(inquiry, attempts, { toolsUsed: TOOLS_USED });
  }

  private plan({ query, mode }: QueryRequest, parent: OperationContext, degraded: Set<string>) {
    if (mode === 'fast') return Promise.resolve({ value: singleSearch(query), detail: 'one search' });
    return planQuestion(this.ports.client, query, parent, degraded);
  }
}
