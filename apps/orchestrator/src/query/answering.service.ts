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
import { Agent } from '../agent/agent.service.js';
import type { Toolbox } from '../execution/toolbox.js';
import type { ContextMemory } from '../memory/context-memory.js';
import type { Flight } from '../records/flight.js';
import type { AnswerLens, FlightRecorder } from '../records/flight.recorder.js';
import { replayFlight, type Replayed } from '../records/flight.replayer.js';
import type { CorrectionObserver } from './correction/correction.observer.js';
import { DEFAULT_SELF_CORRECTION } from './correction/self-correction.js';
import { QueryPipeline, type PipelinePorts, type PipelineSettings } from './pipeline.service.js';

export interface AnsweringPorts {
  readonly recorder: FlightRecorder;
  readonly memory: ContextMemory;
  readonly domains: DomainCatalog;
}

export interface AnsweringOptions {
  readonly settings?: PipelineSettings;
  /** Tools of the agent and what runs them, made for each run: they ask through its flight. */
  readonly toolboxOf: (ports: PipelinePorts) => Toolbox;
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

  /** As {@link QueryPipeline.answer}. */
  answer(request: QueryRequest, context: OperationContext): AsyncGenerator<QueryEvent, Answer, undefined> {
    const { query, domain = null, sessionId = null, budget } = request;
    const departure = { kind: 'query' as const, request, query, domain, sessionId, budget, context };
    return this.ports.recorder.record(departure, OF_QUERY, (flight) =>
      this.#pipelineOf(flight, this.options.observer).answer(request, context),
    );
  }

  /** As {@link Agent.search}. */
  search(request: AgenticSearchRequest, context: OperationContext): AsyncGenerator<AgentEvent, AgentRun, undefined> {
    const { query, domain = null, session_id: sessionId = null, budget } = request;
    const departure = { kind: 'agent' as const, request, query, domain, sessionId, budget, context };
    return this.ports.recorder.record(departure, OF_AGENT, (flight) => this.#agentOf(flight).search(request, context));
  }

  /**
   * Runs today's code on what was recorded.
   *
   * @param request what the flight was asked, unpacked
   */
  replay(
    { id, kind, principal }: Pick<AnswerRecord, 'id' | 'kind' | 'principal'>,
    flight: FlightRecord,
    request: unknown,
    context: OperationContext,
  ): Promise<Replayed> {
    const then = { ...context, deadline: flight.deadline, principal };
    return replayFlight(id, flight, (replayed) =>
      kind === 'agent'
        ? this.#agentOf(replayed).search(AgenticSearchRequest.parse(request), then)
        : this.#pipelineOf(replayed).answer(QueryRequest.parse(request), then),
    );
  }

  #pipelineOf(flight: Flight, observer?: CorrectionObserver): QueryPipeline {
    const { settings = DEFAULT_SELF_CORRECTION, toolboxOf } = this.options;
    const ports = this.#portsOf(flight);
    return new QueryPipeline(ports, settings, toolboxOf(ports), observer);
  }

  #agentOf(flight: Flight): Agent {
    const { settings = DEFAULT_SELF_CORRECTION, toolboxOf } = this.options;
    const ports = this.#portsOf(flight);
    return new Agent(ports, settings, toolboxOf(ports));
  }

  #portsOf(flight: Flight): PipelinePorts {
    const { client, clock } = flight;
    const memory = flight.port('memory', this.ports.memory, ['remember']);
    const domains = flight.port('domains', this.ports.domains);
    return { flight, client, clock, memory, domains };
  }
}
