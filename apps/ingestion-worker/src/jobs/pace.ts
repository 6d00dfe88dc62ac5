import type { IngestionCounts, JobPace } from '@arbiter/contracts';

/** What is looked back at, in milliseconds: long enough for a batch of a slow model, short enough to follow a change. */
const WINDOW_MS = 15_000;
/** Less says nothing yet. */
const SHORTEST_MS = 500;

interface Observation {
  /** Monotonic, in milliseconds. */
  readonly at: number;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
}

/** Documents that need no further work: added, changed, unchanged or failed. */
export function settledOf({ added, changed, unchanged, failed }: IngestionCounts): number {
  return added + changed + unchanged + failed;
}

/** How fast a job goes, from what was seen of it in the last seconds. */
export class Pace {
  private observations: Observation[] = [];

  /** @returns per second; null while too little has been seen to say */
  observe(at: number, counts: IngestionCounts): JobPace | null {
    const last = { at, documents: settledOf(counts), chunks: counts.chunks, bytes: counts.bytes };
    // A new attempt counts from nothing.
    if (last.documents < (this.observations.at(-1)?.documents ?? 0)) this.observations = [];
    this.observations = [...this.observations.filter((one) => at - one.at <= WINDOW_MS), last];
    const [first = last] = this.observations;
    const seconds = (last.at - first.at) / 1_000;
    if (seconds * 1_000 < SHORTEST_MS) return null;
    return {
      documents: Math.max(0, (last.documents - first.documents) / seconds),
      chunks: Math.max(0, (last.chunks - first.chunks) / seconds),
      bytes: Math.max(0, (last.bytes - first.bytes) / seconds),
    };
  }
}

/** @returns seconds until the rest is settled at this pace; null where that cannot be said */
export function secondsLeft(remaining: number | null, pace: JobPace | null): number | null {
  if (remaining === null || !pace || pace.documents === 0) return null;
  return remaining / pace.documents;
}
