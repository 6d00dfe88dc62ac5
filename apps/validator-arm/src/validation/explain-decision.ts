import type { ClaimVerdict, CorrectionAdvice, RetryInstruction, ValidationResult } from '@arbiter/contracts';
import { formatCitations } from './citations.js';

/** Citations and issues that are told; more are in the result. */
const TOLD = 8;

type Explained = Pick<
  ValidationResult,
  'recommendation' | 'confidence' | 'reasoning' | 'checks' | 'citations' | 'issues' | 'correction' | 'languageModel'
>;

const DECISIONS: Readonly<Record<ValidationResult['recommendation'], string>> = {
  accept: 'The answer is accepted',
  retry: 'The answer is not good enough yet',
  reject: 'The answer is rejected',
};

/** A decision in plain words, for people: what was decided, why, what it rests on, and what would have to change. */
export function explainDecision(result: Explained): string {
  const { recommendation, confidence, reasoning, checks, citations, issues, correction, languageModel } = result;
  const wrong = issues.filter(({ severity }) => severity !== 'info');
  const noted = issues.filter(({ severity }) => severity === 'info');
  const supported = citations.filter(({ spans = [] }) => spans.length > 0);
  return [
    `${DECISIONS[recommendation]} (confidence ${Math.floor(100 * confidence)} %). ${reasoning}`,
    `${checks.relevance.reasoning} ${checks.support.reasoning} ${checks.usefulness.reasoning}`,
    ...(supported.length > 0 ? [`It rests on:\n${formatCitations(supported.slice(0, TOLD))}${more(supported)}`] : []),
    ...(wrong.length > 0 ? [`What is wrong with it:\n${wrong.slice(0, TOLD).map(told).join('\n')}${more(wrong)}`] : []),
    ...(noted.length > 0 ? [`Also to be known:\n${noted.slice(0, TOLD).map(told).join('\n')}${more(noted)}`] : []),
    ...(correction && correction.steps.length > 0 ? [`What to change:\n${listed(correction.steps)}`] : []),
    ...(languageModel?.failure === undefined ? [] : [`No language model took part: ${languageModel.failure}`]),
  ].join('\n\n');
}

function told({ message, claim }: ValidationResult['issues'][number]): string {
  return claim === undefined ? `- ${message}` : `- "${claim}": ${message}`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function more(items: readonly unknown[]): string {
  return items.length > TOLD ? `\n- and ${items.length - TOLD} more` : '';
}

/** Claims and words that are named in a step; a longer list reads as noise. */
const NAMED = 5;

/**
 * What the next attempt should change, in words that a person or a prompt can follow.
 *
 * @param missing words of the question that nothing speaks of, rarest first
 */
export function adviseCorrection(
  instruction: RetryInstruction,
  reason: string,
  verdicts: readonly ClaimVerdict[],
  missing: readonly string[],
): CorrectionAdvice {
  const unsupported = verdicts.filter(({ support }) => support !== 'fully_supported').map(({ claim }) => claim.text);
  return {
    instruction,
    reason,
    unsupported,
    missing: [...missing],
    steps: [
      ...(instruction === 'retrieve_more' ? ['Search again, in other words or more widely.'] : []),
      ...(unsupported.length > 0
        ? [`Drop what the sources do not support, or say it as they do: ${quoted(unsupported)}.`]
        : []),
      ...(missing.length > 0 ? [`Find and say something of ${quoted(missing)}, or say that it is not known.`] : []),
      ...(instruction === 'complete' ? ['Answer all that was asked, from the sources alone.'] : []),
    ],
  };
}

function quoted(items: readonly string[]): string {
  const named = items.slice(0, NAMED).map((item) => `“${item}”`);
  const more = items.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
