#!/usr/bin/env node
// What npm links as `arbiter`. It is committed, because npm does not link a bin that a build has yet to write.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
const main = new URL('../dist/main.js', import.meta.url);

if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  refuse(`needs Node.js ${OLDEST_NODE.join('.')} or newer, this is ${process.versions.node}.`);
} else if (!existsSync(fileURLToPath(main))) {
  refuse('is not built yet: run `npm run build` in the top folder of the repository.');
} else {
  await import(main.href);
}

function refuse(sentence) {
  process.stderr.write(`arbiter: ${sentence}\n`);
  process.exitCode = 2;
}
