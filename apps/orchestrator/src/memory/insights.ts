import { citedDocuments, type Answer, type Insight } from '@arbiter/contracts';
import type { IdGenerator, KeptInsight } from '@arbiter/ports';
import { splitSentences, TermCoverage } from '@arbiter/text';
import { withoutMarkers } from './references/exchange.js';

/** Least confidence of an answer that later questions are searched with, 0–1. */
const MIN_CONFIDENCE = 0.7;

/** Longest summary, in characters; it ends with a whole sentence. */
const LONGEST_SUMMARY = 600;

/**
 * Insight of an answer: the answer itself, if it was checked, accepted and cites its sources.
 *
 * @param domain that was asked, or the one collection
 * @returns null if the answer is not worth keeping or its question belongs to no session
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
      documents: citedDocuments(citations),
    },
  };
}

/** The first sentences of a text that fit; the first one cut where it alone is too long. */
function summaryOf(text: string): string {
  const ends = splitSentences(text).map(({ end }) => end);
  const end = ends.findLast((each) => each <= LONGEST_SUMMARY) ?? LONGEST_SUMMARY;
  return text.slice(0, end).trim().toWellFormed();
}

const DAY_MS = 86_400_000;
/**
 * Time after which an insight without a recall counts half. Forgetting is taken to be exponential in the time since the
 * last recall, as in MemoryBank (Zhong et al. 2024, arXiv:2305.10250, after Ebbinghaus) and Generative Agents (Park et
 * al. 2023, arXiv:2304.03442). Neither has a figure for libraries, so the month is the retention of sessions.
 */
export const RECENCY_HALF_LIFE_DAYS = 30;
/** An insight that covers less of the query is about something else. */
export const MIN_SIMILARITY = 0.5;

/**
 * The insights that promise most for a query: similarity × recency × use, which is their `relevanceScore`. Similarity is the share of
 * the query's terms that question and answer of the insight hold, rare ones counting more; recency 2^(−age / half-life), age since the
 * last recall; use (uses + 1) / (uses + 2), Laplace's rule of succession.
 *
 * @param now milliseconds since the Unix epoch
 * @returns best first, `limit` at most; of equals the one that was saved first
 */
export function recallInsights(
  query: string,
  kept: readonly KeptInsight[],
  now: number,
  limit: number,
): readonly Insight[] {
  const texts = kept.map(({ insight }) => `${insight.context}\n${insight.summary}`);
  const coverage = TermCoverage.among(query, texts);
  return kept
    .flatMap(({ insight }, index): Insight[] => {
      const similarity = coverage.of(texts[index] ?? '');
      if (similarity < MIN_SIMILARITY) return [];
      const use = (insight.usageCount + 1) / (insight.usageCount + 2);
      return [{ ...insight, relevanceScore: similarity * recencyOf(insight, now) * use }];
    })
    .sort((a, b) => b.relevanceScore - a.relevanceScore)
    .slice(0, limit);
}

function recencyOf({ lastAccessed }: Insight, now: number): number {
  const age = Math.max(0, now - Date.parse(lastAccessed));
  return 2 ** (-age / (RECENCY_HALF_LIFE_DAYS * DAY_MS));
}
