import type { Answer } from '@arbiter/contracts';
import type { Attempt } from '../query/attempt.js';
import type { Inquiry } from '../query/inquiry.js';
import type { KeptAnswer } from '../records/flight.js';

/** Longest evidence that is kept with an answer, in characters: that of some sixteen passages. */
const LONGEST_EVIDENCE = 16_000;

/** What is kept of an answer. */
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
  return [...new Set([...citations, ...closest].map(({ documentId }) => documentId))];
}

/** Whose calibration and feedback an answer belongs to: the domain that was asked, or the one collection. */
export function domainOf({ request, collections }: Pick<Inquiry, 'request' | 'collections'>): string | undefined {
  return request.domain ?? (collections?.length === 1 ? collections[0] : undefined);
}
