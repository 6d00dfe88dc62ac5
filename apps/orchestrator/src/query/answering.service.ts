import {
  AgenticSearchRequest,
  QueryRequest,
  type AgentEvent,
  type AgentRun,
  type Answer,
  type AnswerRecord,
  type FlightRecord,
  type QueryEvent,
} from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { DomainCatalog } from '@arbiter/ports';
import { ownSession } from '../access/ownership.js';
import { Agent } from '../agent/agent.service.js';
import type { ToolSet } from '../execution/tool-set.js';
import type { ContextMemory } from '../memory/context-memory.js';
import type { RunContext } from '../recording/run-context.js';
import type { AnswerLens, RunRecorder } from '../recording/run.recorder.js';
import { replayRun, type Replayed } from '../recording/run.replayer.js';
import type { CorrectionObserver } from '../answering/answer-maker.js';
import { DEFAULT_ANSWER_SETTINGS, type AnswerPorts, type AnswerSettings } from '../answering/inquiry.js';
import { QueryPipeline } from '../pipeline/query-pipeline.js';

export interface AnsweringPorts {
  readonly recorder: RunRecorder;
  readonly memory: ContextMemory;
  readonly domains: DomainCatalog;
}

export interface AnsweringOptions {
  readonly settings?: AnswerSettings;
  /** Tools of the agent and what runs them, made for each run: they ask through its context. */
  readonly toolSetOf: (ports: AnswerPorts) => ToolSet;
  /** Told of corrections, not of those of replays. */
  readonly observer?: CorrectionObserver;
}

const OF_QUERY: AnswerLens<Answer> = { answerOf: (answer) => answer, withAnswer: (_, answer) => answer };
const OF_AGENT: AnswerLens<AgentRun> = {
  answerOf: ({ answer }) => answer,
  withAnswer: (run, answer) => ({ ...run, answer }),
};

/** Answers questions, by the pipeline or the agent, with a record running; and again from such a record. */
export class AnsweringService {
  constructor(
    private readonly ports: AnsweringPorts,
    private readonly options: AnsweringOptions,
  ) {}

  /**
   * As {@link QueryPipeline.answer}.
   *
   * @param isFromUser false for what nobody asked, such as a live replay
   */
  async *answer(
    { sessionId: named, ...rest }: QueryRequest,
    context: OperationContext,
    isFromUser = true,
  ): AsyncGenerator<QueryEvent, Answer, undefined> {
    const { principal } = context;
    const request = { ...rest, ...(named !== undefined && { sessionId: ownSession(principal, named) }) };
    const { query, domain = null, sessionId = null, budget } = request;
    const asked = { kind: 'query' as const, request, query, domain, sessionId, budget, context, isFromUser };
    const answer = yield* this.ports.recorder.record(asked, OF_QUERY, (run) =>
      this.#pipelineOf(run, this.options.observer).answer(request, context),
    );
    return { ...answer, ...(named !== undefined && { sessionId: named }) };
  }

  /** As {@link Agent.search}. */
  async *search(
    { session_id: named, ...rest }: AgenticSearchRequest,
    context: OperationContext,
    isFromUser = true,
  ): AsyncGenerator<AgentEvent, AgentRun, undefined> {
    const { principal } = context;
    const request = { ...rest, ...(named !== undefined && { session_id: ownSession(principal, named) }) };
    const { query, domain = null, session_id: sessionId = null, budget } = request;
    const asked = { kind: 'agent' as const, request, query, domain, sessionId, budget, context, isFromUser };
    const run = yield* this.ports.recorder.record(asked, OF_AGENT, (recorded) =>
      this.#agentOf(recorded).search(request, context),
    );
    if (named === undefined || run.answer === null) return run;
    return { ...run, answer: { ...run.answer, sessionId: named } };
  }

  /**
   * Runs today's code on what was recorded.
   *
   * @param request of the recorded run, unpacked
   */
  replay(
    { id, kind }: Pick<AnswerRecord, 'id' | 'kind'>,
    record: FlightRecord,
    request: unknown,
    context: OperationContext,
  ): Promise<Replayed> {
    const then = { ...context, deadline: record.deadline };
    return replayRun(id, record, (replayed) =>
      kind === 'agent'
        ? this.#agentOf(replayed).search(AgenticSearchRequest.parse(request), then)
        : this.#pipelineOf(replayed).answer(QueryRequest.parse(request), then),
    );
  }

  #pipelineOf(run: RunContext, observer?: CorrectionObserver): QueryPipeline {
    const { settings = DEFAULT_ANSWER_SETTINGS, toolSetOf } = this.options;
    const ports = this.#portsOf(run);
    return new QueryPipeline(ports, settings, toolSetOf(ports), observer);
  }

  #agentOf(run: RunContext): Agent {
    const { settings = DEFAULT_ANSWER_SETTINGS, toolSetOf } = this.options;
    const ports = this.#portsOf(run);
    return new Agent(ports, settings, toolSetOf(ports));
  }

  #portsOf(run: RunContext): AnswerPorts {
    const { client, clock } = run;
    const memory = run.port('memory', this.ports.memory, ['remember']);
    const domains = run.port('domains', this.ports.domains);
    return { run, client, clock, memory, domains };
  }
}
