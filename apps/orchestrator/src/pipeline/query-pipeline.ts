import type { Answer, QueryEvent, QueryRequest } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { AnswerKeeper } from '../answering/answer-keeper.js';
import { AnswerMaker, type CorrectionObserver } from '../answering/answer-maker.js';
import { planQuestion, singleSearch, writeHypothesis } from '../answering/ask-planner.js';
import { isShowable } from '../answering/attempt.js';
import { isRemark } from '../answering/decline.js';
import type { AnswerPorts, AnswerSettings, Inquiry } from '../answering/inquiry.js';
import { readQuestion, type Scope } from '../answering/read-question.js';
import { StageClock, type StageResult } from '../answering/stage-clock.js';
import { nothingWritten } from '../answering/write-and-judge.js';
import type { ToolSet } from '../execution/tool-set.js';
import { RetrieverSearch, type SearchScope } from '../retrieval/passage-search.js';
import type { Retrieved } from '../retrieval/retrieve-plan.js';
import { computeStatements } from './compute-statements.js';
import { graphStatements } from './graph-statements.js';
import { lookAtPages } from './look-at-pages.js';
import { type AskedOfState, stateStatements } from './state-statements.js';
import { stepBack } from './step-back.js';

/** Decisions made before the first search. */
type Plans = Pick<Inquiry, 'plan' | 'hypothesis' | 'degraded'>;

/** Ports that the pipeline needs for an answer. */
const TOOLS_USED = ['hybrid-search'];
const NOTHING_SEARCHED: Retrieved = { passages: [], queries: [], followed: [], degraded: [], notices: [] };

/** From a question to a checked answer or an honest refusal. Asks the arms, decides nothing about content itself. */
export class QueryPipeline {
  private readonly maker: AnswerMaker;
  private readonly keeper: AnswerKeeper;

  constructor(
    private readonly ports: AnswerPorts,
    settings: AnswerSettings,
    private readonly toolSet: ToolSet,
    observer: CorrectionObserver | null = null,
  ) {
    const { client, clock } = ports;
    const searchIn = (scope: SearchScope) => new RetrieverSearch(client, toolSet.execution, scope);
    this.maker = new AnswerMaker({ client, clock, searchIn, library: toolSet.library }, settings, observer);
    this.keeper = new AnswerKeeper(ports);
  }

  /**
   * @throws ArbiterError NOT_FOUND for an unknown domain or collection, UNAVAILABLE when the retriever or validator
   *   is away (an unchecked answer is never shown instead); the reason of the context's signal
   */
  async *answer(asked: QueryRequest, context: OperationContext): AsyncGenerator<QueryEvent, Answer, undefined> {
    const { client, clock } = this.ports;
    const stages = new StageClock(clock);
    const { scope, question, opened, degraded } = yield* stages.run('context', () =>
      readQuestion(this.ports, asked, context),
    );
    // As a follow-up it would be read as a question.
    const remark = isRemark(asked.query);
    const request = remark ? asked : { ...asked, query: question };
    const { collections } = scope;
    const [plans, described] = yield* stages.run('plan', async () => {
      const about = this.toolSet.library.describe(collections, context);
      const [{ value, detail }, description] = await Promise.all([this.plan(request, scope, context), about]);
      return { value: [value, description] as const, detail };
    });

    const inquiry: Inquiry = {
      request,
      asked: asked.query,
      context,
      ...plans,
      ...scope,
      hints: request.mode === 'deep' ? opened.names : [],
      steppedBack: null,
      stages,
      degraded: [...degraded, ...plans.degraded],
      notices: [],
    };
    if (remark) return this.keeper.conclude(inquiry, nothingWritten(NOTHING_SEARCHED), { toolsUsed: [] });
    const wanted = { question, collections, asOfSession: request.asOfSession };
    const computedByTools = await computeStatements(this.toolSet, client, wanted, context);
    const changed = described?.withChanges ?? [];
    const statements =
      computedByTools.length > 0
        ? computedByTools
        : await stateStatements(client, { ...wanted, collections: changed }, context);
    if (statements.length > 0) {
      const computed = yield* this.maker.stated(inquiry, statements);
      const toolsUsed = statements.map(({ tool }) => tool);
      if (isShowable(computed.best)) return this.keeper.conclude(inquiry, computed, { toolsUsed });
    }
    const told = yield* this.askGraph(inquiry, wanted);
    if ('id' in told) return told;
    const background = request.mode === 'deep' ? yield* stepBack(this.ports, this.maker, inquiry) : null;
    const degradedSoFar = [...inquiry.degraded, ...told.degraded, ...(background?.degraded ?? [])];
    const whole: Inquiry = { ...inquiry, ...background, degraded: degradedSoFar };
    const written = yield* this.maker.answer(whole);
    const mayLook = described?.seesPictures === true && request.mode !== 'fast' && !isShowable(written.best);
    const attempts = mayLook ? yield* lookAtPages(client, this.maker, whole, written) : written;
    return this.keeper.conclude(whole, attempts, { toolsUsed: TOOLS_USED });
  }

  /**
   * Answers from the graph what the planner takes for a question about more than passages.
   *
   * @returns if it does not answer, what was missing for that
   */
  private async *askGraph(
    inquiry: Inquiry,
    wanted: AskedOfState,
  ): AsyncGenerator<QueryEvent, Answer | Pick<Inquiry, 'degraded'>, undefined> {
    const { scope } = inquiry.plan;
    if (scope === undefined) return { degraded: [] };
    const { statements, mode, degraded } = yield* graphStatements(this.ports.client, inquiry, wanted, scope);
    if (statements.length === 0) return { degraded };
    const attempts = yield* this.maker.stated(inquiry, statements, mode);
    if (!isShowable(attempts.best)) return { degraded: [] };
    const toolsUsed = [...new Set(statements.map(({ tool }) => tool))];
    return this.keeper.conclude({ ...inquiry, degraded: [...inquiry.degraded, ...degraded] }, attempts, { toolsUsed });
  }

  private async plan(
    { query, mode }: QueryRequest,
    { hypothesisPrompt }: Scope,
    context: OperationContext,
  ): Promise<StageResult<Plans>> {
    if (isRemark(query)) {
      const plan = { ...singleSearch(query), queryType: 'conversational' as const };
      return { value: { plan, hypothesis: null, degraded: [] }, detail: 'nothing to search for' };
    }
    if (mode === 'fast') {
      return { value: { plan: singleSearch(query), hypothesis: null, degraded: [] }, detail: 'one search' };
    }
    const { client } = this.ports;
    const planned = await planQuestion(client, query, context);
    const { value: plan, degraded } = planned.value;
    if (mode !== 'deep') return { value: { plan, hypothesis: null, degraded }, detail: planned.detail };
    const written = await writeHypothesis(client, plan, hypothesisPrompt, context);
    const value = { plan, hypothesis: written.value, degraded: [...degraded, ...written.degraded] };
    return { value, detail: planned.detail };
  }
}
