import { Controller } from '@nestjs/common';
import { stepBack, type OperationInput, type StepBack } from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import { classifyQuery } from '../classify/classify-query.js';
import { stepBackQuestion } from './step-back-question.js';

@Controller()
export class StepBackController {
  @HandlesOperation(stepBack)
  stepBack(@OperationPayload() { query, queryType }: OperationInput<typeof stepBack>): Promise<StepBack> {
    const question = stepBackQuestion(query, queryType ?? classifyQuery(query).queryType);
    const reason =
      question === null
        ? 'The question is no case of a rule or a way of doing, or it is general already.'
        : 'What holds in general answers a part of it.';
    return Promise.resolve({ question, reason, by: 'rules' });
  }
}
