import { citedDocuments, listCollections, queryTypeOf, type Answer, type DecomposedQuery } from '@arbiter/contracts';
import { timestampOf } from '@arbiter/ports';
import type { RememberedExchange } from '../memory/context-memory.js';
import type { KeptAnswer } from '../recording/run-context.js';
import { MODEL_BUDGET, MODEL_BUDGET_NOTICE } from '../recording/answer-budget.js';
import {
  confidenceGain,
  isShowable,
  noticesOf,
  recordAttempts,
  statedConfidence,
  type Attempt,
  type Attempts,
  type WrittenAnswer,
} from './attempt.js';
import { closestSpans, declineMessage } from './decline.js';
import { domainOf, type AnswerPorts, type Inquiry } from './inquiry.js';
import { markUnsupported } from './mark-unsupported.js';

export interface Conclusion {
  /** Tools that the session lists as used. */
  readonly toolsUsed: readonly string[];
  /** The question is refused, whatever the best attempt says. */
  readonly isRefused?: boolean;
  /** Said after the reason of a refusal: what was tried. */
  readonly refusal?: string;
}

/** Makes of the attempts at an answer what is shown, and keeps it: in the session and for feedback. */
export class AnswerKeeper {
  constructor(private readonly ports: Omit<AnswerPorts, 'domains'>) {}

  /** @returns the answer, which says so when it could not be remembered */
  async conclude(inquiry: Inquiry, attempts: Attempts, conclusion: Conclusion): Promise<Answer> {
    const made = await this.answerOf(inquiry, attempts, conclusion);
    const documents = shownDocuments(made, attempts.best.synthesis);
    const answer = await this.remember({ answer: made, documents, toolsUsed: conclusion.toolsUsed }, inquiry);
    this.ports.run.note('plan', inquiry.plan);
    this.ports.run.keep(recordOf(answer, attempts.best, inquiry));
    return answer;
  }

  private async answerOf(
    inquiry: Inquiry,
    attempts: Attempts,
    { isRefused = false, refusal }: Conclusion,
  ): Promise<Answer> {
    const { all, best } = attempts;
    const { request, plan, stages } = inquiry;
    const { sessionId = null } = request;
    const cut = this.ports.run.overBudget() ? [{ degraded: MODEL_BUDGET, notice: MODEL_BUDGET_NOTICE }] : [];
    const made = [...all, attempts, ...cut].flatMap(({ degraded }) => degraded);
    const degraded = unique([...inquiry.degraded, ...made]);
    const told = unique([...inquiry.notices, ...all.flatMap(({ notices }) => notices), ...noticesOf(best)]);
    const isShown = !isRefused && isShowable(best);
    const { stretches, ...marked } = isShown ? markUnsupported(best) : NOTHING_MARKED;
    const notices = [...told, ...[marked, ...cut].flatMap(({ notice }) => notice ?? [])];
    const closest = closestOf(best, plan.queryType);
    const declined = async (): Promise<string> =>
      [
        declineMessage(best, {
          question: request.query,
          queryType: plan.queryType,
          libraryIsEmpty: await this.libraryIsEmpty(best, inquiry),
          showsClosest: closest.closest !== undefined,
        }),
        ...(refusal === undefined ? [] : [refusal]),
      ].join(' ');
    const { clock, run } = this.ports;
    return {
      id: run.answerId,
      query: inquiry.asked,
      ...(inquiry.asked !== request.query && { resolvedQuery: request.query }),
      status: isShown ? 'answered' : 'declined',
      answer: isShown ? best.synthesis.text : await declined(),
      citations: isShown && request.includeProvenance ? best.synthesis.citations : [],
      ...(stretches.length > 0 && { unsupported: [...stretches] }),
      ...(isShown ? readAnswerOf(best.synthesis) : closest),
      confidence: request.validate ? statedConfidence(best, isShown) : null,
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
      ...run.bill(),
      attempts: all.length,
      history: recordAttempts(all, best),
      confidenceGain: confidenceGain(all, best),
      sessionId,
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
    return { ...answer, degraded: unique([...answer.degraded, 'memory']) };
  }
}

const NOTHING_MARKED = { stretches: [], notice: null };

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function readAnswerOf({ shortAnswer, highlights }: WrittenAnswer): Pick<Answer, 'shortAnswer' | 'highlights'> {
  return { ...(shortAnswer !== undefined && { shortAnswer }), ...(highlights && { highlights }) };
}

/** Small talk is not answered, and no passage comes close to it. */
function closestOf(attempt: Attempt, queryType: DecomposedQuery['queryType']): Pick<Answer, 'closest'> {
  const closest = queryType === 'conversational' ? [] : closestSpans(attempt);
  return closest.length === 0 ? {} : { closest };
}

/** Longest evidence that is kept with an answer, in characters: that of some sixteen passages. */
const LONGEST_EVIDENCE = 16_000;

/** The record to keep of an answer. */
export function recordOf(answer: Answer, { retrieved, synthesis, validation }: Attempt, inquiry: Inquiry): KeptAnswer {
  return {
    id: answer.id,
    status: answer.status,
    domain: domainOf(inquiry) ?? null,
    query: answer.query,
    sessionId: answer.sessionId,
    durationMs: answer.durationMs,
    tokens: answer.tokens,
    cost: answer.cost,
    answer: answer.answer,
    claims: validation?.checks.support.perClaim.map(({ claim }) => claim.text) ?? [],
    evidence: retrieved.passages
      .map(({ text }) => text)
      .join('\n\n')
      .slice(0, LONGEST_EVIDENCE)
      .toWellFormed(),
    createdAt: answer.createdAt,
    shownDocuments: shownDocuments(answer, synthesis),
  };
}

/** Ids of the documents whose words an answer shows, with markers or without. */
export function shownDocuments(
  { closest = [] }: Pick<Answer, 'closest'>,
  { citations }: Attempt['synthesis'],
): string[] {
  return citedDocuments([...citations, ...closest]);
}
