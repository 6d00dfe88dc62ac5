import {
  ArbiterError,
  decompose,
  listCollections,
  synthesize,
  validate,
  type Answer,
  type DecomposedQuery,
  type Passage,
  type QueryEvent,
  type QueryRequest,
  type SearchPart,
  type Source,
  type SynthesizeResponse,
  type ValidationResult,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { timestampOf, type Clock, type DomainCatalog, type IdGenerator, type SessionStore } from '@arbiter/ports';
import { betterAttempt, isShowable, type Attempt } from './attempt.js';
import { declineMessage } from './decline-message.js';
import { retrievePlan, type RetrievalSettings, type Retrieved } from './retrieve-plan.js';
import { StageClock } from './stage-clock.js';

export interface PipelinePorts {
  readonly client: OperationClient;
  readonly sessions: SessionStore;
  readonly domains: DomainCatalog;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** Retrieval of the first attempt and of the correction: wider, and content with less. */
const RETRIEVALS: readonly [Widening, ...Widening[]] = [
  { limit: 16, minRelevance: 0.5 },
  { limit: 30, minRelevance: 0.3 },
];
type Widening = Pick<RetrievalSettings, 'limit' | 'minRelevance'>;

/** From a question to a checked answer or an honest refusal. Asks the arms, decides nothing about content itself. */
export class QueryPipeline {
  constructor(private readonly ports: PipelinePorts) {}

  /**
   * @throws ArbiterError NOT_FOUND for an unknown domain or collection, UNAVAILABLE when the retriever or validator
   *   is away (an unchecked answer is never shown instead), and the context's signal reason
   */
  async *answer(request: QueryRequest, context: OperationContext): AsyncGenerator<QueryEvent, Answer, undefined> {
    const { clock } = this.ports;
    const stages = new StageClock(clock);
    const degraded = new Set<string>();
    const notices = new Set<string>();

    const collections = yield* stages.run('context', () => this.collectionsFor(request, context));
    const plan = yield* stages.run('plan', () => this.plan(request, context, degraded));

    let best: Attempt | null = null;
    let attempts = 0;
    for (const widening of RETRIEVALS) {
      if (attempts > 0) yield* stages.run('correct', () => Promise.resolve(staged(null, 'searching wider')));
      attempts += 1;
      const retrieved = yield* stages.run('retrieve', () => this.retrieve(plan, { collections, ...widening }, context));
      for (const name of retrieved.degraded) degraded.add(name);
      for (const notice of retrieved.notices) notices.add(notice);
      if (retrieved.passages.length === 0) continue;
      const synthesis = yield* stages.run('synthesise', () => this.synthesise(request, plan, retrieved, context));
      if (synthesis.degraded) degraded.add('language-model' satisfies SearchPart);
      // The same answer once more is not judged once more: wider retrieval has brought nothing new.
      if (best?.synthesis.text === synthesis.text) break;
      const validation = request.validate
        ? yield* stages.run('validate', () => this.validate(request, plan, retrieved.passages, synthesis, context))
        : null;
      const attempt: Attempt = { passages: retrieved.passages, synthesis, validation };
      best = best ? betterAttempt(best, attempt) : attempt;
      if (isShowable(best) || validation?.recommendation === 'reject') break;
    }

    const run = { attempts, collections, stages, degraded, notices };
    const answer = await this.conclude(request, plan, best, run, context);
    await this.remember(answer, context);
    return answer;
  }

  private async collectionsFor({ domain, collections }: QueryRequest, { signal }: OperationContext) {
    if (domain === undefined) {
      return staged(collections, collections ? counted(collections.length, 'collection') : 'the whole library');
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
    return staged(collections ?? pack.collections, `domain ${domain}`);
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

  private async retrieve(plan: DecomposedQuery, settings: RetrievalSettings, parent: OperationContext) {
    const retrieved: Retrieved = await retrievePlan(this.ports.client, plan, settings, parent);
    return staged(retrieved, counted(retrieved.passages.length, 'passage'));
  }

  private async synthesise(
    { query }: QueryRequest,
    { queryType }: DecomposedQuery,
    { passages, queries }: Retrieved,
    parent: OperationContext,
  ) {
    const synthesis = await this.ports.client.request(
      synthesize,
      { query, queryType, subQueries: [...queries], passages: [...passages] },
      { parent },
    );
    const { citations, degraded } = synthesis;
    return staged(synthesis, [counted(citations.length, 'citation'), ...(degraded ? [degraded] : [])].join(', '));
  }

  private async validate(
    { query }: QueryRequest,
    { queryType }: DecomposedQuery,
    passages: readonly Passage[],
    { text }: SynthesizeResponse,
    parent: OperationContext,
  ) {
    const result: ValidationResult = await this.ports.client.request(
      validate,
      { query, answer: text, queryType, sources: passages.map(sourceOf) },
      { parent },
    );
    return staged(result, `${result.recommendation}, confidence ${result.confidence.toFixed(2)}`);
  }

  private async conclude(
    request: QueryRequest,
    plan: DecomposedQuery,
    best: Attempt | null,
    run: {
      readonly attempts: number;
      readonly collections: readonly string[] | undefined;
      readonly stages: StageClock;
      readonly degraded: ReadonlySet<string>;
      readonly notices: ReadonlySet<string>;
    },
    context: OperationContext,
  ): Promise<Answer> {
    const shown = best && isShowable(best) ? best : null;
    const { clock, ids } = this.ports;
    return {
      id: ids.next('answer'),
      query: request.query,
      status: shown ? 'answered' : 'declined',
      answer: shown
        ? shown.synthesis.text
        : declineMessage(best, await this.libraryIsEmpty(best, run.collections, context)),
      citations: shown && request.includeProvenance ? shown.synthesis.citations : [],
      confidence: request.validate ? (best?.validation?.confidence ?? 0) : null,
      validation: best?.validation ?? null,
      queryType: plan.queryType,
      subQueries: plan.subQueries.map(({ query }) => query),
      mode: request.mode,
      synthesis: best?.synthesis.mode ?? 'extractive',
      degraded: [...run.degraded],
      ...(run.notices.size > 0 && { notices: [...run.notices] }),
      timings: run.stages.timings,
      durationMs: run.stages.elapsedMs,
      attempts: run.attempts,
      sessionId: request.sessionId ?? null,
      createdAt: timestampOf(clock),
    };
  }

  private async libraryIsEmpty(
    best: Attempt | null,
    searched: readonly string[] | undefined,
    parent: OperationContext,
  ) {
    if (best) return false;
    const { collections } = await this.ports.client.request(listCollections, {}, { parent });
    const relevant = collections.filter(({ manifest }) => searched?.includes(manifest.name) ?? true);
    return relevant.every(({ chunks }) => chunks === 0);
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

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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

function sourceOf({ chunkId, documentId, text, title, page, section, score, metadata: { aliases } }: Passage): Source {
  return {
    id: chunkId,
    document: documentId,
    chunkId,
    content: text,
    metadata: {
      title,
      section: section.join(' › '),
      ...(page !== null && { page }),
      ...(Array.isArray(aliases) && { aliases }),
    },
    score,
  };
}
