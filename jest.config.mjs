import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { specsOf } from './tools/jest/tiers.mjs';
import { preload } from './tools/jest/node-options.mjs';
// With one worker jest runs specs in this process.
import './tools/jest/register.mjs';

const TIER = process.env.ARBITER_TEST_TIER;

const fromHere = (path) => new URL(path, import.meta.url);

preload(fromHere('tools/jest/register.mjs').href);

/** The package that jest was called in, else the whole repository. Jest looks no further than a package.json, so each leads here. */
function calledIn() {
  const root = dirname(fileURLToPath(import.meta.url));
  let folder = process.cwd();
  while (folder !== root && !existsSync(join(folder, 'package.json'))) {
    if (folder === resolve(folder, '..')) return root;
    folder = resolve(folder, '..');
  }
  return folder;
}

/**
 * Specs share a process with those that ran there before, and every module of it: to instantiate all of them for each file took
 * longer than the tests. So a spec leaves no trace behind: what it sets it sets back, and what it starts it stops. Nothing mocks
 * modules.
 */
export default {
  rootDir: calledIn(),
  runner: 'jest-light-runner/child-process',
  // More than there are processors: specs wait, in the logic for a retry or an answer that is late, elsewhere for the programs that
  // they start. With one alone, jest would run specs in its own process, where nothing watches what they reach
  // (tools/jest/outside.mjs).
  maxWorkers: availableParallelism() + (TIER === 'logic' ? 1 : 3),
  testSequencer: fileURLToPath(fromHere('tools/jest/longest-first.mjs')),
  globalSetup: fileURLToPath(fromHere('tools/jest/open-shared-host.mjs')),
  globalTeardown: fileURLToPath(fromHere('tools/jest/close-shared-host.mjs')),
  setupFiles: [fileURLToPath(fromHere('tools/jest/node-options.mjs'))],
  testMatch: specsOf(TIER),
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  // Node.js loads specs, through tools/jest/hooks.mjs.
  transform: {},
};
