import type { QueryEvent, StepBackAnswer } from '@arbiter/contracts';
import type { AnswerMaker } from '../answering/answer-maker.js';
import { generalQuestion, singleSearch } from '../answering/ask-planner.js';
import { isShowable, noticesOf, statedConfidence, type Attempt } from '../answering/attempt.js';
import type { AnswerPorts, Inquiry, SteppedBack } from '../answering/inquiry.js';
import { StageClock, type StageResult } from '../answering/stage-clock.js';

/** Passages of the general question that are read with those of the specific one, at most. */
const MOST_PASSAGES = 5;

/** Null where there is no general question, or none that anything was found for. */
type Step = Pick<Inquiry, 'steppedBack' | 'degraded' | 'notices'>;

/**
 * Asks the general question first: "Can Terminators deep strike on turn 1?" needs what the rules say of deep strikes at
 * all. (Zheng et al. 2023, "Take a Step Back".)
 */
export function stepBack(
  { client, clock }: Pick<AnswerPorts, 'client' | 'clock'>,
  maker: AnswerMaker,
  inquiry: Inquiry,
): AsyncGenerator<QueryEvent, Step, undefined> {
  const { request, plan, context } = inquiry;
  return inquiry.stages.run('step-back', async (): Promise<StageResult<Step>> => {
    const { value: question, degraded: away } = await generalQuestion(client, request.query, plan, context);
    const nothing = { steppedBack: null, degraded: away, notices: [] };
    if (question === null) return { value: nothing, detail: 'there is no general question behind it' };
    const attempt = await attemptAt(maker, {
      ...inquiry,
      request: { ...request, query: question },
      plan: singleSearch(question),
      hypothesis: null,
      // The stages of this answer count as one stage of the other.
      stages: new StageClock(clock),
    });
    const { degraded, retrieved } = attempt;
    const notices = noticesOf(attempt);
    const passages = retrieved.passages.slice(0, MOST_PASSAGES);
    if (passages.length === 0) {
      return { value: { ...nothing, degraded, notices }, detail: `nothing was found for "${question}"` };
    }
    const answer = answerOf(question, attempt);
    const value = { steppedBack: { passages, answer }, degraded, notices };
    return { value, detail: `"${question}": ${answer.status}` };
  });
}

async function attemptAt(maker: AnswerMaker, inquiry: Inquiry): Promise<Attempt> {
  const stages = maker.first(inquiry);
  let next = await stages.next();
  while (!next.done) next = await stages.next();
  return next.value;
}

function answerOf(question: string, attempt: Attempt): SteppedBack['answer'] {
  const isShown = isShowable(attempt);
  return {
    question,
    status: isShown ? 'answered' : 'declined',
    answer: isShown ? attempt.synthesis.text : '',
    citations: isShown ? attempt.synthesis.citations : [],
    confidence: attempt.validation ? statedConfidence(attempt, isShown) : null,
  } satisfies StepBackAnswer;
}
