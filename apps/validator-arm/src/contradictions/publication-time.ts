import type { Source } from '@arbiter/contracts';

const YEAR = /^\d{1,4}$/;

/**
 * When a source was written, by `date` in its metadata: ISO 8601 or a year.
 *
 * @returns milliseconds since the Unix epoch; null without a date that can be read
 */
export function publicationTime({ metadata }: Pick<Source, 'metadata'>): number | null {
  const { date } = metadata;
  if (typeof date !== 'string' && typeof date !== 'number') return null;
  const written = String(date).trim();
  const time = YEAR.test(written) ? Date.UTC(2000, 0, 1) + (Number(written) - 2000) * YEAR_MS : Date.parse(written);
  return Number.isFinite(time) ? time : null;
}

export const YEAR_MS = 365.2425 * 24 * 60 * 60 * 1_000;
