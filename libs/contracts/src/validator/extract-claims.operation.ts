import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { Claim } from './support.js';
import { AnswerText } from './validate.operation.js';

/** Most claims checked of one answer; an answer with more is never accepted. */
export const MAX_CLAIMS = 200;

export const ExtractClaimsRequest = z.strictObject({ answer: AnswerText });
export type ExtractClaimsRequest = z.output<typeof ExtractClaimsRequest>;

export const ExtractClaimsResponse = z.strictObject({
  /** In the order of the answer; empty for questions, greetings and refusals. */
  claims: z.array(Claim).max(MAX_CLAIMS),
  /** Whether the answer makes more claims than these. */
  truncated: z.boolean(),
});
export type ExtractClaimsResponse = z.output<typeof ExtractClaimsResponse>;

export const extractClaims = defineOperation({
  name: 'validator.extract-claims',
  summary: 'Split an answer into single claims, each a fact, an opinion or an inference, with its place in the answer.',
  input: ExtractClaimsRequest,
  output: ExtractClaimsResponse,
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'POST', path: '/extract-claims' },
  mcp: { tool: 'extract-claims' },
  examples: {
    'two claims in a sentence': { answer: 'The lamp burns oil and weighs 40 pounds. [1]' },
    'nothing that could be checked': { answer: 'Hello! What would you like to know?' },
    'an empty answer': { answer: '' },
  },
});
