import { describe, expect, it } from '@jest/globals';
import { percentile } from '../benchmark.js';
import { fractionOf, xorshift } from '../write-english.js';
import { erlangB, erlangC, predictWait } from './queueing.js';

describe('erlangB and erlangC', () => {
  it.each([
    // One server: 1 / 2 of an erlang is lost; who waits is the utilisation.
    [1, 1, 0.5, 1],
    [1, 0.5, 1 / 3, 0.5],
    [2, 1, 0.2, 1 / 3],
    [10, 8, 0.1217, 0.4092],
  ])('know the tables: %d servers, %d erlangs', (servers, load, lost, waits) => {
    expect(erlangB(servers, load)).toBeCloseTo(lost, 4);
    expect(erlangC(servers, load)).toBeCloseTo(waits, 4);
  });
});

/** Waits in seconds of so many requests at a station in order of arrival: each takes the server that is free first. */
function simulate(
  { arrivalsPerSecond, servers }: { readonly arrivalsPerSecond: number; readonly servers: number },
  serviceOf: (random: () => number) => number,
): number[] {
  const source = xorshift(20_261_126);
  const random = (): number => 1 - fractionOf(source);
  const freeAt = Array<number>(servers).fill(0);
  const waits: number[] = [];
  let now = 0;
  for (let n = 0; n < 400_000; n += 1) {
    now += -Math.log(random()) / arrivalsPerSecond;
    const first = freeAt.indexOf(Math.min(...freeAt));
    const start = Math.max(now, freeAt[first] ?? 0);
    waits.push(start - now);
    freeAt[first] = start + serviceOf(random);
  }
  return waits;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('predictWait', () => {
  it.each([1, 2, 4])('is what a simulation of M/M/%d shows, mean and 95th percentile', (servers) => {
    const arrivalsPerSecond = 0.8 * servers;
    const waits = simulate({ arrivalsPerSecond, servers }, (random) => -Math.log(random()));
    const { meanWaitSeconds, p95WaitSeconds, utilisation } = predictWait({
      arrivalsPerSecond,
      serviceSeconds: 1,
      servers,
    });
    expect(utilisation).toBeCloseTo(0.8);
    expect(Math.abs(meanOf(waits) / meanWaitSeconds - 1)).toBeLessThan(0.06);
    expect(Math.abs(percentile(waits, 0.95) / p95WaitSeconds - 1)).toBeLessThan(0.06);
  });

  it('is exact for M/D/1: half of the wait of M/M/1', () => {
    const constant = predictWait({ arrivalsPerSecond: 0.8, serviceSeconds: 1, servers: 1, serviceVariation: 0 });
    // Pollaczek–Khinchine: ρ s / (2 (1 − ρ)).
    expect(constant.meanWaitSeconds).toBeCloseTo(2);
    const waits = simulate({ arrivalsPerSecond: 0.8, servers: 1 }, () => 1);
    expect(Math.abs(meanOf(waits) / constant.meanWaitSeconds - 1)).toBeLessThan(0.05);
  });

  it('comes close for several servers with nearly constant service', () => {
    // Uniform in 0.5–1.5: variation 1/12.
    const waits = simulate({ arrivalsPerSecond: 3.2, servers: 4 }, (random) => 0.5 + random());
    const { meanWaitSeconds } = predictWait({
      arrivalsPerSecond: 3.2,
      serviceSeconds: 1,
      servers: 4,
      serviceVariation: 1 / 12,
    });
    expect(Math.abs(meanOf(waits) / meanWaitSeconds - 1)).toBeLessThan(0.1);
  });

  it('has no end beyond the ceiling, and no wait without arrivals', () => {
    expect(predictWait({ arrivalsPerSecond: 2, serviceSeconds: 1, servers: 2 }).meanWaitSeconds).toBe(Infinity);
    expect(predictWait({ arrivalsPerSecond: 0, serviceSeconds: 1, servers: 2 })).toMatchObject({
      meanWaitSeconds: 0,
      p95WaitSeconds: 0,
      ceilingPerSecond: 2,
    });
    expect(() => predictWait({ arrivalsPerSecond: 1, serviceSeconds: 0, servers: 1 })).toThrow(RangeError);
  });
});
