import type { ClaimVerdict, ValidationIssue } from '@arbiter/contracts';
import type { RelevanceCheck } from '../checks/relevance-check.js';
import type { UsefulnessCheck } from '../checks/usefulness-check.js';

/** What is wrong with an answer, one issue per cause, in the order in which one check rests on the other. */
export function issuesOf(
  relevance: RelevanceCheck,
  verdicts: readonly ClaimVerdict[],
  usefulness: UsefulnessCheck,
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (relevance.token === 'irrelevant') {
    issues.push({
      type: 'relevance',
      severity: 'error',
      message: relevance.reasoning,
      suggestion: 'Retrieve other passages.',
    });
  }
  for (const { support, claim, reasoning } of verdicts) {
    if (support === 'fully_supported') continue;
    const unsupported = support === 'no_support';
    issues.push({
      type: unsupported ? 'hallucination' : 'support',
      severity: unsupported ? 'error' : 'warning',
      message: reasoning,
      claim: claim.text,
      suggestion: 'Drop the claim, or say what the sources say.',
    });
  }
  if (usefulness.token === 'not_useful') {
    issues.push({
      type: 'usefulness',
      severity: 'error',
      message: usefulness.reasoning,
      suggestion: 'Answer what was asked, or decline.',
    });
  }
  return issues;
}
