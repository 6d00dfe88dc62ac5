import type { IngestionCounts } from '@arbiter/contracts';

/** The counts with a change added, each to its own. */
export function addCounts(counts: IngestionCounts, change: Partial<IngestionCounts>): IngestionCounts {
  const sum = { ...counts };
  for (const [key, value] of Object.entries(change)) sum[key as keyof IngestionCounts] += value;
  return sum;
}
