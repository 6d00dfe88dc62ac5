import { Module, type DynamicModule } from '@nestjs/common';
import { watchCircuit } from '@arbiter/backends';
import type { Logger } from '@arbiter/platform';
import { SYSTEM_CLOCK, type IdGenerator, type LanguageModel } from '@arbiter/ports';
import type { Registry } from 'prom-client';
import { PlannerController } from './planner.controller.js';
import { DECIDE_MODEL, ModelOrRules, PLAN_MODEL } from './language-model/model-or-rules.js';
import { describePlanner, type PlannerRole } from './language-model/open-planner-model.js';
import { PlannerModel } from './language-model/planner-model.js';
import { PlannerModelObserver } from './language-model/planner-model.observer.js';

/** Leaves the deadline of a decision, 30 s, room for the tool that follows, and a person's patience some. */
const MODEL_TIMEOUT_MS = 8_000;

export interface PlannerSurroundings {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Random: the fences of prompts are built from them. */
  readonly ids: IdGenerator;
  /** Longest wait for the language model, in milliseconds; past it the rules decide. */
  readonly timeoutMs?: number;
}

/** Composition root of the planner arm: the only file of it that binds a port to an adapter. */
@Module({})
export class PlannerArmModule {
  static register(
    model: LanguageModel | null,
    { logger, registry, ids, timeoutMs = MODEL_TIMEOUT_MS }: PlannerSurroundings,
  ): DynamicModule {
    logger.info(describePlanner(model));
    const observer = new PlannerModelObserver({ logger, registry });
    const asking = (role: PlannerRole): ModelOrRules => {
      if (model) watchCircuit(model, role, { registry, logger });
      const ports = model && { model, role, ids, clock: SYSTEM_CLOCK, observer };
      return new ModelOrRules(ports && new PlannerModel(ports, timeoutMs), observer);
    };
    return {
      module: PlannerArmModule,
      controllers: [PlannerController],
      providers: [
        { provide: PLAN_MODEL, useValue: asking('plan') },
        { provide: DECIDE_MODEL, useValue: asking('decide') },
      ],
    };
  }
}
