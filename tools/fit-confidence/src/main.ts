import { runTraining } from './run-training.js';

process.exitCode = await runTraining(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
