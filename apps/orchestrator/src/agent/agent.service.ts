import {
  ArbiterError,
  failureEvents,
  type AgentEvent,
  type AgenticSearchRequest,
  type AgentRun as AgentRunSummary,
  type QueryEvent,
  type QueryRequest,
  type ToolFailure,
} from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { newTreeData, type BaseMcpTool, type ToolRegistry } from '@arbiter/tool-sdk';
import { AnswerKeeper } from '../answering/answer-keeper.js';
import { AnswerMaker } from '../answering/answer-maker.js';
import { planQuestion } from '../answering/ask-planner.js';
import type { AnswerPorts, AnswerSettings } from '../answering/inquiry.js';
import { readQuestion } from '../answering/read-question.js';
import { StageClock } from '../answering/stage-clock.js';
import { openToolSet, type ToolSet } from '../execution/tool-set.js';
import { RetrieverSearch, type SearchScope } from '../retrieval/passage-search.js';
import { keepGraphs } from '../tools/graph/graph-context.js';
import { AgentRun, completionOf, publishedName, tellFailure } from './agent-run.js';
import { checkDecision, DecisionMaker, isFailure, type Runnable } from './decision-maker.js';
import { shownReason } from './spoken-inputs.js';
import { TextResponseTool } from './text-response.tool.js';
import { ToolRunner } from './tool-runner.js';

/** Decisions in a row that cannot be carried out before the run is brought to its end. */
const MOST_FAULTS = 2;

/** Kept back of the call's time, in milliseconds, to tell how the run ended. */
const RESERVE_MS = 1_500;

/** Least time for writing and checking an answer before a run is brought to its end, in milliseconds. */
const ANSWERING_MS = 5_000;
/** The same as a share of the call's time, 0–1: a language model that writes may take minutes. */
const ANSWERING_SHARE = 0.25;

/** Tools and helpers of one run. */
interface Equipment {
  readonly registry: ToolRegistry;
  /** Speaks to the user; made for this run alone. */
  readonly answering: BaseMcpTool;
  readonly decisions: DecisionMaker;
  readonly runner: ToolRunner;
  /** How a tool is called on the published stream. */
  readonly nameOf: (tool: string) => string;
}

/**
 * Answers a question step by step: the planner decides which tool runs next, from what the tools have found so far, until
 * one of them has spoken to the user. Every run ends in exactly one `complete`.
 */
export class Agent {
  constructor(
    private readonly ports: AnswerPorts,
    private readonly settings: AnswerSettings,
    private readonly toolSet: ToolSet,
  ) {}

  /** @throws ArbiterError NOT_FOUND for an unknown domain; the reason of the context's signal. The stream reports all else. */
  async *search(
    asked: AgenticSearchRequest,
    context: OperationContext,
  ): AsyncGenerator<AgentEvent, AgentRunSummary, undefined> {
    const run = yield* this.open(asked, context);
    const equipment = this.equip(run, context);
    let iterations = 0;
    const { clock } = this.ports;
    const answeringMs = Math.max(ANSWERING_MS, ANSWERING_SHARE * (context.deadline - clock.now()));
    const lateAt = context.deadline - RESERVE_MS - answeringMs;
    try {
      for (let faults = 0; run.answer === null;) {
        const isComputed = yield* runTriggered(run, equipment);
        iterations += 1;
        run.isLast = iterations >= run.maxIterations || faults >= MOST_FAULTS || clock.now() > lateAt;
        const step = isComputed ? yield* tellAtOnce(equipment) : yield* this.decide(run, equipment, iterations);
        faults = isFailure(step) ? faults + 1 : 0;
        yield* isFailure(step) ? tellFailure(run, step) : equipment.runner.run(step, run);
        // To refuse would say that the question has no answer.
        if (run.unanswerable) throw run.unanswerable;
        if (run.isLast && !run.hasEnded) throw new ArbiterError('UNAVAILABLE', 'The agent found no end.');
      }
      yield completionOf(run, equipment.nameOf);
    } catch (error) {
      context.signal.throwIfAborted();
      yield* failureEvents(ArbiterError.from(error));
    }
    return { answer: run.answer, iterations, tools: run.completed.map(({ tool }) => tool) };
  }

