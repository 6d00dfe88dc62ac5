import { MAX_QUERY_LENGTH, type QueryRequest } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { canonicalQuestion } from '@arbiter/text';
import { domainOf } from '../feedback/record-answer.js';
import type { ContextMemory, QuestionContext } from '../memory/context-memory.js';
import { resolveScope, type Scope, type ScopePorts } from './resolve-scope.js';
import type { StageResult } from './stage-clock.js';

export interface ReadQuestion {
  /** What of the library is asked. */
  readonly scope: Scope;
  /** In its canonical form, as the session makes it read: with names in the place of "it" and "there". */
  readonly question: string;
  /** What the session holds beside it. */
  readonly opened: QuestionContext;
}

/**
 * @param degraded told when the memory is away: the question is then read as it stands
 * @throws ArbiterError NOT_FOUND for an unknown domain
 */
export async function readQuestion(
  { memory, ...ports }: ScopePorts & { readonly memory: ContextMemory },
  asked: QueryRequest,
  context: OperationContext,
  degraded: Set<string>,
): Promise<StageResult<ReadQuestion>> {
  const { value: scope, detail } = await resolveScope(ports, asked, context);
  const { query, sessionId } = asked;
  const domain = domainOf({ request: asked, ...scope }) ?? null;
  const opened = await memory.open({ sessionId, question: canonical(query), domain }, context.signal);
  if (opened.unavailable) degraded.add('memory');
  const { question } = opened;
  const value = { scope, question, opened };
  return { value, detail: question === query ? detail : `${detail}, read as "${question}"` };
}

/** However a question is typed, it is searched for, read and judged in one form. */
function canonical(query: string): string {
  const question = canonicalQuestion(query);
  return question.length <= MAX_QUERY_LENGTH ? question : query;
}
