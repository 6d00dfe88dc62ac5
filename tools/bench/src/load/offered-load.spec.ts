import { describe, expect, it } from '@jest/globals';
import { joinLoads, type LoadFigures } from './offered-load.js';

const loadOf = (fields: Partial<LoadFigures>): LoadFigures => ({
  answers: 0,
  errors: 0,
  firstError: null,
  elapsedSeconds: 1,
  latencies: [],
  cpuShares: {},
  ...fields,
});

describe('joinLoads', () => {
  it('adds up what was counted, and weighs shares by the time in which they were measured', () => {
    const first = loadOf({ answers: 10, latencies: [5], elapsedSeconds: 1, cpuShares: { arm: 0.2 } });
    const second = loadOf({
      answers: 2,
      errors: 1,
      firstError: 'late',
      latencies: [7],
      elapsedSeconds: 3,
      cpuShares: { arm: 0.6 },
    });
    const joined = joinLoads(new Map([['single', first]]), new Map([['single', second]])).get('single');
    expect(joined).toMatchObject({ answers: 12, errors: 1, firstError: 'late', elapsedSeconds: 4, latencies: [5, 7] });
    expect(joined?.cpuShares.arm).toBeCloseTo(0.5);
  });

  it('takes the first round as it is', () => {
    const load = loadOf({ answers: 1 });
    expect(joinLoads(undefined, new Map([['closed', load]])).get('closed')).toBe(load);
  });
});
