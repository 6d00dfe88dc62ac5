import {
  ArbiterError,
  listFeedback,
  MIN_LABELLED_CLAIMS,
  submitFeedback,
  type Feedback,
  type FeedbackRequest,
  type FeedbackResponse,
  type OperationInput,
} from '@arbiter/contracts';
import { type Caller, visibleAnswer } from '../access/visible-answer.js';
import { timestampOf, type AnswerRecordStore, type Clock, type FeedbackStore, type IdGenerator } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';

export interface FeedbackPorts {
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  readonly feedback: FeedbackStore;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** Feedback of a domain that is counted at most. */
const COUNTED = 2_000;

/** Takes what people say of claims, with the evidence that those were checked against. */
export class FeedbackService {
  constructor(private readonly ports: FeedbackPorts) {}

  /**
   * @throws ArbiterError NOT_FOUND for an answer that is not kept, or no longer; INVALID_REQUEST for a claim that it does
   *   not make; FORBIDDEN where answers are not kept
   */
  async submit({ answerId, claim, verdict, comment }: FeedbackRequest, caller: Caller): Promise<FeedbackResponse> {
    const { answers, feedback: store, clock, ids } = this.ports;
    const { signal } = caller;
    if (!answers)
      throw new ArbiterError(
        'FORBIDDEN',
        'Answers are not kept here (ANSWER_RECORDS), so there is nothing to give feedback on.',
      );
    const record = await visibleAnswer(answers, answerId, caller);
    const known = record.claims.find((each) => plain(each) === plain(claim));
    if (known === undefined) {
      throw new ArbiterError('INVALID_REQUEST', 'The answer makes no such claim.', {
        details: { field: 'claim', claims: record.claims.slice(0, 20) },
      });
    }
    const feedback: Feedback = {
      id: ids.next('feedback'),
      answerId,
      domain: record.domain,
      claim: known,
      evidence: record.evidence,
      supported: verdict === 'right',
      comment: comment ?? null,
      createdAt: timestampOf(clock),
      ...(record.documents && { documents: record.documents }),
    };
    await store.append(feedback, signal);
    const labelled = record.domain === null ? 0 : (await store.ofDomain(record.domain, COUNTED, signal)).length;
    return { feedback, labelled, needed: MIN_LABELLED_CLAIMS };
  }

  async ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<{ feedback: Feedback[] }> {
    return { feedback: [...(await this.ports.feedback.ofDomain(domain, limit, signal))] };
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

@Controller()
export class FeedbackController {
  constructor(@Inject(FeedbackService) private readonly service: FeedbackService) {}

  @HandlesOperation(submitFeedback)
  submit(request: FeedbackRequest, context: OperationContext): Promise<FeedbackResponse> {
    return this.service.submit(request, context);
  }

  @HandlesOperation(listFeedback)
  list({ domain, limit }: OperationInput<typeof listFeedback>, { signal }: OperationContext) {
    return this.service.ofDomain(domain, limit, signal);
  }
}
