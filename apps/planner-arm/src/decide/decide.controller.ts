import { Controller, Inject } from '@nestjs/common';
import { decide, type Decision, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { decomposeQuery } from '../decompose/decompose-query.js';
import type { ModelOrRules } from '../language-model/model-or-rules.js';
import { DECIDE_MODEL } from '../planner-arm.tokens.js';
import { viewOf } from './agent-view.js';
import { decideByRules, isForced } from './decide-by-rules.js';
import { decisionTask } from './decision.task.js';

@Controller()
export class DecideController {
  constructor(@Inject(DECIDE_MODEL) private readonly decider: ModelOrRules) {}

  @HandlesOperation(decide)
  decide(
    @OperationPayload() request: OperationInput<typeof decide>,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): Promise<Decision> {
    const view = viewOf(request, request.plan ?? decomposeQuery(request.query));
    const byRules = decideByRules(view);
    return this.decider.answer(isForced(byRules) ? null : decisionTask(request, view.answerTool), () => byRules, {
      operation: 'decide',
      signal,
      deadline,
      terms: request,
    });
  }
}
