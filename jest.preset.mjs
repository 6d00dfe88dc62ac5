import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The jest configuration of one project. Sources are transformed by swc and resolved through the
 * `@arbiter/source` export condition, so a test reads the TypeScript of every package and needs no build.
 *
 * @param {string} configUrl `import.meta.url` of the project's jest.config.mjs
 * @param {{ timeoutMs?: number }} options `timeoutMs`: a guard against hangs, not a measurement. It is far above what any
 *   test takes on an idle machine, because a busy one may take ten times as long; more for tests that start servers
 */
export function jestProject(configUrl, { timeoutMs = 60_000 } = {}) {
  const rootDir = dirname(fileURLToPath(configUrl));
  const { name } = JSON.parse(readFileSync(resolve(rootDir, 'package.json'), 'utf8'));
  return {
    displayName: name,
    rootDir,
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@arbiter/source', 'node', 'node-addons'] },
    testMatch: ['<rootDir>/**/*.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
    modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/out-tsc/'],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: {
      '^.+\\.ts$': [
        '@swc/jest',
        {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true },
          },
          module: { type: 'es6' },
          sourceMaps: 'inline',
        },
      ],
    },
    globals: { TEST_TIMEOUT_MS: timeoutMs },
    setupFilesAfterEnv: [fileURLToPath(new URL('tools/jest-setup.mjs', import.meta.url))],
  };
}