  private async *open(
    { query, session_id, domain, collection_names, max_iterations }: AgenticSearchRequest,
    context: OperationContext,
  ): AsyncGenerator<AgentEvent, AgentRun, undefined> {
    const asked: QueryRequest = {
      query,
      mode: 'standard',
      validate: true,
      includeProvenance: true,
      ...(session_id !== undefined && { sessionId: session_id }),
      ...(domain !== undefined && { domain }),
      ...(collection_names !== undefined && { collections: collection_names }),
    };
    const { client, clock } = this.ports;
    const read = await readQuestion(this.ports, asked, context);
    const { scope, question, opened, degraded } = read.value;
    yield { type: 'status', message: 'Reading the question…' };
    const stages = new StageClock(clock);
    const planned = await silently(stages.run('plan', () => planQuestion(client, question, context)));
    const inquiry = {
      request: { ...asked, query: question },
      asked: query,
      context,
      plan: planned.value,
      ...scope,
      steppedBack: null,
      hypothesis: null,
      hints: [],
      stages,
      degraded: [...degraded, ...planned.degraded],
      notices: [],
    };
    const tree = newTreeData(question, {
      collectionNames: scope.collections ?? [],
      conversationHistory: opened.history.map(({ role, content }) => ({ role, content })),
    });
    const described = await this.toolSet.library.describe(scope.collections, context);
    keepGraphs(tree, described?.withGraph ?? []);
    return new AgentRun(inquiry, tree, max_iterations);
  }

  private equip(run: AgentRun, context: OperationContext): Equipment {
    const { client, clock } = this.ports;
    const { registry, executor } = openToolSet(this.toolSet, context);
    const searchIn = (scope: SearchScope) => new RetrieverSearch(client, this.toolSet.execution, scope);
    const maker = new AnswerMaker({ client, clock, searchIn, library: this.toolSet.library }, this.settings);
    const nameOf = (name: string): string => {
      const tool = registry.find(name);
      return tool ? publishedName(tool) : name;
    };
    const answering = new TextResponseTool(run, maker, new AnswerKeeper(this.ports));
    registry.register(answering);
    return {
      registry,
      answering,
      decisions: new DecisionMaker(client, registry, answering),
      runner: new ToolRunner(executor),
      nameOf,
    };
  }

  /** Decides, and tells the decision. In the end there is only one: to answer, or to say why not. */
  private async *decide(
    run: AgentRun,
    { registry, answering, decisions }: Equipment,
    iteration: number,
  ): AsyncGenerator<AgentEvent, Runnable | ToolFailure, undefined> {
    if (run.isLast) {
      yield { type: 'decision', tool: publishedName(answering), reasoning: 'No further step is left.' };
      return { tool: answering, inputs: {} };
    }
    const availability = await registry.availableNow(run.tree);
    const { value: decision, degraded } = await decisions.next(run, availability, iteration);
    run.degraded.push(...degraded);
    const reasoning = shownReason(decision.reasoning, [run.inquiry.asked, run.inquiry.request.query]);
    yield { type: 'decision', tool: decision.tool, reasoning };
    run.isImpossible = decision.impossible;
    // Whatever tool it names: a question that cannot be answered is refused.
    if (decision.impossible) return { tool: answering, inputs: {} };
    return checkDecision(decision, registry, availability, run);
  }
}

/**
 * Tools that run unasked, such as a summary of an environment that has grown too large.
 *
 * @returns whether one of them has computed the answer, so that nothing is left to decide
 */
async function* runTriggered(
  run: AgentRun,
  { registry, runner }: Equipment,
): AsyncGenerator<AgentEvent, boolean, undefined> {
  const triggered = await registry.triggeredNow(run.tree);
  for (const { tool, inputs } of triggered) {
    yield { type: 'decision', tool: publishedName(tool), reasoning: 'Runs by itself in this state.' };
    yield* runner.run({ tool, inputs: tool.parseInputs(inputs) }, run);
  }
  return triggered.length > 0 && run.hasStatement;
}

function* tellAtOnce({ answering }: Equipment): Generator<AgentEvent, Runnable, undefined> {
  yield { type: 'decision', tool: publishedName(answering), reasoning: 'A tool has computed the answer.' };
  return { tool: answering, inputs: {} };
}

/** The stages of the pipeline are not part of the published stream. */
async function silently<T>(stage: AsyncGenerator<QueryEvent, T, undefined>): Promise<T> {
  let next = await stage.next();
  while (!next.done) next = await stage.next();
  return next.value;
}
