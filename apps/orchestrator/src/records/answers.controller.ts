import { Controller, Inject } from '@nestjs/common';
import {
  costs,
  getAnswer,
  listAnswers,
  replayAnswer,
  type CostReport,
  type OperationInput,
  type ReplayReport,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { AnswersService } from './answers.service.js';

@Controller()
export class AnswersController {
  constructor(@Inject(AnswersService) private readonly service: AnswersService) {}

  @HandlesOperation(getAnswer)
  get(input: OperationInput<typeof getAnswer>, context: OperationContext) {
    return this.service.show(input, context);
  }

  @HandlesOperation(listAnswers)
  list(input: OperationInput<typeof listAnswers>, context: OperationContext) {
    return this.service.list(input, context);
  }

  @HandlesOperation(replayAnswer)
  replay({ answerId, live }: OperationInput<typeof replayAnswer>, context: OperationContext): Promise<ReplayReport> {
    return this.service.replay(answerId, live, context);
  }

  @HandlesOperation(costs)
  costs(input: OperationInput<typeof costs>, context: OperationContext): Promise<CostReport> {
    return this.service.costs(input, context);
  }
}
