import { Controller, Inject } from '@nestjs/common';
import { query, type Answer, type QueryEvent, type QueryRequest } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { AnsweringService } from './answering.service.js';

@Controller()
export class QueryController {
  constructor(@Inject(AnsweringService) private readonly answering: AnsweringService) {}

  @HandlesOperation(query)
  query(
    @OperationPayload() request: QueryRequest,
    @OperationCtx() context: OperationContext,
  ): AsyncGenerator<QueryEvent, Answer, undefined> {
    return this.answering.answer(request, context);
  }
}
