import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  deleteSession,
  exportSession,
  getSession,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { SessionStore } from '@arbiter/ports';
import { SESSION_STORE } from '../orchestrator.tokens.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(
    @Inject(SESSION_STORE) private readonly sessions: SessionStore,
    @Inject(SessionsService) private readonly service: SessionsService,
  ) {}

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

  @HandlesOperation(exportSession)
  export(
    @OperationPayload() { sessionId }: OperationInput<typeof exportSession>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof exportSession>> {
    return this.service.export(sessionId, signal);
  }

  @HandlesOperation(deleteSession)
  delete(
    @OperationPayload() { sessionId }: OperationInput<typeof deleteSession>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof deleteSession>> {
    return this.service.delete(sessionId, signal);
  }
}
