#!/usr/bin/env node
// What npm links as `arbiter`. It is committed, because npm does not link a bin that a build has yet to write.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import nodeModule from 'node:module';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBundleCurrent } from './is-bundle-current.mjs';

const OLDEST_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
const bundle = new URL('../bundle/arbiter.js', import.meta.url);
const modules = new URL('../dist/main.js', import.meta.url);

if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  refuse(`needs Node.js ${OLDEST_NODE.join('.')} or newer, this is ${process.versions.node}.`);
} else if (!evaluatesInClone() && isBundleCurrent(fileURLToPath(new URL('../../..', import.meta.url)))) {
  keepCompiledCode(process.env);
  await import(bundle.href);
} else if (existsSync(fileURLToPath(modules))) {
  // Slower to start, and the same program.
  await import(modules.href);
} else {
  refuse('is not built yet: run `npm run build` in the top folder of the repository.');
}

/** Evaluations for developers share the modules of the command, which the bundle has in copies. */
function evaluatesInClone() {
  const evaluations = new URL('../../../tools/evaluate/dist/index.js', import.meta.url);
  return process.argv.includes('eval') && existsSync(fileURLToPath(evaluations));
}

/**
 * Lets Node.js (22.1 or newer) keep what it has compiled, a sixth of the command's start, in the user's own cache folder. It
 * runs what it finds there: a folder that somebody else can write is not used. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
function keepCompiledCode({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }) {
  const base = [XDG_CACHE_HOME, HOME && join(HOME, '.cache'), LOCALAPPDATA].find(
    (folder) => folder && isAbsolute(folder),
  );
  // A home that is not there is not made.
  if (nodeModule.enableCompileCache === undefined || !base || !existsSync(join(base, '..'))) return;
  const folder = join(base, 'arbiter', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    if (process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0))
      nodeModule.enableCompileCache(folder);
  } catch {
    // A home that cannot be written: the start takes as long as it does.
  }
}

function refuse(sentence) {
  process.stderr.write(`arbiter: ${sentence}\n`);
  process.exitCode = 2;
}
