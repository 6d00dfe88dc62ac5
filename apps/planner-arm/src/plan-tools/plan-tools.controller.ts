import { Controller } from '@nestjs/common';
import { planTools, type OperationInput, type PlannedTools } from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import { planByRules } from './plan-by-rules.js';

@Controller()
export class PlanToolsController {
  @HandlesOperation(planTools)
  planTools(@OperationPayload() request: OperationInput<typeof planTools>): Promise<PlannedTools> {
    return Promise.resolve().then(() => ({ ...planByRules(request), by: 'rules' as const }));
  }
}
