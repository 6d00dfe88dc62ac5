import { Controller, Inject } from '@nestjs/common';
import {
  agenticSearch,
  query,
  type AgentEvent,
  type AgenticSearchRequest,
  type AgentRun,
  type Answer,
  type QueryEvent,
  type QueryRequest,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { AnsweringService } from './answering.service.js';

@Controller()
export class QueryController {
  constructor(@Inject(AnsweringService) private readonly answering: AnsweringService) {}

  @HandlesOperation(query)
  query(request: QueryRequest, context: OperationContext): AsyncGenerator<QueryEvent, Answer, undefined> {
    return this.answering.answer(request, context);
  }
}

@Controller()
export class AgenticSearchController {
  constructor(@Inject(AnsweringService) private readonly answering: AnsweringService) {}

  @HandlesOperation(agenticSearch)
  search(request: AgenticSearchRequest, context: OperationContext): AsyncGenerator<AgentEvent, AgentRun, undefined> {
    return this.answering.search(request, context);
  }
}
