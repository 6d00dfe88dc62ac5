import { Controller, Inject } from '@nestjs/common';
import { planTools, type OperationInput, type PlannedTools } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { ModelOrRules } from '../language-model/model-or-rules.js';
import { PLAN_MODEL } from '../planner-arm.tokens.js';
import { planByRules } from './plan-by-rules.js';
import { toolPlanTask } from './tool-plan.task.js';

@Controller()
export class PlanToolsController {
  constructor(@Inject(PLAN_MODEL) private readonly planner: ModelOrRules) {}

  @HandlesOperation(planTools)
  planTools(
    @OperationPayload() request: OperationInput<typeof planTools>,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): Promise<PlannedTools> {
    const call = { operation: 'plan-tools', signal, deadline, terms: request };
    return this.planner.answer(toolPlanTask(request), () => planByRules(request), call);
  }
}
