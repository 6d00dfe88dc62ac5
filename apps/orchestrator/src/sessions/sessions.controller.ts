import { Controller, Inject } from '@nestjs/common';
import { ArbiterError, getSession, type OperationInput, type OperationOutput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { SessionStore } from '@arbiter/ports';
import { SESSION_STORE } from '../orchestrator.tokens.js';

@Controller()
export class SessionsController {
  constructor(@Inject(SESSION_STORE) private readonly sessions: SessionStore) {}

  @HandlesOperation(getSession)
  async get(
    @OperationPayload() { sessionId, limit }: OperationInput<typeof getSession>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof getSession>> {
    const messages = await this.sessions.recent(sessionId, limit, signal);
    if (!messages)
      throw new ArbiterError('NOT_FOUND', `There is no session "${sessionId}".`, { details: { sessionId } });
    return { sessionId, messages: [...messages] };
  }
}
