import type { Answer } from '@arbiter/contracts';
import type { IdGenerator, KeptInsight } from '@arbiter/ports';
import { splitSentences } from '@arbiter/text';
import { MIN_CONFIDENCE, withoutMarkers } from './exchange.js';

/** Longest summary, in characters; it ends with a whole sentence. */
const LONGEST_SUMMARY = 600;

/**
 * What is worth keeping of an answer: the answer itself, where it was checked, accepted and cites its sources.
 *
 * @param domain that was asked, or the one collection
 * @returns null for one that is not worth keeping, and where the question belongs to no session
 */
export function insightOfAnswer(answer: Answer, domain: string | null, ids: IdGenerator): KeptInsight | null {
  const { status, validation, confidence, citations, sessionId, createdAt } = answer;
  const isAccepted = status === 'answered' && validation?.recommendation === 'accept';
  if (sessionId === null || !isAccepted || confidence === null || confidence < MIN_CONFIDENCE) return null;
  const summary = summaryOf(withoutMarkers(answer.answer));
  if (summary === '' || citations.length === 0) return null;
  const sources = [...new Set(citations.map(({ title }) => title))];
  const context = [
    `Asked: ${answer.resolvedQuery ?? answer.query}`,
    ...(domain === null ? [] : [`Domain: ${domain}`]),
    `Sources: ${sources.join('; ')}`,
  ].join('\n');
  return {
    insight: {
      id: ids.next('insight'),
      summary,
      context,
      timestamp: createdAt,
      usageCount: 0,
      lastAccessed: createdAt,
      relevanceScore: confidence,
    },
    origin: {
      sessionId,
      domain,
      answerId: answer.id,
      documents: [...new Set(citations.map(({ documentId }) => documentId))],
    },
  };
}

/** The first sentences of a text that fit; the first one cut where it alone is too long. */
function summaryOf(text: string): string {
  const ends = splitSentences(text).map(({ end }) => end);
  const end = ends.findLast((each) => each <= LONGEST_SUMMARY) ?? LONGEST_SUMMARY;
  return text.slice(0, end).trim().toWellFormed();
}
