import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preload } from './tools/jest/node-options.mjs';
// With one worker jest runs specs in this process.
import './tools/jest/register.mjs';

const fromHere = (path) => new URL(path, import.meta.url);

preload(fromHere('tools/jest/register.mjs').href);

/**
 * The jest configuration of a folder. Specs share a process with those that ran there before, and every module of it: to
 * instantiate all of them for each file took longer than the tests. So a spec leaves no trace behind: what it sets it sets
 * back, and what it starts it stops. Nothing mocks modules.
 *
 * @param {string} configUrl `import.meta.url` of the folder's jest.config.mjs
 */
export function jestProject(configUrl) {
  return {
    rootDir: dirname(fileURLToPath(configUrl)),
    runner: 'jest-light-runner/child-process',
    maxWorkers: '100%',
    setupFiles: [fileURLToPath(fromHere('tools/jest/node-options.mjs'))],
    testMatch: ['<rootDir>/**/*.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
    modulePathIgnorePatterns: ['/dist/', '/out-tsc/'],
    // Node.js loads specs, through tools/jest/hooks.mjs.
    transform: {},
  };
}
