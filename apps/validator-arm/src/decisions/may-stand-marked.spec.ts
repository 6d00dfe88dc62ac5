import type { SupportToken, ValidationIssue } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { judged } from '../../test/claim-support.js';
import type { ClaimSupport } from '../support/support-scorer.js';
import { type MarkableAnswer, mayStandMarked } from './may-stand-marked.js';

const [FULL, PART, NONE] = ['fully_supported', 'partially_supported', 'no_support'] as const;
const INVENTED: ValidationIssue = { type: 'hallucination', severity: 'error', message: 'Not so.' };

function answerOf(tokens: readonly SupportToken[], more: Partial<ClaimSupport> = {}): MarkableAnswer {
  const supports = tokens.map((support, index) => judged(`Claim ${index}.`, support, [], support === NONE ? more : {}));
  return { supports, issues: [INVENTED], confidence: 0.6, threshold: 0.4, isJudged: true };
}

describe('mayStandMarked', () => {
  it('lets an answer stand of which little is unsupported', () => {
    expect(mayStandMarked(answerOf([FULL, PART, NONE]))).toBe(true);
  });

  it.each([
    ['of which much is unsupported', answerOf([FULL, NONE])],
    ['of which two claims are unsupported', answerOf([FULL, FULL, FULL, NONE, FULL, FULL, NONE])],
    ['that begins with what is unsupported', answerOf([NONE, FULL, FULL])],
    ['of which something is refuted', answerOf([FULL, FULL, NONE], { settled: true })],
    ['that is not sure enough', { ...answerOf([FULL, PART, NONE]), confidence: 0.39 }],
    ['that no judge has read', { ...answerOf([FULL, PART, NONE]), isJudged: false }],
    [
      'that contradicts a source',
      {
        ...answerOf([FULL, PART, NONE]),
        issues: [INVENTED, { type: 'consistency', severity: 'error', message: 'It says otherwise.' } as const],
      },
    ],
  ])('lets none stand %s', (_, answer) => {
    expect(mayStandMarked(answer)).toBe(false);
  });
});
