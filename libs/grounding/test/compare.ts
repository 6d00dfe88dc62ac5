import { type EvidenceChoice, EvidenceComparison } from '../src/evidence-comparison.js';
import type { WordFeatures } from '../src/features/support-features.js';
import { judgePart, type PartJudgement } from '../src/judge-part.js';
import type { ComparedTexts } from '../src/mismatch.js';
import { claimPart } from '../src/passages/cut-sentences.js';

/** A claim of one sentence beside one source. */
export function comparisonOf(
  claim: string,
  text: string,
  context = '',
): { comparison: EvidenceComparison; choice: EvidenceChoice } {
  const comparison = EvidenceComparison.of([{ id: 's1', text, context }]);
  return { comparison, choice: comparison.choose(claimPart(claim)) };
}

export function texts(claim: string, text: string, context = ''): ComparedTexts {
  const { comparison, choice } = comparisonOf(claim, text, context);
  const compared = comparison.compared(choice);
  if (!compared) throw new RangeError('the source has no sentence');
  return compared;
}

export function wordFeaturesOf(claim: string, text: string, context = ''): WordFeatures {
  const { comparison, choice } = comparisonOf(claim, text, context);
  return comparison.wordFeatures(choice);
}

/** By words alone. */
export function judge(claim: string, text: string, context = ''): PartJudgement {
  const { comparison, choice } = comparisonOf(claim, text, context);
  return judgePart(comparison, choice, comparison.wordFeatures(choice));
}
