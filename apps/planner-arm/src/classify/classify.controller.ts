import { Controller, Inject } from '@nestjs/common';
import { classify, type Classification, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { ModelOrRules } from '../language-model/model-or-rules.js';
import { PLAN_MODEL } from '../planner-arm.tokens.js';
import { classificationTask } from './classification.task.js';
import { classifyQuery } from './classify-query.js';

@Controller()
export class ClassifyController {
  constructor(@Inject(PLAN_MODEL) private readonly planner: ModelOrRules) {}

  @HandlesOperation(classify)
  classify(
    @OperationPayload() { query, ...terms }: OperationInput<typeof classify>,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): Promise<Classification> {
    const call = { operation: 'classify', signal, deadline, terms };
    return this.planner.answer(classificationTask(query), () => classifyQuery(query), call);
  }
}
