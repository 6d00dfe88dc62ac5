import { intervalMsOf, type RefreshInterval } from '@arbiter/contracts';

/** Part of the interval by which a run may come later, so that hosts are not asked for all their sources at one moment. */
const JITTER = 0.1;

/**
 * @param now milliseconds since the Unix epoch
 * @param random from 0 to below 1
 * @returns when sources are to be ingested again, RFC 3339
 */
export function nextDueAt(refresh: RefreshInterval, now: number, random: number): string {
  return new Date(now + Math.round(intervalMsOf(refresh) * (1 + JITTER * random))).toISOString();
}
