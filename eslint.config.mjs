import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom, by layer: contract <- core <- port <- adapter-kit <- adapter | messaging | platform | door <- arm <- composition.
 * tools/workspace/src/layering.spec.ts derives the same from the imports and fails when the two disagree.
 */
export const LAYERS = {
  contract: [],
  core: ['contract', 'core'],
  port: ['contract'],
  // What adapters of different technologies would each write alike.
  'adapter-kit': ['contract', 'core', 'port'],
  model: [],
  adapter: ['contract', 'core', 'port', 'adapter-kit', 'model'],
  // Stores and models by name, for the composition roots of arms.
  backend: ['contract', 'port', 'adapter-kit', 'adapter', 'messaging', 'platform'],
  messaging: ['contract'],
  platform: ['contract', 'port', 'messaging'],
  // A protocol that clients speak, over operations that it is handed.
  door: ['contract'],
  testing: ['contract', 'port'],
  arm: ['contract', 'core', 'port', 'adapter-kit', 'adapter', 'backend', 'messaging', 'platform', 'door'],
  composition: ['contract', 'port', 'adapter-kit', 'adapter', 'backend', 'messaging', 'platform', 'arm'],
  cli: ['contract', 'core', 'door', 'composition'],
  // The tools of a domain extend those of libs/tool-sdk, and read formats that an adapter knows.
  domain: ['contract', 'core', 'adapter'],
  tool: [
    'contract',
    'core',
    'port',
    'adapter-kit',
    'model',
    'adapter',
    'backend',
    'messaging',
    'platform',
    'door',
    'testing',
    // A benchmark measures an arm alone.
    'arm',
    'composition',
    // Benchmarks and end-to-end tests generate the data of a game.
    'domain',
    // The evaluations for developers are commands of `arbiter`.
    'cli',
  ],
};

/** Who may import whom, by scope: what is shared, its own, and for what puts arms together, theirs. */
export const SCOPES = {
  shared: ['shared'],
  orchestrator: ['shared', 'orchestrator'],
  planner: ['shared', 'planner'],
  retriever: ['shared', 'retriever'],
  validator: ['shared', 'validator'],
  ingestion: ['shared', 'ingestion'],
  standalone: ['shared', 'orchestrator', 'planner', 'retriever', 'validator', 'ingestion', 'standalone'],
  cli: ['shared', 'standalone', 'cli'],
  domains: ['shared', 'domains'],
  tools: ['shared', 'ingestion', 'standalone', 'cli', 'domains', 'tools'],
};

const TEST_LAYERS = ['testing'];

function boundaries(extraLayers = []) {
  const constraints = (kind, table, extra = []) =>
    Object.entries(table).map(([name, allowed]) => ({
      sourceTag: `${kind}:${name}`,
      onlyDependOnLibsWithTags: [...allowed, ...extra].map((other) => `${kind}:${other}`),
    }));
  const depConstraints = [...constraints('layer', LAYERS, extraLayers), ...constraints('scope', SCOPES)];
  return ['error', { enforceBuildableLibDependency: false, depConstraints }];
}

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/cli/bundle*/**', '**/coverage/**', '**/.arbiter/**', '**/node_modules/**'],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { '@nx': nx, regexp },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Texts of strangers are matched on the thread that answers everybody.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
      'max-lines': ['warn', { max: 400, skipBlankLines: true }],
      '@nx/enforce-module-boundaries': boundaries(),
    },
  },
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@nx/enforce-module-boundaries': boundaries(TEST_LAYERS),
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
