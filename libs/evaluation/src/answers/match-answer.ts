import { foldNumberWords, normalizeTerm } from '@arbiter/text';

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
  /** Entries of `mustMention` that the answer lacks. */
  readonly missing: readonly string[];
  /** Entries of `mustNotMention` that the answer holds. */
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

const MARKER = /\s?\[\d{1,3}\]/g;

/**
 * The form in which answers are compared. It is lower case, without accents or citation markers. White space, typographic
 * quotes and dashes are made plain. Numbers are in digits ("six" and "6", "1,250" and "1250" are the same).
 */
export function foldText(text: string): string {
  const plain = normalizeTerm(text.replace(MARKER, ''))
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return foldNumberWords(plain).replace(/\s+/g, ' ').trim();
}

/** Whether one folded text holds another between word boundaries. "3" is not in "3.5", nor "lamp" in "lamplight". */
export function mentions(foldedText: string, foldedPhrase: string): boolean {
  if (foldedPhrase === '') return false;
  for (let at = foldedText.indexOf(foldedPhrase); at !== -1; at = foldedText.indexOf(foldedPhrase, at + 1)) {
    const before = foldedText.slice(Math.max(0, at - 2), at);
    const after = foldedText.slice(at + foldedPhrase.length, at + foldedPhrase.length + 2);
    if (!continuesBefore(before, foldedPhrase) && !continuesAfter(after, foldedPhrase)) return true;
  }
  return false;
}

function continuesBefore(before: string, phrase: string): boolean {
  if (/^[\p{L}\p{N}]/u.test(phrase) && /[\p{L}\p{N}]$/u.test(before)) return true;
  return /^\d/.test(phrase) && /\d[.,]$/.test(before);
}

function continuesAfter(after: string, phrase: string): boolean {
  if (/[\p{L}\p{N}]$/u.test(phrase) && /^[\p{L}\p{N}]/u.test(after)) return true;
  return /\d$/.test(phrase) && /^[.,]\d/.test(after);
}
