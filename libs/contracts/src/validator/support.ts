import { z } from 'zod';

/** Longest id of a source, in UTF-16 code units: above that of any document, which may be an address. */
const MAX_ID = 8_192;

/** A passage that supports an answer, field names as published (design documents 000 and 001). */
export const Source = z.strictObject({
  id: z.string().min(1).max(MAX_ID),
  /** Id of the document. */
  document: z.string().max(MAX_ID),
  chunkId: z.string().max(MAX_ID),
  /** At most a million UTF-16 code units, the limit of the transports. */
  content: z.string().max(1_000_000),
  /**
   * Other keys are allowed. Known keys are `aliases` (names of its subject), `date` (ISO 8601), `authority` (0–1),
   * `session`, the number of the session that it tells of, and `page_breaks`, the pages that begin within the content.
   */
  metadata: z.looseObject({
    title: z.string().optional(),
    page: z.int().min(1).optional(),
    section: z.string().optional(),
    url: z.string().optional(),
    domain: z.string().optional(),
  }),
  /** Relevance in its search, 0–1. */
  score: z.number().min(0).max(1),
});
export type Source = z.output<typeof Source>;

/** One statement of an answer, field names as published (design document 001). */
export const Claim = z.strictObject({
  text: z.string(),
  type: z.enum(['fact', 'opinion', 'inference']),
  /** Probability that this is one claim of this type, 0–1. */
  confidence: z.number().min(0).max(1),
  /** Span in the answer, UTF-16 code units: `text === answer.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** The claim as an independent sentence if its text lacks the subject ("and weighs 40 pounds"). Checks use it. */
  statement: z.string().optional(),
});
export type Claim = z.output<typeof Claim>;

/** The text of a claim that is checked. */
export function statementOf({ statement, text }: Pick<Claim, 'statement' | 'text'>): string {
  return statement ?? text;
}

export const SupportToken = z.enum(['fully_supported', 'partially_supported', 'no_support']);
export type SupportToken = z.output<typeof SupportToken>;

export const VerificationMethod = z.enum(['semantic_similarity', 'exact_match', 'llm_verification', 'computed']);
export type VerificationMethod = z.output<typeof VerificationMethod>;

/** A supporting span of a source, with the information to find it. */
export const CitedSpan = z.strictObject({
  sourceId: z.string(),
  /** Id of the document. */
  document: z.string(),
  chunkId: z.string(),
  /** Span in the source's content as sent, UTF-16 code units: `quote === content.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  title: z.string().optional(),
  page: z.int().min(1).optional(),
  /** Page on which the quote ends, if that is a later one. */
  lastPage: z.int().min(1).optional(),
  section: z.string().optional(),
  url: z.string().optional(),
  /** Relevance of the source in its search, 0–1. */
  score: z.number().min(0).max(1),
});
export type CitedSpan = z.output<typeof CitedSpan>;

/** A claim and its support. */
export const ClaimCitation = z.strictObject({
  claim: z.string(),
  /** The content of a long source is only its quoted part; the caller has the rest. */
  sources: z.array(Source),
  confidence: z.number().min(0).max(1),
  verificationMethod: VerificationMethod,
  /** Supporting spans, best first; empty if nothing supports the claim. */
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
  /** Differences from the nearest passage: a number, a name, a negation; one sentence each. */
  mismatches: z.array(z.string()).optional(),
});
export type ClaimVerdict = z.output<typeof ClaimVerdict>;

/** The verdict on one claim, field names as published (design document 001). */
export const VerificationResult = z.strictObject({
  claim: Claim,
  /** True only if the sources support the whole claim. */
  isSupported: z.boolean(),
  /** The content of a long source is only its quoted part. */
  supportingSources: z.array(Source),
  /** Highest cosine of the claim with a span of a source, 0–1. For people: it decides nothing alone. */
  similarityScore: z.number().min(0).max(1),
  reasoning: z.string(),
  support: SupportToken,
  /** Probability that the sources support it, 0–1. */
  probability: z.number().min(0).max(1),
  verificationMethod: VerificationMethod,
  spans: z.array(CitedSpan),
});
export type VerificationResult = z.output<typeof VerificationResult>;
