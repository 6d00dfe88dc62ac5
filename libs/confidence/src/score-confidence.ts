import type { QueryType, RelevanceToken, SupportToken, UsefulnessToken } from '@arbiter/contracts';

/** Confidence from which an answer is accepted when nothing else is configured. */
export const DEFAULT_ACCEPT_THRESHOLD = 0.7;

export interface ConfidenceInput {
  readonly relevance: { readonly token: RelevanceToken; /** 0–1. */ readonly score: number };
  /** null when the answer makes no claim that could be checked. */
  readonly support: SupportToken | null;
  /** Support of the claims taken together, 0–1; not read when `support` is null. */
  readonly supportScore: number;
  readonly usefulness: { readonly token: UsefulnessToken; /** 0–1. */ readonly score: number };
  readonly queryType: QueryType;
  /** What the gate will ask for, 0–1: an answer that is not useful stays below it. */
  readonly threshold?: number;
}

export interface Confidence {
  /** 0–1. */
  readonly confidence: number;
  /** What set it, for people: the ruling limit first. */
  readonly reasons: readonly string[];
}

interface Weights {
  readonly relevance: number;
  readonly support: number;
  readonly usefulness: number;
}

/**
 * Weights of the three checks inside a band: .3/.4/.3 as published (design document 001), moved by what most often goes
 * wrong with a kind of question: chains rest on every link being supported, steps and lists on being complete.
 */
const WEIGHTS: Readonly<Record<QueryType, Weights>> = {
  simple_lookup: { relevance: 0.3, support: 0.4, usefulness: 0.3 },
  comparative: { relevance: 0.3, support: 0.4, usefulness: 0.3 },
  procedural: { relevance: 0.25, support: 0.4, usefulness: 0.35 },
  list_building: { relevance: 0.25, support: 0.4, usefulness: 0.35 },
  multi_hop: { relevance: 0.25, support: 0.5, usefulness: 0.25 },
};

interface Band {
  readonly low: number;
  readonly high: number;
  readonly reason: string;
}

/** The published cases: fully supported ≥ .9, partially .5–.7, unsupported < .3, irrelevant < .5. */
const SUPPORT_BANDS: Readonly<Record<SupportToken, Band>> = {
  fully_supported: { low: 0.9, high: 1, reason: 'Every claim is supported by the sources.' },
  partially_supported: { low: 0.5, high: 0.69, reason: 'Only part of the answer is supported by the sources.' },
  no_support: { low: 0, high: 0.29, reason: 'The sources do not support the answer.' },
};
/** Nothing was verified, so nothing vouches for the answer; nothing speaks against it either. */
const NOTHING_TO_VERIFY: Band = { low: 0.3, high: 0.5, reason: 'The answer makes no claim that could be checked.' };
const IRRELEVANT: Band = { low: 0, high: 0.49, reason: 'The sources are not about the question.' };
const NOT_USEFUL: Band = { low: 0.3, high: 0.65, reason: 'The answer does not answer the question.' };
/** An answer that is not useful stays at least so far below the threshold of acceptance. */
const MARGIN_BELOW_THRESHOLD = 0.01;

/**
 * How far an answer can be trusted, from the three checks.
 *
 * Each verdict sets a band, and the lowest ends of the bands hold: good wording never makes up for missing support.
 * Where in the band the answer stands, the weighted mean of the three scores says. The result never falls when a score
 * rises or a verdict improves.
 *
 * @throws RangeError when a score or the threshold is not within 0–1
 */
export function scoreConfidence(input: ConfidenceInput): Confidence {
  const { relevance, support, supportScore, usefulness, queryType, threshold = DEFAULT_ACCEPT_THRESHOLD } = input;
  requireShare('relevance', relevance.score);
  requireShare('supportScore', supportScore);
  requireShare('usefulness', usefulness.score);
  requireShare('threshold', threshold);

  const bands = [support === null ? NOTHING_TO_VERIFY : SUPPORT_BANDS[support]];
  if (relevance.token === 'irrelevant') bands.push(IRRELEVANT);
  if (usefulness.token === 'not_useful') bands.push(belowThreshold(NOT_USEFUL, threshold));

  const high = Math.min(...bands.map((band) => band.high));
  const low = Math.min(...bands.map((band) => band.low));
  const weights = WEIGHTS[queryType];
  const supportWeight = support === null ? 0 : weights.support;
  const mean =
    (weights.relevance * relevance.score + supportWeight * supportScore + weights.usefulness * usefulness.score) /
    (weights.relevance + supportWeight + weights.usefulness);
  return {
    confidence: Math.min(high, Math.max(low, low + (high - low) * mean)),
    reasons: [...bands].sort((a, b) => a.high - b.high).map(({ reason }) => reason),
  };
}

function belowThreshold(band: Band, threshold: number): Band {
  const high = Math.max(0, Math.min(band.high, threshold - MARGIN_BELOW_THRESHOLD));
  return { ...band, high, low: Math.min(band.low, high) };
}

function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be 0 to 1, got ${value}`);
}
