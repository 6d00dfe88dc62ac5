import { Controller, Inject } from '@nestjs/common';
import { listTools, runPlan, type OperationInput, type OperationOutput, type PlanStepEvent } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { PlansService } from './plans.service.js';

@Controller()
export class PlansController {
  constructor(@Inject(PlansService) private readonly plans: PlansService) {}

  @HandlesOperation(listTools)
  tools(): Promise<OperationOutput<typeof listTools>> {
    return this.plans.tools();
  }

  @HandlesOperation(runPlan)
  run(
    @OperationPayload() request: OperationInput<typeof runPlan>,
    @OperationCtx() context: OperationContext,
  ): AsyncGenerator<PlanStepEvent, OperationOutput<typeof runPlan>, undefined> {
    return this.plans.run(request, context);
  }
}
