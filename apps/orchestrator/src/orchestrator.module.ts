import { Inject, Module, type DynamicModule, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ArbiterError, type PriceTable } from '@arbiter/contracts';
import { ARBITER_VERSION, type Logger } from '@arbiter/platform';
import type { Registry } from 'prom-client';
import type { OrchestratorPorts } from './bind-ports.js';
import { AgenticSearchController, QueryController } from './query/query.controller.js';
import { DOMAIN_CATALOG, DomainsController, OPERATION_CLIENT } from './domains/domains.controller.js';
import type { OrchestratorConfig } from './orchestrator.config.js';
import { DOCTOR_PORTS, DoctorController } from './doctor/doctor.controller.js';
import { FeedbackController, FeedbackService } from './feedback/feedback.service.js';
import { AnswerEvents } from './experiments/answer-events.js';
import { ExperimentsController, ExperimentsService } from './experiments/experiments.service.js';
import { KEYS_PORTS, KeysController } from './keys/keys.controller.js';
import { ContextMemory } from './memory/context-memory.js';
import { PlansController, PlansService } from './plans/plans.service.js';
import { CorrectionObserver } from './answering/answer-maker.js';
import { AnsweringService } from './query/answering.service.js';
import { AnswersController } from './records/answers.controller.js';
import { AnswersService } from './records/answers.service.js';
import { QUALITY_PORTS, QualityController } from './quality/quality.controller.js';
import { AnswerBudgetObserver } from './recording/answer-budget.js';
import { AnswerObserver } from './recording/answer.observer.js';
import type { RunRecorderSettings } from './recording/recorded-run.js';
import { RunRecorder } from './recording/run.recorder.js';
import { SESSION_STORE, SessionsController, SessionsService } from './sessions/sessions.service.js';
import { toolSetsOf, UNRECORDED, type ToolConfig } from './tools/tool-sets.js';

/** Objects that all apps in the process share. */
export interface OrchestratorSurroundings {
  readonly registry: Registry;
  readonly logger: Logger;
}

type PipelineConfig = Pick<OrchestratorConfig, 'selfCorrectionMaxRetries'>;
type RecordConfig = Pick<OrchestratorConfig, 'answerBudgetTokens' | 'answerBudgetCost'>;

const REDACTION = Symbol('DocumentRedaction');

/** Composition root of the orchestrator: what it serves, over the ports that `bind-ports.ts` opens. */
@Module({})
export class OrchestratorModule implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(REDACTION) private readonly redaction: OrchestratorPorts['redaction']) {}

  onModuleInit(): void {
    this.redaction?.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.redaction?.stop();
  }

  static register(
    config: PipelineConfig & RecordConfig & ToolConfig,
    ports: OrchestratorPorts,
    { registry, logger }: OrchestratorSurroundings,
  ): DynamicModule {
    const memory = new ContextMemory(ports);
    const { answers, costs, events, recordsAnswers } = ports;
    const recorder = new RunRecorder(
      {
        ...ports,
        answers: recordsAnswers ? answers : null,
        costs: recordsAnswers ? costs : null,
        events: recordsAnswers && events ? new AnswerEvents(events) : null,
        observer: new AnswerBudgetObserver(registry),
        outcomes: new AnswerObserver(registry),
      },
      { ...recorderSettingsOf(config, ports.prices), experiment: ports.experiment },
    );
    const toolSetOf = toolSetsOf(config, ports, { registry, logger });
    const answering = new AnsweringService(
      { memory, domains: ports.domains, recorder },
      {
        settings: { maxRetries: config.selfCorrectionMaxRetries },
        toolSetOf,
        observer: new CorrectionObserver(registry),
      },
    );
    return {
      module: OrchestratorModule,
      controllers: [
        QueryController,
        AgenticSearchController,
        PlansController,
        DomainsController,
        SessionsController,
        AnswersController,
        FeedbackController,
        ExperimentsController,
        KeysController,
        DoctorController,
        QualityController,
      ],
      providers: [
        { provide: OPERATION_CLIENT, useValue: ports.client },
        { provide: SESSION_STORE, useValue: ports.sessions },
        { provide: DOMAIN_CATALOG, useValue: ports.domains },
        { provide: REDACTION, useValue: ports.redaction },
        { provide: ContextMemory, useValue: memory },
        { provide: SessionsService, useValue: new SessionsService(ports) },
        { provide: ExperimentsService, useValue: new ExperimentsService(ports) },
        { provide: KEYS_PORTS, useValue: ports },
        { provide: QUALITY_PORTS, useValue: ports },
        { provide: DOCTOR_PORTS, useValue: ports },
        { provide: FeedbackService, useValue: new FeedbackService(ports) },
        { provide: AnsweringService, useValue: answering },
        {
          provide: PlansService,
          useValue: new PlansService(() => toolSetOf({ ...ports, run: UNRECORDED }), ports.clock),
        },
        { provide: AnswersService, useValue: new AnswersService({ ...ports, answering }) },
      ],
    };
  }
}

/** @throws ArbiterError INVALID_REQUEST for a budget in money where nothing says what models cost */
export function recorderSettingsOf(
  { answerBudgetTokens: tokens, answerBudgetCost: cost }: RecordConfig,
  prices: PriceTable | null,
): RunRecorderSettings {
  if (cost !== undefined && !prices) {
    throw new ArbiterError('INVALID_REQUEST', 'ANSWER_BUDGET_COST is set: set MODEL_PRICES, too.');
  }
  const budget = { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) };
  return { version: ARBITER_VERSION, prices, budget };
}
