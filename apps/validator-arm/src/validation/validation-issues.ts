import { MAX_CLAIMS, type Claim, type Contradiction, type ValidationIssue } from '@arbiter/contracts';
import type { AnswerChecks } from '../checks/answer-checker.js';
import type { RelevanceCheck } from '../checks/relevance-check.js';
import type { UsefulnessCheck } from '../checks/usefulness-check.js';
import type { ClaimSupport } from '../support/support-scorer.js';

/**
 * The published threshold of similarity (design document 001). It separates claims that the sources state differently from
 * claims that they do not mention.
 */
const NEAR_MISS = 0.8;

/**
 * What is wrong with an answer, one issue per cause, in the order in which one check rests on the other.
 *
 * @param unchecked whether the answer makes more claims than were checked
 */
export function issuesOf(
  { relevance, supports, usefulness }: Pick<AnswerChecks, 'relevance' | 'supports' | 'usefulness'>,
  unchecked: boolean,
): ValidationIssue[] {
  return [
    ...relevanceIssues(relevance),
    ...supports.flatMap(supportIssues),
    ...(unchecked ? [TOO_MANY_CLAIMS] : []),
    ...usefulnessIssues(usefulness),
  ];
}

/** Opinions that are named; an answer may be full of them. */
const NAMED_OPINIONS = 20;

/** Reports claims that were not checked, so that they are not taken for supported. */
export function opinionIssues(opinions: readonly Claim[]): ValidationIssue[] {
  return opinions.slice(0, NAMED_OPINIONS).map(({ text }) => ({
    type: 'support',
    severity: 'info',
    message: 'An opinion or a guess: it was not checked.',
    claim: text,
  }));
}

const TOO_MANY_CLAIMS: ValidationIssue = {
  type: 'support',
  severity: 'error',
  message: `The answer makes more than ${MAX_CLAIMS} claims, of which only the first were checked.`,
  suggestion: 'Answer more briefly.',
};

function relevanceIssues({ token }: RelevanceCheck): ValidationIssue[] {
  if (token === 'relevant') return [];
  const message = 'The passages that were found are not about the question.';
  return [{ type: 'relevance', severity: 'warning', message, suggestion: 'Retrieve other passages.' }];
}

function supportIssues({ support, claim, reasoning, similarity, mismatches }: ClaimSupport): ValidationIssue[] {
  if (support === 'fully_supported') return [];
  const unsupported = support === 'no_support';
  const spokenOf = similarity >= NEAR_MISS || mismatches.length > 0;
  return [
    {
      type: unsupported ? 'hallucination' : 'support',
      severity: unsupported ? 'error' : 'warning',
      message: reasoning,
      claim: claim.text,
      suggestion:
        unsupported && !spokenOf
          ? 'Drop the claim: the sources do not speak of it.'
          : 'Say what the sources say of it.',
    },
  ];
}

function usefulnessIssues({ token, mode, reasoning }: UsefulnessCheck): ValidationIssue[] {
  if (token === 'useful') return [];
  const message = mode === 'language_model' ? reasoning : 'What was found does not clearly answer the question.';
  return [{ type: 'usefulness', severity: 'warning', message, suggestion: 'Answer what was asked, or decline.' }];
}

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
