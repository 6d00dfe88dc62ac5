import { Interruption } from './interruption.js';
import { loadStandalone } from './library/standalone.module.js';
import { runCli } from './run-cli.js';

/** Finer than a millisecond, and never set back while the command runs. */
const now = (): number => performance.timeOrigin + performance.now();

const interruption = new Interruption({
  source: process,
  now,
  force: (exitCode) => process.exit(exitCode),
});

// `arbiter … | head` closes the pipe early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now,
  interruption,
  loadStandalone,
});
interruption.close();
