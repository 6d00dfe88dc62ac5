import { parseArgs } from 'node:util';
import { runChaos, SCENARIOS } from './run-chaos.js';
import { lineOf } from './scenario.js';

// Each program that is started is ended with this one, by a listener of its own.
process.setMaxListeners(40);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { json, only } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', multiple: true, default: [] } },
}).values;

const names = SCENARIOS.filter((name) => only.length === 0 || only.some((part) => name.includes(part)));
if (names.length === 0) {
  process.stderr.write(`use: npm run test:chaos -- [--json] [--only ${SCENARIOS.join('|')}]\n`);
  process.exitCode = 2;
} else {
  const rows = await runChaos(names, (row) => (json ? process.stderr : process.stdout).write(lineOf(row)));
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  if (rows.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
}
