import { stepBack, type QueryEvent, type StepBackAnswer } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { askPlanner } from '../ask-planner.js';
import { confidenceOf, isShowable, type Attempt } from '../attempt.js';
import type { AttemptMaker } from '../attempt-maker.js';
import type { SteppedBack, Inquiry } from '../inquiry.js';
import { singleSearch } from '../plan-question.js';
import { StageClock, type StageResult } from '../stage-clock.js';

/** Passages of the general question that are read with those of the specific one, at most. */
const MOST_PASSAGES = 5;

/**
 * Asks the general question first: "Can Terminators deep strike on turn 1?" needs what the rules say of deep strikes at
 * all. (Zheng et al. 2023, "Take a Step Back".)
 */
export class StepBackTaker {
  constructor(
    private readonly client: OperationClient,
    private readonly maker: AttemptMaker,
    private readonly clock: Clock,
  ) {}

  /** @returns null where there is no general question, or none that anything was found for */
  take(inquiry: Inquiry): AsyncGenerator<QueryEvent, SteppedBack | null, undefined> {
    return inquiry.stages.run('step-back', async (): Promise<StageResult<SteppedBack | null>> => {
      const question = await this.generalQuestion(inquiry);
      if (question === null) return { value: null, detail: 'there is no general question behind it' };
      const attempt = await this.answer({
        ...inquiry,
        request: { ...inquiry.request, query: question },
        plan: singleSearch(question),
        toolPlan: null,
        hypothesis: null,
        // What happens on the way to this answer is one stage of the other.
        stages: new StageClock(this.clock),
      });
      const { passages } = attempt.retrieved;
      if (passages.length === 0) return { value: null, detail: `nothing was found for "${question}"` };
      const value = { passages: passages.slice(0, MOST_PASSAGES), answer: answerOf(question, attempt) };
      return { value, detail: `"${question}": ${value.answer.status}` };
    });
  }

  private generalQuestion({ request, plan, context, degraded }: Inquiry): Promise<string | null> {
    const ask = async (): Promise<string | null> => {
      const input = { query: request.query, queryType: plan.queryType };
      return (await this.client.request(stepBack, input, { parent: context })).question;
    };
    return askPlanner(ask, { signal: context.signal, degraded }, () => null);
  }

  private async answer(inquiry: Inquiry): Promise<Attempt> {
    const stages = this.maker.first(inquiry);
    let next = await stages.next();
    while (!next.done) next = await stages.next();
    return next.value;
  }
}

function answerOf(question: string, attempt: Attempt): StepBackAnswer {
  const isShown = isShowable(attempt);
  return {
    question,
    status: isShown ? 'answered' : 'declined',
    answer: isShown ? attempt.synthesis.text : '',
    citations: isShown ? attempt.synthesis.citations : [],
    confidence: attempt.validation ? confidenceOf(attempt) : null,
  };
}
