import { Controller, Inject } from '@nestjs/common';
import { stepBack, type OperationInput, type StepBack } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { classifyQuery } from '../classify/classify-query.js';
import type { ModelOrRules } from '../language-model/model-or-rules.js';
import { PLAN_MODEL } from '../planner-arm.tokens.js';
import { stepBackQuestion } from './step-back-question.js';
import { stepBackTask } from './step-back.task.js';

@Controller()
export class StepBackController {
  constructor(@Inject(PLAN_MODEL) private readonly planner: ModelOrRules) {}

  @HandlesOperation(stepBack)
  stepBack(
    @OperationPayload() { query, queryType: given, ...terms }: OperationInput<typeof stepBack>,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): Promise<StepBack> {
    const queryType = given ?? classifyQuery(query).queryType;
    const asksDocuments = queryType !== 'conversational' && queryType !== 'out_of_scope';
    const byRules = (): StepBack => {
      const question = stepBackQuestion(query, queryType);
      const reason =
        question === null
          ? 'The question is no case of a rule or a way of doing, or it is general already.'
          : 'What holds in general answers a part of it.';
      return { question, reason };
    };
    const call = { operation: 'step-back', signal, deadline, terms };
    return this.planner.answer(asksDocuments ? stepBackTask(query) : null, byRules, call);
  }
}
