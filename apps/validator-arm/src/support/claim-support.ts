import type { Claim, SupportToken, VerificationMethod } from '@arbiter/contracts';
import type { EvidenceComparison, PartJudgement } from '@arbiter/grounding';
import type { ClaimSupport, EvidenceSpan, Mismatch } from './support-scorer.js';
import { HALF } from './support-thresholds.js';

/** A sentence of a claim as it was judged. */
export interface JudgedPart {
  readonly judgement: PartJudgement;
  /** Highest cosine with a window, 0–1. */
  readonly similarity: number;
}

const METHODS: Readonly<Record<PartJudgement['by'], VerificationMethod>> = {
  wording: 'exact_match',
  computation: 'computed',
  features: 'semantic_similarity',
};

/** A claim is as well supported as its least supported sentence, and half supported where another one is. */
export function claimSupport(
  claim: Claim,
  parts: readonly JudgedPart[],
  comparison: EvidenceComparison,
  byWordsAlone: boolean,
): ClaimSupport {
  const [first, ...others] = parts;
  if (!first) return nothingSaid(claim, 'The claim says nothing that could be checked.');
  const weakest = others.reduce((least, part) => (probabilityOf(part) < probabilityOf(least) ? part : least), first);
  const { judgement } = weakest;
  if (judgement.passages.length === 0) return nothingSaid(claim, 'There is no source to check against.');
  const mismatches = parts.flatMap((part) => mismatchesOf(part.judgement, comparison));
  return {
    claim,
    probability: judgement.probability,
    support: tokenOf(parts),
    method: METHODS[judgement.by],
    reasoning: reasoningOf(judgement, byWordsAlone),
    spans: distinct(parts.flatMap((part) => spansOf(part.judgement, comparison))),
    mismatches,
    ...(isSettled(judgement) && { settled: true }),
    similarity: Math.max(...parts.map(({ similarity }) => similarity)),
  };
}

function tokenOf(parts: readonly JudgedPart[]): SupportToken {
  const tokens = parts.map(({ judgement: { probability, threshold } }) =>
    probability >= threshold ? 'full' : probability >= HALF * threshold ? 'half' : 'none',
  );
  if (tokens.every((token) => token === 'full')) return 'fully_supported';
  return tokens.every((token) => token === 'none') ? 'no_support' : 'partially_supported';
}

function isSettled({ by, refuted }: PartJudgement): boolean {
  return by !== 'features' || refuted;
}

function reasoningOf({ by, refuted, mismatches, probability }: PartJudgement, byWordsAlone: boolean): string {
  if (by === 'wording') return 'The sources say so word for word.';
  if (by === 'computation') return 'The numbers in the sources add up to it.';
  const differences = mismatches.map(({ message }) => message).join('; ');
  if (refuted) return `The nearest passage differs: ${differences}.`;
  const sure = `The nearest passages support it with a probability of ${Math.round(100 * probability)} %.`;
  return [
    sure,
    ...(mismatches.length > 0 ? [`They may differ: ${differences}.`] : []),
    ...(byWordsAlone ? ['Judged by its words alone: the embedding model gives no vectors of words.'] : []),
  ].join(' ');
}

function mismatchesOf({ mismatches, passages }: PartJudgement, comparison: EvidenceComparison): Mismatch[] {
  const [sentence] = passages;
  const source = sentence && comparison.evidence.sources[sentence.source];
  return mismatches.map((mismatch) =>
    source ? { ...mismatch, evidence: { sourceId: source.id, start: sentence.start, end: sentence.end } } : mismatch,
  );
}

/** Where it stands word for word, else the nearest sentences. */
function spansOf({ by, verbatim, passages }: PartJudgement, { evidence }: EvidenceComparison): EvidenceSpan[] {
  const places = by === 'wording' ? verbatim.filter(({ stated }) => stated) : passages;
  return places.flatMap(({ source, start, end }) => {
    const sourceId = evidence.sources[source]?.id;
    return sourceId === undefined ? [] : [{ sourceId, start, end }];
  });
}

function distinct(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  return [...new Map(spans.map((span) => [`${span.sourceId}:${span.start}:${span.end}`, span])).values()];
}

function probabilityOf({ judgement }: JudgedPart): number {
  return judgement.probability / judgement.threshold;
}

function nothingSaid(claim: Claim, reasoning: string): ClaimSupport {
  return {
    claim,
    probability: 0,
    support: 'no_support',
    method: 'semantic_similarity',
    reasoning,
    spans: [],
    mismatches: [],
    similarity: 0,
  };
}
