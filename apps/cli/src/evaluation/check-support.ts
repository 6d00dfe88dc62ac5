import { validate, type Source, type ValidationResult } from '@arbiter/contracts';
import type { OperationCaller } from '../library/library.js';
import { queryTextOf } from './query-text.js';

/** What is measured is the decision, and its time beside it: one that passes its usual deadline must not end the run. */
const VALIDATE_DEADLINE_MS = 120_000;

/** A text and what it is to rest on. */
export interface SupportQuestion {
  /** What was asked; the text itself where nothing was. */
  readonly query?: string;
  readonly answer: string;
  readonly sources: readonly SourceText[];
}

export interface SourceText {
  /** A path or an id; it says which texts are of one document. */
  readonly document: string;
  readonly title?: string;
  /** Headings above it. */
  readonly section?: string;
  readonly content: string;
}

export interface SupportReading {
  /** Probability that the sources support the whole text, 0–1: that of its least supported claim; 0 without claims. */
  readonly score: number;
  /** What the validator decided, by its own threshold: whether every claim is supported. */
  readonly supported: boolean;
  /** Claims that were checked; 0 when there was nothing to verify. */
  readonly claims: number;
  /** Milliseconds around the operation. */
  readonly latencyMs: number;
  readonly result: ValidationResult;
}

export type SupportChecker = (question: SupportQuestion) => Promise<SupportReading>;

/**
 * The shipped operation, asked about support alone. A text with nothing to verify, such as a question, is read as not
 * supported, with score 0: nothing in the sources stands behind it.
 *
 * @param now milliseconds
 */
export function supportChecker(
  library: OperationCaller,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => number },
): SupportChecker {
  return async ({ query, answer, sources }) => {
    const begun = now();
    const result = await library.request(
      validate,
      { query: queryTextOf(query ?? answer) ?? '-', answer: answer.toWellFormed(), sources: sources.flatMap(sourceOf) },
      { signal, deadlineMs: VALIDATE_DEADLINE_MS },
    );
    const latencyMs = now() - begun;
    const scores = result.checks.support.perClaim.map(({ score }) => score);
    return {
      score: scores.length === 0 ? 0 : Math.min(...scores),
      supported: result.isSupported,
      claims: scores.length,
      latencyMs,
      result,
    };
  };
}

/** As a search would hand it over that is sure of it; an empty text is no source. */
function sourceOf({ document, title, section, content }: SourceText, index: number): Source[] {
  if (content.trim() === '') return [];
  return [
    {
      id: `s${index + 1}`,
      document,
      chunkId: `${document}:${index}`,
      content: content.toWellFormed(),
      metadata: { ...(title !== undefined && { title }), ...(section !== undefined && { section }) },
      score: 1,
    },
  ];
}
