import { normalizeTerm } from '@arbiter/text';
import type { Question } from '../questions.js';
import { matchesAnswer, type AnswerMatch } from './match-answer.js';

/** The system's answer to one question. */
export interface GivenAnswer {
  readonly status: 'answered' | 'declined';
  /** As shown, with markers. */
  readonly text: string;
  /** 0–1; null when nothing was judged. */
  readonly confidence: number | null;
  /** The best attempt, shown or not: with markers, '' when there was nothing to answer from. */
  readonly attempt: string;
  /** The spans that were shown; empty when declined. */
  readonly citations: readonly Quotation[];
  /** Claims of the answer that were checked; 0 when nothing was. */
  readonly claims: number;
  /** Those of them that the sources do not support at all. */
  readonly unsupportedClaims: number;
}

export type AnswerVerdict = 'correct' | 'wrong' | 'wronglyDeclined' | 'declined' | 'wronglyAnswered';

/** Verdicts on answers that were shown. */
export const SHOWN: readonly AnswerVerdict[] = ['correct', 'wrong', 'wronglyAnswered'];

/** One question, judged. */
export interface JudgedAnswer {
  readonly id: string;
  readonly type: Question['type'];
  readonly verdict: AnswerVerdict;
  /** null where there was nothing to compare: a declined or an unanswerable question. */
  readonly match: AnswerMatch | null;
  /** 0–1; null when nothing was judged. */
  readonly confidence: number | null;
  /** Whether the best attempt is right, shown or not; null when there is none, or its confidence is unknown. */
  readonly attemptRight: boolean | null;
  /** Of what was shown; null when declined. */
  readonly words: number | null;
  /** Citations that can be judged: of an answer to a question that names its evidence. */
  readonly citations: number;
  /** Those of them that overlap evidence. */
  readonly citationsOfEvidence: number;
  readonly claims: number;
  readonly unsupportedClaims: number;
}

/** A text of which is known whether it answers its question, whatever words it does so in. */
export interface KnownText {
  readonly text: string;
  readonly isRight: boolean;
}

/**
 * Judges one answer. An unanswerable question has no correct answer: any answer that does not decline is wrong.
 *
 * @param known what a recorded writer wrote: an answer that says the same, markers aside, is not compared with the expected ones
 */
export function judgeAnswer(question: Question, answer: GivenAnswer, known: KnownText | null = null): JudgedAnswer {
  const { confidence, attempt } = answer;
  const answered = answer.status === 'answered';
  const match = answered && question.answerable ? matchesAnswer(answer.text, question) : null;
  const isCorrect = (text: string): boolean =>
    known && isSameText(text, known.text) ? known.isRight : matchesAnswer(text, question).correct;
  const judged = answered && question.evidence.length > 0 ? answer.citations : [];
  return {
    id: question.id,
    type: question.type,
    verdict: verdictOf(question.answerable, answered, match !== null && isCorrect(answer.text)),
    match,
    confidence,
    attemptRight: attempt === '' || confidence === null ? null : question.answerable && isCorrect(attempt),
    words: answered ? countWords(answer.text) : null,
    citations: judged.length,
    citationsOfEvidence: judged.filter((citation) =>
      question.evidence.some((evidence) => citesEvidence(citation, evidence)),
    ).length,
    claims: answered ? answer.claims : 0,
    unsupportedClaims: answered ? answer.unsupportedClaims : 0,
  };
}

/** Whether a question ended as it should: with a correct answer, or declined where nothing answers it. */
export function isRightVerdict(verdict: AnswerVerdict): boolean {
  return verdict === 'correct' || verdict === 'declined';
}

function verdictOf(answerable: boolean, answered: boolean, correct: boolean): AnswerVerdict {
  if (answerable) return !answered ? 'wronglyDeclined' : correct ? 'correct' : 'wrong';
  return answered ? 'wronglyAnswered' : 'declined';
}

/** A span of a document, known by the words it holds. */
export interface Quotation {
  /** Path of the document. A path that ends in the other one, from a folder's name on, is the same document. */
  readonly document: string;
  readonly quote: string;
}

/**
 * Letters and digits in which the end of one quotation and the beginning of another must agree to be the same stretch of
 * the document: about four words, which two different stretches seldom share.
 */
const LEAST_OVERLAP = 16;

/**
 * Whether a citation overlaps a piece of evidence: both are of the same document, and one holds the other or begins with
 * what the other ends with. Compared are letters and digits only, so that markup, quotes and line breaks do not matter.
 */
export function citesEvidence(citation: Quotation, evidence: Quotation): boolean {
  if (!isSameDocument(citation.document, evidence.document)) return false;
  const cited = letters(citation.quote);
  const expected = letters(evidence.quote);
  if (cited === '' || expected === '') return false;
  if (holdsRow(cited, evidence.quote)) return true;
  return cited.includes(expected) || expected.includes(cited) || runsInto(cited, expected) || runsInto(expected, cited);
}

/** Whether a text holds a quotation, as {@link citesEvidence} compares: by letters and digits. */
export function holdsQuotation(text: string, quote: string): boolean {
  const expected = letters(quote);
  return expected !== '' && letters(text).includes(expected);
}

/** Whether the letters hold every cell of a quoted table row: a stored row carries the names of its columns between them. */
function holdsRow(cited: string, quote: string): boolean {
  const cells = quote
    .split('|')
    .map(letters)
    .filter((cell) => cell !== '');
  return quote.includes('|') && cells.length > 1 && cells.every((cell) => cited.includes(cell));
}

/** Whether two paths name one document of a pack: one ends in the other, from a folder's name on. */
export function isSameDocument(a: string, b: string): boolean {
  const [one, two] = [plainPath(a), plainPath(b)];
  return one === two || one.endsWith(`/${two}`) || two.endsWith(`/${one}`);
}

function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

/** Letters and digits without the targets of Markdown links, which parsing leaves out of the text. */
function letters(quote: string): string {
  return normalizeTerm(quote.replace(/\]\((?:(?!\]\()[^)])*\)/g, ']')).replace(/[^\p{L}\p{N}]+/gu, '');
}

function runsInto(first: string, second: string): boolean {
  for (let length = Math.min(first.length, second.length); length >= LEAST_OVERLAP; length--) {
    if (second.startsWith(first.slice(-length))) return true;
  }
  return false;
}

function isSameText(a: string, b: string): boolean {
  return letters(a.replace(MARKER, ' ')) === letters(b.replace(MARKER, ' '));
}

const MARKER = /\[\d{1,3}\]/g;

/** Words of an answer without its markers `[n]`. A word is a run without white space that holds a letter or a digit. */
export function countWords(text: string): number {
  const runs = text.replace(MARKER, ' ').split(/\s+/);
  return runs.filter((run) => /[\p{L}\p{N}]/u.test(run)).length;
}
