import { runFit } from './run-fit.js';

process.exitCode = await runFit(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
