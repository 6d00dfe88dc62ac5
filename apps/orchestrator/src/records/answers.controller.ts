import { Controller, Inject } from '@nestjs/common';
import {
  costs,
  getAnswer,
  listAnswers,
  replayAnswer,
  type AnswerRecord,
  type CostReport,
  type OperationInput,
  type OperationOutput,
  type ReplayReport,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { AnswersService } from './answers.service.js';

@Controller()
export class AnswersController {
  constructor(@Inject(AnswersService) private readonly service: AnswersService) {}

  @HandlesOperation(getAnswer)
  get(
    @OperationPayload() { answerId }: OperationInput<typeof getAnswer>,
    @OperationCtx() context: OperationContext,
  ): Promise<AnswerRecord> {
    return this.service.get(answerId, context);
  }

  @HandlesOperation(listAnswers)
  list(
    @OperationPayload() input: OperationInput<typeof listAnswers>,
    @OperationCtx() context: OperationContext,
  ): Promise<OperationOutput<typeof listAnswers>> {
    return this.service.list(input, context);
  }

  @HandlesOperation(replayAnswer)
  replay(
    @OperationPayload() { answerId, live }: OperationInput<typeof replayAnswer>,
    @OperationCtx() context: OperationContext,
  ): Promise<ReplayReport> {
    return this.service.replay(answerId, live, context);
  }

  @HandlesOperation(costs)
  costs(
    @OperationPayload() input: OperationInput<typeof costs>,
    @OperationCtx() context: OperationContext,
  ): Promise<CostReport> {
    return this.service.costs(input, context);
  }
}
