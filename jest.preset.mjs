import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The jest configuration of one project. Sources are transformed by swc and resolved through the
 * `@arbiter/source` export condition, so a test reads the TypeScript of every package and needs no build.
 *
 * @param {string} configUrl `import.meta.url` of the project's jest.config.mjs
 * @param {{ timeoutMs?: number }} options `timeoutMs`: for projects whose tests start programs; a guard against hangs
 */
export function jestProject(configUrl, { timeoutMs } = {}) {
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
    ...(timeoutMs !== undefined && {
      globals: { TEST_TIMEOUT_MS: timeoutMs },
      setupFilesAfterEnv: [fileURLToPath(new URL('tools/jest-timeout.mjs', import.meta.url))],
    }),
  };
}
