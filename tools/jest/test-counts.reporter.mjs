import { writeFileSync } from 'node:fs';

/**
 * A jest reporter that counts tests as the last line of `npm test` has them, and leaves the counts where tools/launch.mjs
 * looks: todo counts as skipped, and a suite that does not even run as a failure.
 */
export default class TestCountsReporter {
  onRunComplete(_contexts, results) {
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
