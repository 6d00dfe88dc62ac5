import { ArbiterError, type AnswerRecord } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { AnswerRecordStore } from '@arbiter/ports';
import { maySeeAnswersOf } from './ownership.js';

/** On whose behalf a call is. */
export type Caller = Pick<OperationContext, 'principal' | 'signal'>;

/** @throws ArbiterError NOT_FOUND for an answer that is not kept, or no longer, or not for this caller */
export async function visibleAnswer(
  answers: Pick<AnswerRecordStore, 'get'>,
  answerId: string,
  { principal, signal }: Caller,
): Promise<AnswerRecord> {
  const record = await answers.get(answerId, signal);
  if (record && maySeeAnswersOf(principal, record.principal)) return record;
  throw new ArbiterError('NOT_FOUND', `There is no answer "${answerId}", or no longer.`, { details: { answerId } });
}
