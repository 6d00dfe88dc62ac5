import { Controller, Inject } from '@nestjs/common';
import { decompose, type DecomposedQuery, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { ModelOrRules } from '../language-model/model-or-rules.js';
import { PLAN_MODEL } from '../planner-arm.tokens.js';
import { decomposeQuery } from './decompose-query.js';
import { decompositionTask } from './decomposition.task.js';

@Controller()
export class DecomposeController {
  constructor(@Inject(PLAN_MODEL) private readonly planner: ModelOrRules) {}

  @HandlesOperation(decompose)
  decompose(
    @OperationPayload() { query, ...terms }: OperationInput<typeof decompose>,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): Promise<DecomposedQuery> {
    const call = { operation: 'decompose', signal, deadline, terms };
    return this.planner.answer(decompositionTask(query), () => decomposeQuery(query), call);
  }
}
