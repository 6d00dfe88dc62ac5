import { percentile } from '../benchmark.js';
import { fractionOf, type Random } from '../write-english.js';

/** A server that works on all of its requests at once, each at its share of the speed. */
export interface SharedServer {
  /** Share of its time that is taken, 0 ≤ ρ < 1. */
  readonly utilisation: number;
  /** Times of requests that were served alone, in seconds, > 0; each is drawn as often. At least one. */
  readonly alone: readonly number[];
  readonly random: Random;
  /** Requests simulated after as many for the start. Default 20,000. */
  readonly requests?: number;
}

export interface SharedTimes {
  readonly meanSeconds: number;
  readonly p95Seconds: number;
}

interface Job {
  readonly arrivedAt: number;
  /** Work that every job has been given once this one is done, counted from the start of the simulation. */
  readonly doneAtWork: number;
}

/**
 * Times of requests with Poisson arrivals at one server under processor sharing, by simulation. The mean is `S / (1 − ρ)` whatever
 * the distribution (Kleinrock, "Time-shared systems: a theoretical treatment", JACM 14(2), 1967); the 95th percentile has no such form.
 * Replicas to which a broker gives requests at random are such servers, each by itself.
 *
 * @throws RangeError for a utilisation out of range, or no times
 */
export function simulateSharing({ utilisation, alone, random, requests = 20_000 }: SharedServer): SharedTimes {
  const mean = alone.reduce((sum, seconds) => sum + seconds, 0) / alone.length;
  if (!(utilisation >= 0 && utilisation < 1 && mean > 0)) {
    throw new RangeError('a shared server has a utilisation from 0 to below 1, and times above 0');
  }
  if (utilisation === 0) return { meanSeconds: mean, p95Seconds: percentile(alone, 0.95) };
  const times: number[] = [];
  let [now, work] = [0, 0];
  // The next to be done first.
  const jobs: Job[] = [];
  for (let arrived = 0; arrived < 2 * requests; arrived += 1) {
    const next = now - (Math.log(1 - fractionOf(random)) * mean) / utilisation;
    for (let first = jobs[0]; first !== undefined; first = jobs[0]) {
      const doneAt = now + (first.doneAtWork - work) * jobs.length;
      if (doneAt > next) break;
      [now, work] = [doneAt, first.doneAtWork];
      jobs.shift();
      times.push(now - first.arrivedAt);
    }
    if (jobs.length > 0) work += (next - now) / jobs.length;
    now = next;
    const doneAtWork = work + (alone[Math.floor(fractionOf(random) * alone.length)] ?? mean);
    const place = jobs.findIndex((job) => job.doneAtWork > doneAtWork);
    jobs.splice(place === -1 ? jobs.length : place, 0, { arrivedAt: now, doneAtWork });
  }
  const settled = times.slice(-requests);
  return {
    meanSeconds: settled.reduce((sum, time) => sum + time, 0) / settled.length,
    p95Seconds: percentile(settled, 0.95),
  };
}
