import { startThreadsEarly } from '@arbiter/standalone/early';
import { Interruption } from './interruption.js';
import { loadStandalone } from './library/library.js';
import { runCli } from './run-cli.js';

// A search and a question wait longest for their networks. A word of a question that is the name of the other command costs a thread.
const words = process.argv.slice(2);
const isRead = process.env.ENABLE_READER !== 'false';
// A shell that completes such words only asks what may follow them.
const early = words[0] === 'completion' ? [] : words;
if (early.includes('ask') || early.includes('chat')) startThreadsEarly(isRead ? ['embedder', 'reader'] : ['embedder']);
else if (early.includes('search')) startThreadsEarly(['embedder']);

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
  argv: words,
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
