import { Controller, Inject } from '@nestjs/common';
import { agenticSearch, type AgentEvent, type AgentRun, type AgenticSearchRequest } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { AnsweringService } from '../query/answering.service.js';

@Controller()
export class AgenticSearchController {
  constructor(@Inject(AnsweringService) private readonly answering: AnsweringService) {}

  @HandlesOperation(agenticSearch)
  search(
    @OperationPayload() request: AgenticSearchRequest,
    @OperationCtx() context: OperationContext,
  ): AsyncGenerator<AgentEvent, AgentRun, undefined> {
    return this.answering.search(request, context);
  }
}
