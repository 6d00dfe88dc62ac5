import type { Claim, ClaimVerdict, SupportToken } from '@arbiter/contracts';
import { namesIn, negationsIn, numbersIn, terms } from '@arbiter/text';
import type { ClaimSupport, EvidenceSpan, Mismatch } from '../support/support-scorer.js';
import type { EvidenceIndex, EvidenceWindow } from './evidence-index.js';

/** From here a claim counts as supported, from there as half supported. */
const FULL_SUPPORT = 0.75;
const PARTIAL_SUPPORT = 0.45;

/** What a contradiction of each kind leaves of the score. Similarity cannot see them: "opens" is near "does not open". */
const NUMBER_MISMATCH = 0.3;
const NEGATION_MISMATCH = 0.3;
const NAME_MISSING = 0.55;

/**
 * Checks one claim: word for word first, then by rare words covered in the best stretch of up to three sentences,
 * with numbers, names and negations compared one by one.
 *
 * What it cannot see: paraphrases that share few words, and who did what to whom. Both end in too little support,
 * never in too much.
 */
export function verifyClaim(claim: Claim, evidence: EvidenceIndex): ClaimSupport {
  const verbatim = evidence.verbatimIn(claim.text);
  if (verbatim.length > 0) {
    return {
      ...supportOf(claim, 1, 'The sources say so word for word.', verbatim, []),
      method: 'exact_match',
    };
  }
  const best = bestWindow(claim, evidence);
  if (!best) return supportOf(claim, 0, 'There is no source to check against.', [], []);
  const { sourceId, start, end } = best.window;
  const differences = mismatchesOf(claim.text, best.window.text);
  const score = differences.reduce((left, { factor }) => left * factor, best.coverage);
  const span = { sourceId, start, end };
  const mismatches = differences.map(({ kind, message }) => ({ kind, message, evidence: span }));
  const reasoning =
    mismatches.length > 0
      ? `The nearest passage differs: ${mismatches.map(({ message }) => message).join('; ')}.`
      : `The nearest passage covers ${Math.round(100 * best.coverage)} % of what the claim says.`;
  return supportOf(claim, score, reasoning, [span], mismatches);
}

function supportOf(
  claim: Claim,
  probability: number,
  reasoning: string,
  spans: readonly EvidenceSpan[],
  mismatches: readonly Mismatch[],
): ClaimSupport {
  const support = tokenOf(probability);
  return { claim, probability, support, method: 'semantic_similarity', reasoning, spans, mismatches, similarity: 0 };
}

function tokenOf(score: number): SupportToken {
  if (score >= FULL_SUPPORT) return 'fully_supported';
  return score >= PARTIAL_SUPPORT ? 'partially_supported' : 'no_support';
}

function bestWindow(claim: Claim, evidence: EvidenceIndex): { window: EvidenceWindow; coverage: number } | null {
  const claimTerms = [...new Set(terms(claim.text).map(({ term }) => term))];
  const total = claimTerms.reduce((sum, term) => sum + evidence.rarity(term), 0);
  let best: { window: EvidenceWindow; coverage: number } | null = null;
  for (const window of evidence.windows) {
    const covered = claimTerms.reduce((sum, term) => (window.terms.has(term) ? sum + evidence.rarity(term) : sum), 0);
    const coverage = total === 0 ? 0 : covered / total;
    if (!best || coverage > best.coverage) best = { window, coverage };
  }
  return best;
}

function mismatchesOf(claim: string, evidence: string): (Mismatch & { factor: number })[] {
  const mismatches: (Mismatch & { factor: number })[] = [];
  const known = new Set(numbersIn(evidence).map(({ value }) => value));
  const unknown = numbersIn(claim).filter(({ value }) => !known.has(value));
  if (unknown.length > 0) {
    mismatches.push({
      factor: NUMBER_MISMATCH,
      kind: 'number',
      message: `it does not hold ${unknown.map(({ text }) => `"${text}"`).join(', ')}`,
    });
  }
  const evidenceWords = evidence.toLowerCase();
  const missing = namesIn(claim).filter(({ text }) => !evidenceWords.includes(text.toLowerCase()));
  if (missing.length > 0) {
    mismatches.push({
      factor: NAME_MISSING,
      kind: 'name',
      message: `it does not name ${missing.map(({ text }) => text).join(', ')}`,
    });
  }
  if (negationsIn(claim).length % 2 !== negationsIn(evidence).length % 2) {
    mismatches.push({ factor: NEGATION_MISMATCH, kind: 'negation', message: 'one of the two is negated' });
  }
  return mismatches;
}

/** The support of an answer by its claims: full when all are, none when none is; null when nothing could be checked. */
export function overallSupport(verdicts: readonly ClaimVerdict[]): SupportToken | null {
  if (verdicts.length === 0) return null;
  if (verdicts.every(({ support }) => support === 'fully_supported')) return 'fully_supported';
  return verdicts.every(({ support }) => support === 'no_support') ? 'no_support' : 'partially_supported';
}
