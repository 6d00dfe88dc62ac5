import type { QueryRequest } from '@arbiter/contracts';
import type { DomainCatalog } from '@arbiter/ports';
import { domainOf } from '../feedback/record-answer.js';
import type { ContextMemory, QuestionContext } from '../memory/context-memory.js';
import { resolveScope, type Scope } from './resolve-scope.js';
import type { StageResult } from './stage-clock.js';

export interface ReadQuestion {
  /** What of the library is asked. */
  readonly scope: Scope;
  /** As the session makes it read: with names in the place of "it" and "there". */
  readonly question: string;
  /** What the session holds beside it. */
  readonly opened: QuestionContext;
}

/**
 * @param degraded told when the memory is away: the question is then read as it stands
 * @throws ArbiterError NOT_FOUND for an unknown domain
 */
export async function readQuestion(
  { domains, memory }: { readonly domains: DomainCatalog; readonly memory: ContextMemory },
  asked: QueryRequest,
  signal: AbortSignal,
  degraded: Set<string>,
): Promise<StageResult<ReadQuestion>> {
  const { value: scope, detail } = await resolveScope(domains, asked, signal);
  const { query, sessionId } = asked;
  const domain = domainOf({ request: asked, ...scope }) ?? null;
  const opened = await memory.open({ sessionId, question: query, domain }, signal);
  if (opened.unavailable) degraded.add('memory');
  const { question } = opened;
  const value = { scope, question, opened };
  return { value, detail: question === query ? detail : `${detail}, read as "${question}"` };
}
