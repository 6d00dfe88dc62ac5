import type { RelevanceToken, SupportToken } from '@arbiter/contracts';
import { requireShare } from '../require-share.js';

/** Further features of an answer; each of them can lower its confidence and none can raise it. */
export interface ConfidenceLimits {
  readonly relevance: RelevanceToken;
  /** Null when the answer makes no claim that could be checked. */
  readonly support: SupportToken | null;
  /** Support of the claims taken together, 0–1; not read when `support` is null. */
  readonly supportScore: number;
  /** Whether what the claims are worth has been counted in the rightness: it is of an answer that the judge has read. */
  readonly isJudged?: boolean;
  /** A claim of the answer stands against one of its sources, or two sources that it rests on disagree. */
  readonly isContradicted: boolean;
  /** A claim of the answer computes or compares amounts wrongly. */
  readonly isMiscalculated?: boolean;
  /** Names of the question that no source mentions; of an answer in the words of its sources. */
  readonly unmentioned?: readonly string[];
}

export interface LimitedConfidence {
  /** 0–1. */
  readonly confidence: number;
  /** Reasons for the confidence, for people; the limiting one comes first. */
  readonly reasons: readonly string[];
}

interface Limit {
  readonly most: number;
  readonly reason: string;
}

/** Below the default threshold: what its sources do not support, or do not support whole, is not shown. Unsupported < .3 as published. */
const UNSUPPORTED: Limit = { most: 0.29, reason: 'The sources do not support the answer.' };
const PARTLY_SUPPORTED: Limit = { most: 0.39, reason: 'Only part of the answer is supported by the sources.' };
/** One sentence of several that is in doubt is shown as such. */
const NOT_CLEARLY_SUPPORTED: Limit = {
  most: 0.7,
  reason: 'Not every sentence of the answer is clearly supported by the sources.',
};
const NOTHING_TO_VERIFY: Limit = { most: 0.39, reason: 'The answer makes no claim that could be checked.' };
/** Published: below .5. Not below the default threshold: of sentences that do answer, words and vectors call one in ten beside the question. */
const IRRELEVANT: Limit = { most: 0.49, reason: 'The sources are not about the question.' };
const CONTRADICTED: Limit = { most: 0.6, reason: 'The sources contradict each other, or the answer.' };
/** A conclusion carries its answer: where it is wrong, the sentences beside it do not save it. */
const MISCALCULATED: Limit = { most: 0.29, reason: 'The answer calculates or compares wrongly.' };
/**
 * Below the default threshold: what the sources say of the ferry Heron does not answer for the ferry Puffin. Of 16 such questions of
 * those in tools/evaluate/ordinary, 11 had no answer; 2 right and 5 wrong ones were shown.
 */
const unmentionedNames = (names: readonly string[]): Limit => ({
  most: 0.38,
  reason: `No source mentions ${names.map((name) => `"${name}"`).join(' or ')}.`,
});
/** 99 % is said where 99 of 100 are right, which no fit on some hundred answers can show. */
const SUREST = 0.99;

/**
 * The probability that an answer is right, as far as its claims hold: support, relevance and contradictions cap what was
 * read. It never falls when a score rises or a verdict improves.
 *
 * @param rightness probability that it answers the question rightly if it says what its sources say, 0–1
 * @throws RangeError when a share is not within 0–1
 */
export function limitConfidence(rightness: number, limits: ConfidenceLimits): LimitedConfidence {
  const {
    relevance,
    support,
    supportScore,
    isJudged = false,
    isContradicted,
    isMiscalculated = false,
    unmentioned = [],
  } = limits;
  requireShare('rightness', rightness);
  requireShare('supportScore', supportScore);
  const caps = [
    ...(support === null ? [NOTHING_TO_VERIFY] : []),
    ...(support === 'no_support' ? [UNSUPPORTED] : []),
    ...(support === 'partially_supported' ? [isJudged ? NOT_CLEARLY_SUPPORTED : PARTLY_SUPPORTED] : []),
    ...(relevance === 'irrelevant' && !isJudged ? [IRRELEVANT] : []),
    ...(isContradicted ? [CONTRADICTED] : []),
    ...(isMiscalculated ? [MISCALCULATED] : []),
    ...(unmentioned.length > 0 ? [unmentionedNames(unmentioned)] : []),
  ].sort((a, b) => a.most - b.most);
  // An unsupported claim is wrong whatever the answer to the question: the share of support counts like one more event.
  const held = isJudged || support === null || support === 'fully_supported' ? 1 : supportScore;
  const [lowest] = caps;
  return {
    confidence: Math.min(SUREST, lowest?.most ?? 1, rightness * held),
    reasons: caps.length > 0 ? caps.map(({ reason }) => reason) : [readReason(rightness)],
  };
}

function readReason(rightness: number): string {
  return `Every claim is supported; of answers that read like this one, ${Math.round(100 * Math.min(SUREST, rightness))} of 100 are right.`;
}
