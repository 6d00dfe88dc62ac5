import { Controller, Inject } from '@nestjs/common';
import {
  listFeedback,
  submitFeedback,
  type FeedbackRequest,
  type FeedbackResponse,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { FeedbackService } from './feedback.service.js';

@Controller()
export class FeedbackController {
  constructor(@Inject(FeedbackService) private readonly service: FeedbackService) {}

  @HandlesOperation(submitFeedback)
  submit(
    @OperationPayload() request: FeedbackRequest,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<FeedbackResponse> {
    return this.service.submit(request, signal);
  }

  @HandlesOperation(listFeedback)
  list(
    @OperationPayload() { domain, limit }: OperationInput<typeof listFeedback>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listFeedback>> {
    return this.service.ofDomain(domain, limit, signal);
  }
}
