import { foldText, mentions } from './fold-text.js';

export interface ExpectedAnswer {
  /** Accepted short answers: any one suffices. */
  readonly answers: readonly string[];
  /** All of them together suffice too. */
  readonly mustMention?: readonly string[];
  /** None of them may occur. */
  readonly mustNotMention?: readonly string[];
}

export interface AnswerMatch {
  readonly correct: boolean;
  /** The accepted answer that was found, else null. */
  readonly matched: string | null;
  /** What of `mustMention` is not in the answer. */
  readonly missing: readonly string[];
  /** What of `mustNotMention` is in the answer. */
  readonly forbidden: readonly string[];
}

/**
 * Whether a text gives an expected answer: it mentions an accepted answer, or all of `mustMention`, and nothing of
 * `mustNotMention`. Mentions are looked for case-insensitively on word boundaries, after folding white space, accents and
 * number words. A text is never correct by an empty list.
 */
export function matchesAnswer(
  answerText: string,
  { answers, mustMention = [], mustNotMention = [] }: ExpectedAnswer,
): AnswerMatch {
  const text = foldText(answerText);
  const isMentioned = (phrase: string): boolean => mentions(text, foldText(phrase));
  const matched = answers.find(isMentioned) ?? null;
  const missing = mustMention.filter((phrase) => !isMentioned(phrase));
  const forbidden = mustNotMention.filter(isMentioned);
  const given = matched !== null || (mustMention.length > 0 && missing.length === 0);
  return { correct: given && forbidden.length === 0, matched, missing, forbidden };
}
