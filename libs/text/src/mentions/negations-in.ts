import { anyOf, NEGATIONS } from '@arbiter/english';
import type { Span } from '../span.js';

export interface NegationMention extends Span {
  /** As it stands in the text: "not", "n't", "Nobody". */
  readonly text: string;
}

const NEGATOR = new RegExp(
  String.raw`(?=[cnw])(?<![\p{L}\p{N}'’])${anyOf(NEGATIONS)}(?![\p{L}\p{N}])|n(?<=\p{L}n)['’]t(?![\p{L}\p{N}])`,
  'giu',
);
/** "not only", "no fewer than", "No. 5" and "no doubt" deny nothing. */
const NOT_A_DENIAL =
  /^(?:not\s+(?:only|just|merely|least)\b|no\s+(?:fewer|less|later|sooner|doubt)\b|no\.\s?\d|no[-‐]|none\s+the\s+less\b)/iu;

/** The words that deny, in order: not, no, never, none, nobody, nothing, nowhere, without, neither, nor, cannot, n't. */
export function negationsIn(text: string): NegationMention[] {
  return Array.from(text.matchAll(NEGATOR), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  })).filter(({ start }) => !NOT_A_DENIAL.test(text.slice(start, start + 24)));
}

/** Deny or except what follows without being negations, each a word. */
const IMPLICIT =
  /^(?:lack(?:s|ed|ing)?|absen(?:t|ce)|unable|hardly|rarely|seldom|barely|scarcely|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|unlikely|impossible|devoid|except|excluding)$/;

/** Whether a word, in lower case, denies or excepts what follows: "lacks", "hardly", "refused", "except". */
export function deniesImplicitly(word: string): boolean {
  return IMPLICIT.test(word);
}
