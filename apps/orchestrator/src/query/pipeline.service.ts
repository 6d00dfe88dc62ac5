import {
  ArbiterError,
  decompose,
  listCollections,
  queryTypeOf,
  type Answer,
  type DecomposedQuery,
  type QueryEvent,
  type QueryRequest,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import {
  timestampOf,
  type AnswerRecordStore,
  type Clock,
  type DomainCatalog,
  type IdGenerator,
  type SessionStore,
} from '@arbiter/ports';
import { recordOf } from '../feedback/record-answer.js';
import { confidenceOf, isShowable, type Attempt } from './attempt.js';
import { AttemptMaker } from './attempt-maker.js';
import type { CorrectionObserver } from './correction/correction.observer.js';
import { confidenceGain, recordAttempts } from './correction/record-attempts.js';
import {
  DEFAULT_SELF_CORRECTION,
  SelfCorrection,
  type Attempts,
  type SelfCorrectionSettings,
} from './correction/self-correction.js';
import { counted } from './counted.js';
import { declineMessage } from './decline-message.js';
import type { Inquiry } from './inquiry.js';
import { StageClock, type StageResult } from './stage-clock.js';

export interface PipelinePorts {
  readonly client: OperationClient;
  readonly sessions: SessionStore;
  readonly domains: DomainCatalog;
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

export interface PipelineSettings extends SelfCorrectionSettings {
  /** False shows every answer unchecked, whatever a request asks for. Default true. */
  readonly validate?: boolean;
}

/** From a question to a checked answer or an honest refusal. Asks the arms, decides nothing about content itself. */
export class QueryPipeline {
  private readonly correction: SelfCorrection;

  constructor(
    private readonly ports: PipelinePorts,
    private readonly settings: PipelineSettings = DEFAULT_SELF_CORRECTION,
    observer: CorrectionObserver | null = null,
  ) {
    this.correction = new SelfCorrection(new AttemptMaker(ports.client), ports.clock, settings, observer);
  }

  /**
   * @throws ArbiterError NOT_FOUND for an unknown domain or collection, UNAVAILABLE when the retriever or validator
   *   is away (an unchecked answer is never shown instead), and the context's signal reason
   */
  async *answer(asked: QueryRequest, context: OperationContext): AsyncGenerator<QueryEvent, Answer, undefined> {
    const { clock } = this.ports;
    const request = { ...asked, validate: asked.validate && this.settings.validate !== false };
    const stages = new StageClock(clock);
    const degraded = new Set<string>();
    const notices = new Set<string>();

    const scope = yield* stages.run('context', () => this.scopeOf(request, context));
    const plan = yield* stages.run('plan', () => this.plan(request, context, degraded));

    const inquiry = { request, context, plan, ...scope, stages, degraded, notices };
    const attempts = yield* this.correction.answer(inquiry);
    const answer = await this.conclude(inquiry, attempts);
    await this.remember(answer, context);
    return this.keep(answer, attempts.best, inquiry);
  }

  private async scopeOf(
    { domain, collections }: QueryRequest,
    { signal }: OperationContext,
  ): Promise<StageResult<Pick<Inquiry, 'collections' | 'authorities'>>> {
    if (domain === undefined) {
      const scope = { collections, authorities: new Map<string, number>() };
      return staged(scope, collections ? counted(collections.length, 'collection') : 'the whole library');
    }
    const pack = await this.ports.domains.get(domain, signal);
    if (!pack) {
      const known = (await this.ports.domains.list(signal)).map(({ config }) => config.domain);
      throw new ArbiterError(
        'NOT_FOUND',
        `There is no domain "${domain}". ${known.length > 0 ? `Installed: ${known.join(', ')}.` : 'None is installed.'}`,
        { details: { domain } },
      );
    }
    const types = Object.entries(pack.config.validation.sourceAuthority);
    const authorities = new Map(types.map(([type, authority]) => [type.toLowerCase(), authority]));
    return staged({ collections: collections ?? pack.collections, authorities }, `domain ${domain}`);
  }

  private async plan({ query, mode }: QueryRequest, parent: OperationContext, degraded: Set<string>) {
    if (mode === 'fast') return staged(singleSearch(query), 'one search');
    try {
      const plan = await this.ports.client.request(decompose, { query }, { parent });
      return staged(plan, `${plan.queryType}, ${counted(plan.subQueries.length, 'search', 'searches')}`);
    } catch (error) {
      // Without its planner the question can still be asked as it stands; that is visible in the answer.
      if (!(error instanceof ArbiterError) || !error.retryable || parent.signal.aborted) throw error;
      degraded.add('planner');
      return staged(singleSearch(query), 'one search: the planner is away');
    }
  }

  private async conclude(inquiry: Inquiry, { all, best }: Attempts): Promise<Answer> {
    const { request, plan, stages, degraded, notices } = inquiry;
    const isShown = isShowable(best);
    const { clock, ids } = this.ports;
    return {
      id: ids.next('answer'),
      query: request.query,
      status: isShown ? 'answered' : 'declined',
      answer: isShown ? best.synthesis.text : declineMessage(best, await this.libraryIsEmpty(best, inquiry)),
      citations: isShown && request.includeProvenance ? best.synthesis.citations : [],
      confidence: request.validate ? confidenceOf(best) : null,
      validation: best.validation,
      queryType: queryTypeOf(plan.queryType),
      subQueries: plan.subQueries.map(({ query }) => query),
      mode: request.mode,
      synthesis: best.synthesis.mode,
      degraded: [...degraded],
      ...(notices.size > 0 && { notices: [...notices] }),
      timings: stages.timings,
      durationMs: stages.elapsedMs,
      attempts: all.length,
      history: recordAttempts(all, best),
      confidenceGain: confidenceGain(all, best),
      sessionId: request.sessionId ?? null,
      createdAt: timestampOf(clock),
    };
  }

  private async libraryIsEmpty({ retrieved }: Attempt, { collections: searched, context }: Inquiry) {
    if (retrieved.passages.length > 0) return false;
    const { collections } = await this.ports.client.request(listCollections, {}, { parent: context });
    const relevant = collections.filter(({ manifest }) => searched?.includes(manifest.name) ?? true);
    return relevant.every(({ chunks }) => chunks === 0);
  }

  /** @returns the answer, which says so when it could not be kept: feedback cannot name it then */
  private async keep(answer: Answer, best: Attempt, inquiry: Inquiry): Promise<Answer> {
    const { signal } = inquiry.context;
    try {
      await this.ports.answers?.save(recordOf(answer, best, inquiry), signal);
      return answer;
    } catch {
      signal.throwIfAborted();
      return { ...answer, degraded: [...answer.degraded, 'answer-record'] };
    }
  }

  private async remember(answer: Answer, { signal }: OperationContext): Promise<void> {
    if (answer.sessionId === null) return;
    const { sessions, ids, clock } = this.ports;
    const timestamp = timestampOf(clock);
    await sessions.append(
      answer.sessionId,
      [
        { id: ids.next('message'), role: 'user', content: answer.query, timestamp, metadata: {} },
        {
          id: ids.next('message'),
          role: 'assistant',
          content: answer.answer,
          timestamp,
          metadata: {
            tools_used: ['hybrid-search'],
            validated: answer.validation !== null,
            ...(answer.confidence !== null && { confidence: answer.confidence }),
          },
        },
      ],
      signal,
    );
  }
}

function staged<T>(value: T, detail: string): { value: T; detail: string } {
  return { value, detail };
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
