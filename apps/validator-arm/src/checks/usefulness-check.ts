import type { Source, UsefulnessToken } from '@arbiter/contracts';
import { datesIn, namesIn, numbersIn, terms } from '@arbiter/text';
import type { EvidenceIndex } from './evidence-index.js';

/**
 * Logistic regression of "the answer answers the question". Fitted on the train part of the sample domain's questions;
 * docs/reports/answers.md has the figures.
 */
const WEIGHTS = { intercept: -3.2, cosine: 4.5, coverage: 3.0, answerType: 0.6 } as const;
const USEFUL = 0.5;

export interface UsefulnessCheck {
  readonly token: UsefulnessToken;
  readonly score: number;
  readonly reasoning: string;
  readonly missing: string[];
}

export interface UsefulnessEvidence {
  readonly query: string;
  readonly answer: string;
  /** The sources that the answer's claims rest on. */
  readonly supporting: readonly Source[];
  /** Cosine of question and answer. */
  readonly cosine: number;
}

/**
 * Whether the answer speaks about what was asked. It sees what a question is about (its rare words, its kind of
 * answer), not whether a true sentence is the one that was wanted.
 */
export function checkUsefulness({ query, answer, supporting, cosine }: UsefulnessEvidence, evidence: EvidenceIndex): UsefulnessCheck {
  if (answer.trim() === '') return { token: 'not_useful', score: 0, reasoning: 'The answer is empty.', missing: [] };

  const spoken = new Set(
    terms([answer, ...supporting.flatMap(({ metadata }) => [metadata.title ?? '', metadata.section ?? ''])].join('\n')).map(
      ({ term }) => term,
    ),
  );
  const asked = new Map(terms(query).map(({ term, start, end }) => [term, query.slice(start, end)]));
  const weights = [...asked.keys()].map((term) => ({ term, weight: evidence.rarity(term) }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const covered = weights.reduce((sum, { term, weight }) => (spoken.has(term) ? sum + weight : sum), 0);
  const coverage = total === 0 ? 1 : covered / total;
  const kind = expectedKind(query);
  const answerType = kind === null || kind.isIn(answer) ? 1 : 0;

  const logit =
    WEIGHTS.intercept + WEIGHTS.cosine * cosine + WEIGHTS.coverage * coverage + WEIGHTS.answerType * answerType;
  const score = 1 / (1 + Math.exp(-logit));
  const missing = weights
    .filter(({ term }) => !spoken.has(term) && !evidence.holds(term))
    .sort((a, b) => b.weight - a.weight)
    .map(({ term }) => asked.get(term) ?? term);
  const token = score >= USEFUL ? 'useful' : 'not_useful';
  return { token, score, reasoning: reasoningOf(token, coverage, answerType === 0 ? (kind?.name ?? null) : null), missing };
}

function reasoningOf(token: UsefulnessToken, coverage: number, absentKind: string | null): string {
  const spoken = `The answer speaks of ${Math.round(100 * coverage)} % of what the question is about`;
  const kind = absentKind === null ? '' : `, and holds no ${absentKind}, which was asked for`;
  return `${spoken}${kind}${token === 'useful' ? '.' : ': too little.'}`;
}

/** The kind of thing that a question word asks for; null where it asks for none that can be told by its form. */
function expectedKind(query: string): { readonly name: string; readonly isIn: (text: string) => boolean } | null {
  if (/\bhow (?:many|much|far|long|old|deep|tall|often|big|large|wide|high|heavy)\b/i.test(query)) {
    return { name: 'number', isIn: (text) => numbersIn(text).length > 0 };
  }
  if (/\bwhen\b|\bwhat (?:year|date|day)\b/i.test(query)) {
    return { name: 'date', isIn: (text) => datesIn(text).length > 0 || numbersIn(text).length > 0 };
  }
  if (/\bwho(?:m|se)?\b/i.test(query)) return { name: 'name', isIn: (text) => namesIn(text).length > 0 };
  return null;
}
