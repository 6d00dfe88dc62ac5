import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How many spec files `npm test` names as its dearest. */
const DEAREST = 20;
/** Below so many files a reader sees the seconds of each in jest's own lines. */
const FEWEST_TO_RANK = 20;

/**
 * A jest reporter that counts tests as the last line of `npm test` has them, and leaves the counts where tools/launch.mjs
 * looks: todo counts as skipped, and a suite that does not even run as a failure. It prints the dearest spec files by processor
 * time, and writes what each one cost to the file that ARBITER_TEST_COSTS names.
 */
export default class TestCountsReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, results) {
    const costs = results.testResults
      .map(({ testFilePath, perfStats, numPassingTests, numFailingTests }) => ({
        file: relative(this.rootDir, testFilePath),
        clockMs: perfStats.clockMs ?? perfStats.runtime,
        processorMs: perfStats.processorMs ?? null,
        outside: perfStats.outside,
        tests: numPassingTests + numFailingTests,
      }))
      .sort((a, b) => (b.processorMs ?? b.clockMs) - (a.processorMs ?? a.clockMs));
    if (process.env.ARBITER_TEST_COSTS) writeFileSync(process.env.ARBITER_TEST_COSTS, JSON.stringify(costs, null, 1));
    if (costs.length > FEWEST_TO_RANK) process.stdout.write(`${costTable(costs)}\n`);

    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const file = process.env.ARBITER_TEST_COUNTS;
    if (file) writeFileSync(file, JSON.stringify(counts));
    else process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}

function costTable(costs) {
  const sum = (key) => costs.reduce((total, cost) => total + (cost[key] ?? 0), 0);
  const row = (processorMs, clockMs, name) => `${seconds(processorMs)} ${seconds(clockMs)}  ${name}`;
  return [
    '',
    'processor s   clock s  dearest spec files',
    ...costs.slice(0, DEAREST).map(({ processorMs, clockMs, file }) => row(processorMs, clockMs, file)),
    row(sum('processorMs'), sum('clockMs'), `all ${costs.length} files, workers side by side`),
  ].join('\n');
}

function seconds(ms) {
  return (ms === null ? '?' : (ms / 1000).toFixed(1)).padStart(10);
}
