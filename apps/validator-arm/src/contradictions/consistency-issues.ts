import type { Contradiction, ValidationIssue } from '@arbiter/contracts';
import type { ClaimSupport } from '../support/support-scorer.js';

/**
 * Contradictions as issues. One that touches a claim without full support is an error; where the claims are supported
 * all the same, the sources disagree among themselves, which a reader must know and no rewording can mend.
 */
export function consistencyIssues(
  contradictions: readonly Contradiction[],
  supports: readonly ClaimSupport[],
): ValidationIssue[] {
  const shaky = new Set(
    supports.filter(({ support }) => support !== 'fully_supported').map(({ claim }) => claim.start),
  );
  return contradictions.map(({ between, message, statements, newer }) => {
    const own = statements.filter(({ sourceId }) => sourceId === null);
    const isError = own.some(({ start }) => shaky.has(start));
    const [first, second] = statements;
    return {
      type: 'consistency',
      severity: isError ? 'error' : between === 'sources' ? 'info' : 'warning',
      message: `${BETWEEN[between]}: “${first.quote}” and “${second.quote}”. ${message}`,
      ...(own[0] && { claim: own[0].quote }),
      suggestion: suggestionFor(isError, newer === null ? undefined : statements[newer].date),
    };
  });
}

const BETWEEN: Readonly<Record<Contradiction['between'], string>> = {
  answer: 'The answer contradicts itself',
  answer_and_source: 'The answer and a source contradict each other',
  sources: 'Two sources contradict each other',
};

function suggestionFor(isError: boolean, newerDate: string | undefined): string {
  if (isError) return 'Say what the sources say, or drop one of the two.';
  return newerDate === undefined
    ? 'Say that the sources disagree.'
    : `Say that the sources disagree: the newer is of ${newerDate}.`;
}
