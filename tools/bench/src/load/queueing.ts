/** A station of like servers with one queue in order of arrival. */
export interface Station {
  /** Requests per second, ≥ 0. */
  readonly arrivalsPerSecond: number;
  /** Mean time of one request at a server, in seconds, > 0. */
  readonly serviceSeconds: number;
  /** Servers, ≥ 1: processes here. */
  readonly servers: number;
  /** Squared coefficient of variation of the time between arrivals; 1 for a Poisson process. Default 1. */
  readonly arrivalVariation?: number;
  /** The same of service times; 1 for exponential ones, which makes the station M/M/c. Default 1. */
  readonly serviceVariation?: number;
}

export interface Prediction {
  /** Share of the servers' time that is taken; from 1 on the queue has no end. */
  readonly utilisation: number;
  /** Requests per second at which the utilisation is 1. */
  readonly ceilingPerSecond: number;
  /** Probability that a request waits. */
  readonly waitProbability: number;
  /** Mean wait before service, in seconds. */
  readonly meanWaitSeconds: number;
  /** Wait that 95 % of the requests do not exceed, in seconds. */
  readonly p95WaitSeconds: number;
}

/**
 * Probability that a request meets all servers taken and is lost (Erlang B), by the recursion
 * `B(0) = 1, B(n) = a B(n − 1) / (n + a B(n − 1))` (Cooper, Introduction to Queueing Theory, 2nd ed., ch. 3).
 *
 * @param load offered, in erlangs: arrivals per second times seconds of service
 */
export function erlangB(servers: number, load: number): number {
  let blocked = 1;
  for (let n = 1; n <= servers; n += 1) blocked = (load * blocked) / (n + load * blocked);
  return blocked;
}

/**
 * Probability that a request waits (Erlang C), from Erlang B: `C = B / (1 − ρ (1 − B))` (Cooper, ch. 3).
 *
 * @returns 1 from a utilisation of 1 on
 */
export function erlangC(servers: number, load: number): number {
  const utilisation = load / servers;
  if (utilisation >= 1) return 1;
  const blocked = erlangB(servers, load);
  return blocked / (1 - utilisation * (1 - blocked));
}

/**
 * Waits of G/G/c by Allen and Cunneen: the wait of M/M/c times `(Ca² + Cs²) / 2` (Allen, Probability, Statistics, and Queueing
 * Theory, 2nd ed., sec. 5.3). Exact for M/M/c, and for M/G/1, where it is the formula of Pollaczek and Khinchine. The wait of those who
 * wait is taken for exponential, as it is for M/M/c.
 *
 * @throws RangeError for a station that cannot be
 */
export function predictWait(station: Station): Prediction {
  const { arrivalsPerSecond, serviceSeconds, servers, arrivalVariation = 1, serviceVariation = 1 } = station;
  if (!(arrivalsPerSecond >= 0 && serviceSeconds > 0 && Number.isInteger(servers) && servers >= 1)) {
    throw new RangeError('a station has arrivals ≥ 0, a time of service > 0 and whole servers ≥ 1');
  }
  const load = arrivalsPerSecond * serviceSeconds;
  const ceilingPerSecond = servers / serviceSeconds;
  const waitProbability = erlangC(servers, load);
  if (load >= servers) {
    const never = { meanWaitSeconds: Number.POSITIVE_INFINITY, p95WaitSeconds: Number.POSITIVE_INFINITY };
    return { utilisation: load / servers, ceilingPerSecond, waitProbability, ...never };
  }
  const ofMarkov = waitProbability / (ceilingPerSecond - arrivalsPerSecond);
  const meanWaitSeconds = ofMarkov * ((arrivalVariation + serviceVariation) / 2);
  const ofWaiting = waitProbability === 0 ? 0 : meanWaitSeconds / waitProbability;
  const p95WaitSeconds = waitProbability <= 0.05 ? 0 : ofWaiting * Math.log(waitProbability / 0.05);
  return { utilisation: load / servers, ceilingPerSecond, waitProbability, meanWaitSeconds, p95WaitSeconds };
}
