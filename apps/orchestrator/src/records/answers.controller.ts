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
    @OperationCtx() { signal }: OperationContext,
  ): Promise<AnswerRecord> {
    return this.service.get(answerId, signal);
  }

  @HandlesOperation(listAnswers)
  list(
    @OperationPayload() input: OperationInput<typeof listAnswers>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listAnswers>> {
    return this.service.list(input, signal);
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
    @OperationCtx() { signal }: OperationContext,
  ): Promise<CostReport> {
    return this.service.costs(input, signal);
  }
}
