import { Controller, Inject } from '@nestjs/common';
import { agenticSearch, type AgentEvent, type AgentRun, type AgenticSearchRequest } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { Agent } from './agent.service.js';

@Controller()
export class AgenticSearchController {
  constructor(@Inject(Agent) private readonly agent: Agent) {}

  @HandlesOperation(agenticSearch)
  search(
    @OperationPayload() request: AgenticSearchRequest,
    @OperationCtx() context: OperationContext,
  ): AsyncGenerator<AgentEvent, AgentRun, undefined> {
    return this.agent.search(request, context);
  }
}
