import type { ValidationIssue } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { decideGate, type GateInput } from './decide-gate.js';

const weak: GateInput = {
  confidence: 0.3,
  issues: [],
  isRelevant: true,
  support: 'partially_supported',
  attemptsLeft: 2,
};
const issue = (type: ValidationIssue['type'], severity: ValidationIssue['severity']): ValidationIssue => ({
  type,
  severity,
  message: `A ${type} ${severity}.`,
});

describe('decideGate', () => {
  it('accepts from the threshold on', () => {
    expect(decideGate({ ...weak, confidence: 0.4 })).toEqual({
      recommendation: 'accept',
      reason: 'Confidence 40 % reaches 40 %.',
    });
    expect(decideGate({ ...weak, threshold: 0.3 }).recommendation).toBe('accept');
    expect(decideGate({ ...weak, confidence: 0.3999 }).recommendation).toBe('retry');
  });

  it('accepts with warnings, not with an error, whose message is the reason', () => {
    const sure = { ...weak, confidence: 0.95, support: 'fully_supported' } as const;
    expect(decideGate({ ...sure, issues: [issue('completeness', 'warning')] }).recommendation).toBe('accept');
    expect(decideGate({ ...sure, issues: [issue('consistency', 'error')] })).toEqual({
      recommendation: 'retry',
      reason: 'A consistency error.',
      instruction: 'rewrite_grounded',
    });
  });

  it.each(['no_support', null] as const)('rejects at once when nothing is relevant and support is %p', (support) => {
    expect(decideGate({ ...weak, confidence: 0.1, isRelevant: false, support }).recommendation).toBe('reject');
  });

  it('rejects when no attempt is left', () => {
    expect(decideGate({ ...weak, attemptsLeft: 0 })).toEqual({
      recommendation: 'reject',
      reason: 'Confidence 30 % is below 40 %. No attempt is left.',
    });
  });

  it.each([
    ['retrieve_more', 'sources beside the question', { isRelevant: false }],
    ['rewrite_grounded', 'support in part', {}],
    ['rewrite_grounded', 'no support from relevant sources', { support: 'no_support', confidence: 0.2 }],
    ['complete', 'a supported answer that is not useful', { support: 'fully_supported' }],
    ['complete', 'an answer that claims nothing', { support: null, confidence: 0.2 }],
  ] as const)('asks to %s after %s', (instruction, _, change) => {
    expect(decideGate({ ...weak, ...change })).toMatchObject({ recommendation: 'retry', instruction });
  });
});
