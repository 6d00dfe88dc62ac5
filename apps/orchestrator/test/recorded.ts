import type { Answer, AnswerRecord, QueryEvent, QueryRequest } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { AnswersService } from '../src/records/answers.service.js';
import { ask, pipelineOver, type Arms } from './query-pipeline.js';

const live = new AbortController().signal;

/** A clock on which every look takes a while, so that durations differ. */
export class TickingClock extends ManualClock {
  override now(): number {
    this.advance(1.5);
    return super.now();
  }

  override monotonic(): number {
    return this.now();
  }
}

/** A pipeline with its records, as the arms of a test serve it. */
export async function recordedOver(arms: Arms = {}) {
  const stage = await pipelineOver({ clock: new TickingClock(), ...arms });
  const { answers, costs, pipeline: answering } = stage;
  return { ...stage, service: new AnswersService({ answers, costs, answering }) };
}

/** An answer, and what was kept of it. */
export interface Recorded {
  readonly answer: Answer;
  readonly events: readonly QueryEvent[];
  readonly record: AnswerRecord;
}

/** Asks a question, and gives what was kept of it. */
export async function askRecorded(
  { pipeline, answers }: Pick<Awaited<ReturnType<typeof recordedOver>>, 'pipeline' | 'answers'>,
  over: Partial<QueryRequest> = {},
): Promise<Recorded> {
  const { answer, events } = await ask(pipeline, over);
  const record = await answers.get(answer.id, live);
  if (!record) throw new Error('the answer was not kept');
  return { answer, events, record };
}
