import { BENCHMARKS } from './benchmarks.js';
import { runBench } from './run-bench.js';

process.exitCode = await runBench(process.argv.slice(2), BENCHMARKS, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
