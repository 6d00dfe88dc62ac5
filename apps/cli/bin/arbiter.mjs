#!/usr/bin/env node
// What npm links as `arbiter`. It is committed, because npm does not link a bin that a build has yet to write.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
const bundle = new URL('../bundle/arbiter.js', import.meta.url);
const modules = new URL('../dist/main.js', import.meta.url);

if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  refuse(`needs Node.js ${OLDEST_NODE.join('.')} or newer, this is ${process.versions.node}.`);
} else if (isBundleCurrent()) {
  await import(bundle.href);
} else if (existsSync(fileURLToPath(modules))) {
  // Slower to start, and the same program.
  await import(modules.href);
} else {
  refuse('is not built yet: run `npm run build` in the top folder of the repository.');
}

/** Whether nothing has been built or installed since the bundle was made (tools/bundle/src/stamp.ts); nothing is in a published package. */
function isBundleCurrent() {
  try {
    const { files } = JSON.parse(readFileSync(new URL('../bundle/stamp.json', import.meta.url), 'utf8'));
    return Object.entries(files).every(([path, state]) => {
      const { size, mtimeMs } = statSync(new URL(`../../../${path}`, import.meta.url));
      return `${size} ${mtimeMs}` === state;
    });
  } catch {
    return false;
  }
}

function refuse(sentence) {
  process.stderr.write(`arbiter: ${sentence}\n`);
  process.exitCode = 2;
}
