import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * What types are read from. An editor and `nx lint` ask for few files, so each file opens its own package's program. `.ci/run` asks
 * for all: a program for each package then computes the types of shared packages again, for 5.8 GB instead of 3.5.
 */
const PROGRAM =
  process.env.ARBITER_LINT === 'all'
    ? { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname }
    : { projectService: true };

/** What `tsc` refuses as well, with the settings of tsconfig.base.json. */
const PROVEN_BY_TSC = [
  'no-delete-var',
  'no-fallthrough',
  'no-nonoctal-decimal-escape',
  'no-octal',
  'no-unused-labels',
  'no-unused-private-class-members',
  'valid-typeof',
];

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/cli/bundle*/**', '**/coverage/**', '**/.arbiter/**', '**/node_modules/**'],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: PROGRAM },
    plugins: { regexp },
    rules: {
      ...Object.fromEntries(PROVEN_BY_TSC.map((rule) => [rule, 'off'])),
      // These two cost a sixth of all. No source declares an enum, and all that the other one found were options of Nest.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Texts of strangers are matched on the thread that answers everybody.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
      'max-lines': ['warn', { max: 400, skipBlankLines: true }],
    },
  },
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
