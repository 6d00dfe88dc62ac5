import { z } from 'zod';

/** A passage that an answer rests on, field names as published (design documents 000 and 001). */
export const Source = z.strictObject({
  id: z.string().min(1),
  /** Id of the document. */
  document: z.string(),
  chunkId: z.string(),
  /** At most a million UTF-16 code units: what a transport carries anyway. */
  content: z.string().max(1_000_000),
  /** Anything else may stand here too; read where it is given: `aliases` (names of its subject), `date` (ISO 8601), `authority` (0–1). */
  metadata: z.looseObject({
    title: z.string().optional(),
    page: z.int().min(1).optional(),
    section: z.string().optional(),
    url: z.string().optional(),
    domain: z.string().optional(),
  }),
  /** Relevance of the search that found it, 0–1. */
  score: z.number().min(0).max(1),
});
export type Source = z.output<typeof Source>;

/** One statement of an answer, field names as published (design document 001). */
export const Claim = z.strictObject({
  text: z.string(),
  type: z.enum(['fact', 'opinion', 'inference']),
  /** That this is one claim of this type, 0–1. */
  confidence: z.number().min(0).max(1),
  /** Span in the answer, UTF-16 code units: `text === answer.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** The claim as a sentence of its own where its text lacks the subject ("and weighs 40 pounds"); this is what is checked. */
  statement: z.string().optional(),
});
export type Claim = z.output<typeof Claim>;

/** What is checked of a claim. */
export function statementOf({ statement, text }: Pick<Claim, 'statement' | 'text'>): string {
  return statement ?? text;
}

export const SupportToken = z.enum(['fully_supported', 'partially_supported', 'no_support']);
export type SupportToken = z.output<typeof SupportToken>;

export const VerificationMethod = z.enum(['semantic_similarity', 'exact_match', 'llm_verification', 'computed']);
export type VerificationMethod = z.output<typeof VerificationMethod>;

/** A stretch of a source that a claim rests on, with what a reader needs to find it. */
export const CitedSpan = z.strictObject({
  sourceId: z.string(),
  /** Id of the document. */
  document: z.string(),
  chunkId: z.string(),
  /** Span in the source's content as it was sent, UTF-16 code units: `quote === content.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  title: z.string().optional(),
  page: z.int().min(1).optional(),
  section: z.string().optional(),
  url: z.string().optional(),
  /** Relevance of the search that found the source, 0–1. */
  score: z.number().min(0).max(1),
});
export type CitedSpan = z.output<typeof CitedSpan>;

/** A claim and what it rests on. */
export const ClaimCitation = z.strictObject({
  claim: z.string(),
  /** Of a long source the content is only what is quoted of it: the caller has the rest. */
  sources: z.array(Source),
  confidence: z.number().min(0).max(1),
  verificationMethod: VerificationMethod,
  /** Where the sources say so, best first; empty when nothing supports the claim. */
  spans: z.array(CitedSpan).optional(),
});
export type ClaimCitation = z.output<typeof ClaimCitation>;

export const ClaimVerdict = z.strictObject({
  claim: Claim,
  support: SupportToken,
  /** Probability that the sources support it, 0–1. */
  score: z.number().min(0).max(1),
  reasoning: z.string(),
  sourceIds: z.array(z.string()),
  method: VerificationMethod.optional(),
  /** What the nearest passage says otherwise: a number, a name, a negation; a sentence each. */
  mismatches: z.array(z.string()).optional(),
});
export type ClaimVerdict = z.output<typeof ClaimVerdict>;

/** How one claim stands against the sources, field names as published (design document 001). */
export const VerificationResult = z.strictObject({
  claim: Claim,
  /** True only when the sources support all of it. */
  isSupported: z.boolean(),
  /** Of a long source the content is only what is quoted of it. */
  supportingSources: z.array(Source),
  /** Highest cosine of the claim with a stretch of a source, 0–1. For people: it decides nothing alone. */
  similarityScore: z.number().min(0).max(1),
  reasoning: z.string(),
  support: SupportToken,
  /** Probability that the sources support it, 0–1. */
  probability: z.number().min(0).max(1),
  verificationMethod: VerificationMethod,
  spans: z.array(CitedSpan),
});
export type VerificationResult = z.output<typeof VerificationResult>;
