import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation, LARGE_BODY_LIMIT } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { QueryType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { SynthesisMode } from '../retriever/synthesize.operation.js';
import { Source } from './support.js';
import { ValidationResult } from './validation-result.js';

/** An answer to check. Markers `[n]` are not part of a claim. */
export const AnswerText = z.string().max(100_000);

/** Most text of all sources together, in UTF-16 code units: fifty times the sources of the longest answers. */
export const MAX_SOURCE_TEXT = 2_000_000;
/** Most metadata of all sources together as JSON, in UTF-16 code units: answers quote sources with their metadata. */
export const MAX_SOURCE_METADATA = 500_000;

export const Sources = z
  .array(Source)
  .max(200)
  .refine((sources) => sumOf(sources, ({ content }) => content.length) <= MAX_SOURCE_TEXT, {
    error: `must not hold more than ${MAX_SOURCE_TEXT} characters together`,
  })
  .refine((sources) => sumOf(sources, ({ metadata }) => JSON.stringify(metadata).length) <= MAX_SOURCE_METADATA, {
    error: `must not hold more than ${MAX_SOURCE_METADATA} characters of metadata together`,
  });

function sumOf(sources: readonly Source[], size: (source: Source) => number): number {
  return sources.reduce((sum, source) => sum + size(source), 0);
}

export const ValidateRequest = z.strictObject({
  query: QueryText,
  answer: AnswerText,
  sources: Sources,
  queryType: QueryType.default('simple_lookup'),
  /** Without effect: accepted of callers that still send the sub-queries. */
  parts: z.array(QueryText).max(8).default([]),
  /**
   * Origin of the answer. Text extracted from these sources, or computed from them, is the best result of a search, right or
   * wrong. Written text was meant as an answer, and the same words are then right more often.
   */
  synthesis: SynthesisMode.default('generated'),
  /** Confidence from which an answer is accepted, 0–1. Default: the arm's own setting. */
  threshold: z.number().min(0).max(1).optional(),
  /** Selects the calibration of support, if there is one: a domain, or a collection outside any domain. */
  domain: CollectionName.optional(),
  ...modelTerms,
});
export type ValidateRequest = z.output<typeof ValidateRequest>;

const source = {
  id: 's1',
  document: 'd1',
  chunkId: 'd1:0',
  content: 'The harbour closes at dusk.',
  metadata: {},
  score: 0.9,
};

/** Annotations of every decision. */
export const DECISION_ANNOTATIONS = {
  cache: '`hit` when the same request has been judged before by the same models and settings, else `miss`',
} as const;

export const validate = defineOperation({
  name: 'validator.validate',
  summary:
    'Check an answer against its sources: relevance, support of every claim, usefulness, and how sure that makes us.',
  input: ValidateRequest,
  output: ValidationResult,
  annotations: DECISION_ANNOTATIONS,
  role: 'reader',
  idempotent: true,
  deadlineMs: 60_000,
  http: { method: 'POST', path: '/validate', bodyLimit: LARGE_BODY_LIMIT },
  mcp: { tool: 'validate' },
  examples: {
    'an answer and its source': {
      query: 'When does the harbour close?',
      answer: 'The harbour closes at dusk. [1]',
      sources: [source],
    },
    'an empty answer': { query: 'When does the harbour close?', answer: '', sources: [source] },
    'no sources': { query: 'When does the harbour close?', answer: 'At dusk.', sources: [] },
  },
});
