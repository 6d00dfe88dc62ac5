import { resolve } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import {
  FilesystemAnswerRecordStore,
  FilesystemCostLedger,
  FilesystemDomainCatalog,
  FilesystemFeedbackStore,
  FilesystemInsightStore,
  FilesystemSessionStore,
  openDataDirectory,
} from '@arbiter/adapters-filesystem';
import type { OperationClient } from '@arbiter/messaging';
import { ARBITER_VERSION, type Logger } from '@arbiter/platform';
import {
  SYSTEM_CLOCK,
  type AnswerRecordStore,
  type Clock,
  type CostLedger,
  type DomainCatalog,
  type FeedbackStore,
  type IdGenerator,
  type InsightStore,
  type SessionStore,
} from '@arbiter/ports';
import type { Registry } from 'prom-client';
import type { Toolbox } from './agent/agent.service.js';
import { AgenticSearchController } from './agent/agentic-search.controller.js';
import { DomainsController } from './domains/domains.controller.js';
import { MeasuredDurations } from './execution/measured-durations.js';
import { ResultCache } from './execution/result-cache.js';
import { ToolObserver } from './execution/tool.observer.js';
import type { OrchestratorConfig } from './orchestrator.config.js';
import { DOMAIN_CATALOG, OPERATION_CLIENT, SESSION_STORE } from './orchestrator.tokens.js';
import { FeedbackController } from './feedback/feedback.controller.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { ContextMemory } from './memory/context-memory.js';
import { CorrectionObserver } from './query/correction/correction.observer.js';
import { AnsweringService } from './query/answering.service.js';
import type { PipelinePorts, PipelineSettings } from './query/pipeline.service.js';
import { QueryController } from './query/query.controller.js';
import { FlightRecorder } from './records/flight.recorder.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { createTools } from './tools/create-tools.js';

/** Everything outside of this arm that it needs. */
export interface OrchestratorPorts {
  /** Reaches the other arms. */
  readonly client: OperationClient;
  readonly sessions: SessionStore;
  readonly insights: InsightStore;
  readonly domains: DomainCatalog;
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly costs: CostLedger | null;
  /** False for a process that only reads what others have kept. */
  readonly recordsAnswers: boolean;
  readonly feedback: FeedbackStore;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** What the process has once for all that run in it. */
export interface OrchestratorSurroundings {
  readonly registry: Registry;
  readonly logger: Logger;
}

type PipelineConfig = Pick<OrchestratorConfig, 'validation' | 'selfCorrection' | 'selfCorrectionMaxRetries'>;

/** Composition root of the orchestrator: the only file of it that binds a port to an adapter. */
@Module({})
export class OrchestratorModule {
  static register(
    config: PipelineConfig,
    ports: OrchestratorPorts,
    { registry, logger }: OrchestratorSurroundings,
  ): DynamicModule {
    const memory = new ContextMemory(ports);
    const { answers, costs, recordsAnswers } = ports;
    const recorder = new FlightRecorder(
      { ...ports, answers: recordsAnswers ? answers : null, costs: recordsAnswers ? costs : null },
      { version: ARBITER_VERSION, prices: null },
    );
    const observer = new ToolObserver(registry, logger);
    const durations = new MeasuredDurations();
    const toolboxOf = ({ client, clock }: PipelinePorts): Toolbox => ({
      tools: createTools({ client }, { mayIngest: false }),
      execution: {
        cache: new ResultCache({ maxBytes: 0, maxEntries: 1 }, { of: () => Promise.resolve(null) }, observer),
        durations,
        observer,
        clock,
        random: Math.random,
      },
    });
    return {
      module: OrchestratorModule,
      controllers: [
        QueryController,
        AgenticSearchController,
        DomainsController,
        SessionsController,
        FeedbackController,
      ],
      providers: [
        { provide: OPERATION_CLIENT, useValue: ports.client },
        { provide: SESSION_STORE, useValue: ports.sessions },
        { provide: DOMAIN_CATALOG, useValue: ports.domains },
        { provide: ContextMemory, useValue: memory },
        { provide: SessionsService, useValue: new SessionsService(ports) },
        { provide: FeedbackService, useValue: new FeedbackService(ports) },
        {
          provide: AnsweringService,
          useValue: new AnsweringService(
            { memory, domains: ports.domains, recorder },
            { settings: pipelineSettingsOf(config), toolboxOf, observer: new CorrectionObserver(registry) },
          ),
        },
      ],
    };
  }
}

export function pipelineSettingsOf({
  validation,
  selfCorrection,
  selfCorrectionMaxRetries,
}: PipelineConfig): PipelineSettings {
  return { maxRetries: selfCorrection ? selfCorrectionMaxRetries : 0, validate: validation };
}

/**
 * Opens the orchestrator's own folder in the data directory: sessions are its alone, whoever writes the library.
 *
 * @param installed folders of the packs that come with the software
 * @param mode `read` for a process that keeps no session, so that any number of them can run side by side
 */
export async function bindOrchestratorPorts(
  { dataDir, domainsDirs, answerRecords }: Pick<OrchestratorConfig, 'dataDir' | 'domainsDirs' | 'answerRecords'>,
  cwd: string,
  installed: readonly string[],
  mode: 'read' | 'write' = 'write',
): Promise<
  Pick<OrchestratorPorts, 'sessions' | 'insights' | 'domains' | 'answers' | 'costs' | 'recordsAnswers' | 'feedback'> & {
    close(): Promise<void>;
  }
> {
  const path = resolve(cwd, dataDir, 'orchestrator');
  const directory = await openDataDirectory({ path, mode, clock: SYSTEM_CLOCK });
  return {
    sessions: new FilesystemSessionStore(directory),
    insights: new FilesystemInsightStore(directory),
    answers: answerRecords ? new FilesystemAnswerRecordStore(directory) : null,
    costs: answerRecords ? new FilesystemCostLedger(directory) : null,
    recordsAnswers: answerRecords && mode === 'write',
    feedback: new FilesystemFeedbackStore(directory),
    domains: new FilesystemDomainCatalog([...domainsDirs.map((folder) => resolve(cwd, folder)), ...installed]),
    close: () => directory.close(),
  };
}
