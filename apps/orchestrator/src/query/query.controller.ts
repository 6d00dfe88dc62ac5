import { Controller, Inject } from '@nestjs/common';
import { query, type Answer, type QueryEvent, type QueryRequest } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { QueryPipeline } from './pipeline.service.js';

@Controller()
export class QueryController {
  constructor(@Inject(QueryPipeline) private readonly pipeline: QueryPipeline) {}

  @HandlesOperation(query)
  query(
    @OperationPayload() request: QueryRequest,
    @OperationCtx() context: OperationContext,
  ): AsyncGenerator<QueryEvent, Answer, undefined> {
    return this.pipeline.answer(request, context);
  }
}
