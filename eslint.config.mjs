import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom, by layer: contract <- core <- port <- adapter | messaging | platform <- arm <- composition.
 * tools/workspace/src/layering.spec.ts derives the same from the imports and fails when the two disagree.
 */
export const LAYERS = {
  contract: [],
  core: ['contract', 'core'],
  port: ['contract'],
  model: [],
  adapter: ['contract', 'core', 'port', 'model'],
  messaging: ['contract'],
  platform: ['contract', 'port', 'messaging'],
  testing: ['contract', 'port'],
  arm: ['contract', 'core', 'port', 'adapter', 'messaging', 'platform'],
  composition: ['contract', 'port', 'adapter', 'messaging', 'platform', 'arm'],
  cli: ['contract', 'core', 'composition'],
  domain: ['contract'],
  tool: ['contract', 'core', 'port', 'adapter', 'messaging', 'platform', 'testing', 'composition'],
};

const TEST_LAYERS = ['testing'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/out-tsc/**', '**/coverage/**', '**/.arbiter/**', '**/node_modules/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { '@nx': nx },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines': ['warn', { max: 400, skipBlankLines: true }],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          depConstraints: Object.entries(LAYERS).map(([layer, allowed]) => ({
            sourceTag: `layer:${layer}`,
            onlyDependOnLibsWithTags: allowed.map((name) => `layer:${name}`),
          })),
        },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          depConstraints: Object.entries(LAYERS).map(([layer, allowed]) => ({
            sourceTag: `layer:${layer}`,
            onlyDependOnLibsWithTags: [...allowed, ...TEST_LAYERS].map((name) => `layer:${name}`),
          })),
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', Buffer: 'readonly' },
    },
  },
);
