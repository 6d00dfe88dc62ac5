import { describe, expect, it } from '@jest/globals';
import { MeasuredDurations } from './tool.observer.js';

describe('MeasuredDurations', () => {
  it('knows nothing before the first run', () => {
    expect(new MeasuredDurations().typicalMs('search')).toBeUndefined();
  });

  it('gives the median, so that one slow run says little', () => {
    const durations = new MeasuredDurations();
    for (const ms of [100, 90, 30_000, 110, 95]) durations.record('search', ms);
    expect(durations.typicalMs('search')).toBe(100);
    expect(durations.typicalMs('search', 1)).toBe(30_000);
  });

  it('follows a change: only the last 64 runs count', () => {
    const durations = new MeasuredDurations();
    for (let run = 0; run < 500; run += 1) durations.record('search', 1_000);
    for (let run = 0; run < 64; run += 1) durations.record('search', 10);
    expect(durations.typicalMs('search', 1)).toBe(10);
  });
});
