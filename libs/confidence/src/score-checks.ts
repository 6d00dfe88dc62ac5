import type { QueryType, RelevanceToken, SupportToken, UsefulnessToken } from '@arbiter/contracts';
import { requireShare } from './require-share.js';

/**
 * Default confidence from which an answer is accepted. The published .7 (design document 001) applied to a score that began
 * at .9; applied to a probability it declines most right answers. At .4, in packs that no fit has seen, about half of the
 * accepted answers are right. Every answer states its probability.
 */
export const DEFAULT_ACCEPT_THRESHOLD = 0.4;

export interface CheckedAnswer {
  readonly relevance: { readonly token: RelevanceToken; /** 0–1. */ readonly score: number };
  /** null when the answer makes no claim that could be checked. */
  readonly support: SupportToken | null;
  /** Support of the claims taken together, 0–1; not read when `support` is null. */
  readonly supportScore: number;
  readonly usefulness: { readonly token: UsefulnessToken; /** 0–1. */ readonly score: number };
  readonly queryType: QueryType;
}

/** The three published checks as one score, which is no probability. */
export interface CheckScore {
  /** 0–1. */
  readonly score: number;
  readonly weights: CheckWeights;
}

export interface CheckWeights {
  readonly relevance: number;
  readonly support: number;
  readonly usefulness: number;
}

/**
 * Weights of the three checks inside a band: .3/.4/.3 as published (design document 001), moved by what most often goes
 * wrong with a kind of question: chains rest on every link being supported, steps and lists on being complete.
 */
const WEIGHTS: Readonly<Record<QueryType, CheckWeights>> = {
  simple_lookup: { relevance: 0.3, support: 0.4, usefulness: 0.3 },
  comparative: { relevance: 0.3, support: 0.4, usefulness: 0.3 },
  procedural: { relevance: 0.25, support: 0.4, usefulness: 0.35 },
  list_building: { relevance: 0.25, support: 0.4, usefulness: 0.35 },
  multi_hop: { relevance: 0.25, support: 0.5, usefulness: 0.25 },
};

interface Band {
  readonly low: number;
  readonly high: number;
}

/** The published cases: fully supported ≥ .9, partially .5–.7, unsupported < .3, irrelevant < .5. */
const SUPPORT_BANDS: Readonly<Record<SupportToken, Band>> = {
  fully_supported: { low: 0.9, high: 1 },
  partially_supported: { low: 0.5, high: 0.69 },
  no_support: { low: 0, high: 0.29 },
};
/** Nothing was verified, so nothing vouches for the answer; nothing speaks against it either. */
const NOTHING_TO_VERIFY: Band = { low: 0.3, high: 0.5 };
const IRRELEVANT: Band = { low: 0, high: 0.49 };

/**
 * The published score of an answer (design document 001): each verdict sets a band, the lowest ends of the bands hold, and
 * the weighted mean of the three scores says where in the band the answer stands. It never falls when a score rises or a
 * verdict improves. How likely the answer is right is another number: see limitConfidence.
 *
 * @throws RangeError when a score is not within 0–1
 */
export function scoreChecks({ relevance, support, supportScore, usefulness, queryType }: CheckedAnswer): CheckScore {
  requireShare('relevance', relevance.score);
  requireShare('supportScore', supportScore);
  requireShare('usefulness', usefulness.score);
  const bands = [support === null ? NOTHING_TO_VERIFY : SUPPORT_BANDS[support]];
  if (relevance.token === 'irrelevant') bands.push(IRRELEVANT);
  const high = Math.min(...bands.map((band) => band.high));
  const low = Math.min(...bands.map((band) => band.low));
  const weights = WEIGHTS[queryType];
  const supportWeight = support === null ? 0 : weights.support;
  const mean =
    (weights.relevance * relevance.score + supportWeight * supportScore + weights.usefulness * usefulness.score) /
    (weights.relevance + supportWeight + weights.usefulness);
  return { score: Math.min(high, Math.max(low, low + (high - low) * mean)), weights };
}
