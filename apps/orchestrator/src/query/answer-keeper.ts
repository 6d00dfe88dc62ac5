import { listCollections, queryTypeOf, type Answer, type DecomposedQuery } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { timestampOf, type Clock } from '@arbiter/ports';
import { domainOf, recordOf, shownDocuments } from '../feedback/record-answer.js';
import type { ContextMemory, RememberedExchange } from '../memory/context-memory.js';
import type { Flight } from '../records/flight.js';
import { MODEL_BUDGET, MODEL_BUDGET_NOTICE } from '../records/over-budget.js';
import { confidenceOf, isShowable, type Attempt, type WrittenAnswer } from './attempt.js';
import { confidenceGain, recordAttempts } from './correction/record-attempts.js';
import type { Attempts } from './correction/self-correction.js';
import { closestSpans } from './closest-spans.js';
import { declineMessage } from './decline-message.js';
import type { Inquiry } from './inquiry.js';

export interface AnswerKeeperPorts {
  readonly client: OperationClient;
  readonly memory: ContextMemory;
  readonly flight: Flight;
  readonly clock: Clock;
}

export interface Conclusion {
  /** What the session says was used. */
  readonly toolsUsed: readonly string[];
  /** The question is refused, whatever the best attempt says. */
  readonly isRefused?: boolean;
  /** Said after the reason of a refusal: what was tried. */
  readonly refusal?: string;
}

/** Makes of the attempts at an answer what is shown, and keeps it: in the session and for feedback. */
export class AnswerKeeper {
  constructor(private readonly ports: AnswerKeeperPorts) {}

  /** @returns the answer, which says so when it could not be remembered */
  async conclude(inquiry: Inquiry, attempts: Attempts, conclusion: Conclusion): Promise<Answer> {
    const made = await this.answerOf(inquiry, attempts, conclusion);
    const documents = shownDocuments(made, attempts.best.synthesis);
    const answer = await this.remember({ answer: made, documents, toolsUsed: conclusion.toolsUsed }, inquiry);
    this.ports.flight.note('plan', inquiry.plan);
    this.ports.flight.note('toolPlan', inquiry.toolPlan);
    this.ports.flight.keep(recordOf(answer, attempts.best, inquiry));
    return answer;
  }

  private async answerOf(
    inquiry: Inquiry,
    { all, best }: Attempts,
    { isRefused = false, refusal }: Conclusion,
  ): Promise<Answer> {
    const { request, plan, stages } = inquiry;
    const isCut = this.ports.flight.overBudget();
    const degraded = [...new Set([...inquiry.degraded, ...(isCut ? [MODEL_BUDGET] : [])])];
    const notices = [...inquiry.notices, ...(isCut ? [MODEL_BUDGET_NOTICE] : [])];
    const isShown = !isRefused && isShowable(best);
    const declined = async (): Promise<string> =>
      [
        declineMessage(best, plan.queryType, await this.libraryIsEmpty(best, inquiry)),
        ...(refusal === undefined ? [] : [refusal]),
      ].join(' ');
    const { clock, flight } = this.ports;
    return {
      id: flight.answerId,
      query: inquiry.asked,
      ...(inquiry.asked !== request.query && { resolvedQuery: request.query }),
      status: isShown ? 'answered' : 'declined',
      answer: isShown ? best.synthesis.text : await declined(),
      citations: isShown && request.includeProvenance ? best.synthesis.citations : [],
      ...(isShown ? readAnswerOf(best.synthesis) : closestOf(best, plan.queryType)),
      confidence: request.validate ? confidenceOf(best) : null,
      validation: best.validation,
      queryType: queryTypeOf(plan.queryType),
      subQueries: [...best.retrieved.queries, ...best.retrieved.followed],
      ...(request.includePassages && { passages: [...best.retrieved.passages] }),
      mode: request.mode,
      synthesis: best.synthesis.mode,
      ...(inquiry.hypothesis !== null && { hypothesis: inquiry.hypothesis }),
      ...(inquiry.steppedBack && { stepBack: inquiry.steppedBack.answer }),
      degraded,
      ...(notices.length > 0 && { notices }),
      timings: stages.timings,
      durationMs: stages.elapsedMs,
      ...flight.bill(),
      attempts: all.length,
      history: recordAttempts(all, best),
      confidenceGain: confidenceGain(all, best),
      sessionId: request.sessionId ?? null,
      createdAt: timestampOf(clock),
    };
  }

  private async libraryIsEmpty({ retrieved }: Attempt, { collections: searched, context }: Inquiry) {
    if (retrieved.passages.length > 0) return false;
    const { collections } = await this.ports.client.request(listCollections, {}, { parent: context });
    const relevant = collections.filter(({ manifest }) => searched?.includes(manifest.name) ?? true);
    return relevant.every(({ chunks }) => chunks === 0);
  }

  private async remember(made: Omit<RememberedExchange, 'domain'>, inquiry: Inquiry): Promise<Answer> {
    const { answer } = made;
    const exchange = { ...made, domain: domainOf(inquiry) ?? null };
    if (await this.ports.memory.remember(exchange, inquiry.context.signal)) return answer;
    return { ...answer, degraded: [...new Set([...answer.degraded, 'memory'])] };
  }
}

function readAnswerOf({ shortAnswer, highlights }: WrittenAnswer): Pick<Answer, 'shortAnswer' | 'highlights'> {
  return { ...(shortAnswer !== undefined && { shortAnswer }), ...(highlights && { highlights }) };
}

/** Small talk is not answered, and no passage comes close to it. */
function closestOf(attempt: Attempt, queryType: DecomposedQuery['queryType']): Pick<Answer, 'closest'> {
  const closest = queryType === 'conversational' ? [] : closestSpans(attempt);
  return closest.length === 0 ? {} : { closest };
}
