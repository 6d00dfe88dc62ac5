import { runCalibration } from './run-calibration.js';

process.exitCode = await runCalibration(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
