import { logitOf } from '../calibration/fit-platt.js';

/** Bounds of log odds: beyond them a reader or a search is sure, and no surer. */
export const SUREST_SPAN = 12;
export const SUREST_VERDICT = 8;
const SUREST_RELEVANCE = 7;

export function within(bound: number, value: number): number {
  return Math.min(bound, Math.max(-bound, value));
}

/** @param relevance 0–1 */
export function oddsOfRelevance(relevance: number): number {
  return within(SUREST_RELEVANCE, logitOf(relevance));
}
