import { validate, type Source, type ValidationResult } from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import type { OperationCaller } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { queryTextOf } from './inputs.js';

/** The decision is measured, its time only beside it: a check beyond the usual deadline must not end the run. */
const VALIDATE_DEADLINE_MS = 120_000;

/** A text, and the sources that should support it. */
export interface SupportQuestion {
  /** The question that the text answers. Default: the text itself. */
  readonly query?: string;
  readonly answer: string;
  readonly sources: readonly SourceText[];
}

export interface SourceText {
  /** A path or an id. Texts of the same document share it. */
  readonly document: string;
  readonly title?: string;
  /** Headings above it. */
  readonly section?: string;
  readonly content: string;
}

export interface SupportReading {
  /** Probability that the sources support the whole text, 0–1: that of its least supported claim; 0 without claims. */
  readonly score: number;
  /** Whether the validator found every claim supported, by its own threshold. */
  readonly supported: boolean;
  /** Claims that were checked; 0 if there was nothing to verify. */
  readonly claims: number;
  /** Milliseconds around the operation. */
  readonly latencyMs: number;
  readonly result: ValidationResult;
}

export type SupportChecker = (question: SupportQuestion) => Promise<SupportReading>;

/**
 * Opens the shipped configuration in this process for some checks. One check before them, which is not counted, lets
 * the model load.
 */
export async function withSupportChecker<T>(
  context: CommandContext,
  work: (check: SupportChecker) => Promise<T>,
): Promise<T> {
  return withLibrary(context, { writes: true }, async (library) => {
    remark(context, `Checking in ${library.place}`);
    const check = supportChecker(library, { signal: context.interruption.signal, now: context.now });
    await check({ answer: 'The lamp is lit.', sources: [{ document: 'warm-up', content: 'The lamp is lit.' }] });
    return work(check);
  });
}

/**
 * Asks the shipped operation for support alone. A text with nothing to verify, such as a question, counts as not
 * supported, with score 0.
 *
 * @param now milliseconds
 */
function supportChecker(
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

/** As a search that is certain would return it; an empty text is no source. */
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
