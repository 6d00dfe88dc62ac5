import { describe, expect, it } from '@jest/globals';
import type { LoadResult } from './load-plan.js';
import { passedTimes, splitCpu, threadTimes } from './process-cpu.js';

const PID = 7;
const result: LoadResult = {
  searches: 10,
  errors: 0,
  firstError: null,
  meanResults: 10,
  elapsedMs: 1_000,
  latencies: [],
  stageMs: {},
  ownCpuMs: 20,
  bytesPerAnswer: 1,
  serverThreads: [
    { id: PID, name: 'node', cpuMs: 100 },
    { id: 8, name: 'tokio-rt-worker', cpuMs: 40 },
    { id: 9, name: 'node', cpuMs: 30 },
  ],
};

describe('splitCpu', () => {
  it('divides the main thread as its profile says, and leaves out what belongs to nobody', () => {
    const split = splitCpu(result, PID, {
      '(idle)': 900,
      '(garbage collector)': 50,
      'file:///r/libs/text/dist/tokens/stem.js': 60,
      'file:///r/node_modules/apache-arrow/table.js': 20,
      'node:internal/streams/writable': 20,
    });
    expect(split).toEqual({ encode: 3, store: 6, fuse: 6, http: 2, load: 2 });
  });

  it('loses nothing', () => {
    const { encode, store, fuse, http, load } = splitCpu(result, PID, {});
    expect(encode + store + fuse + http + load).toBeCloseTo(19);
  });
});

describe('threadTimes', () => {
  (process.platform === 'linux' ? it : it.skip)('sees this thread at work', async () => {
    const before = await threadTimes(process.pid);
    // Processor time: on a busy machine a thread has few of the milliseconds that pass.
    const begun = process.cpuUsage();
    while (process.cpuUsage(begun).user < 100_000) Math.sqrt(begun.user);
    const passed = passedTimes(before, await threadTimes(process.pid));
    expect([...passed.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0)).toBeGreaterThan(20);
  });

  it('knows nothing of a process that is not there', async () => {
    expect((await threadTimes(2 ** 30)).size).toBe(0);
  });
});
