import { estimateSupport, WRITTEN_SUPPORT } from '@arbiter/confidence';
import type { SupportToken } from '@arbiter/contracts';
import { REFUTED } from '@arbiter/grounding';
import type { TextJudgement } from '@arbiter/ports';
import type { ClaimSupport } from './support-scorer.js';

/**
 * Support of a claim in somebody's own words, by features and judge together. What stands word for word, or is a wrong calculation, needs
 * no judge. A mismatch counts, and does not decide: "No, not before noon" denies what no source affirms.
 */
export function weighJudgement(support: ClaimSupport, judged: TextJudgement | null): ClaimSupport {
  if (!judged || support.method === 'exact_match' || isMiscalculated(support)) return support;
  const probability = estimateSupport({
    features: support.probability,
    isRefuted: support.settled === true && support.probability <= REFUTED,
    judged: judged.answers + judged.beside,
  });
  const { settled: _, ...open } = support;
  return {
    ...open,
    probability,
    support: tokenOf(probability),
    reasoning: `Features and judge support it with a probability of ${Math.round(100 * probability)} %.${differences(support)}`,
  };
}

function isMiscalculated({ settled, mismatches }: ClaimSupport): boolean {
  return settled === true && mismatches.some(({ kind }) => kind === 'arithmetic');
}

function differences({ mismatches }: ClaimSupport): string {
  return mismatches.length === 0 ? '' : ` They may differ: ${mismatches.map(({ message }) => message).join('; ')}.`;
}

function tokenOf(probability: number): SupportToken {
  if (probability >= WRITTEN_SUPPORT.full) return 'fully_supported';
  return probability >= WRITTEN_SUPPORT.partial ? 'partially_supported' : 'no_support';
}
