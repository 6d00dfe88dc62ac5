import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CONFIG_DEFINITIONS, effectiveConfiguration, startStandalone } from '@arbiter/standalone';
import { DOCUMENTED_DEFINITIONS } from './documented-definitions.js';
import { OPERATIONS } from '@arbiter/contracts';
import { openApiOf, ORCHESTRATOR_DOOR, RETRIEVER_DOOR } from './api-documents.js';
import { configExample, environmentPage, environmentVariables } from './environment-page.js';
import { generatedFiles } from './generated-files.js';
import { operationsPage } from './operations-page.js';
import { readText, REPOSITORY, repositoryFiles } from './repository-files.js';
import { staleFiles, writeStale } from './write-documents.js';

/** Starting all arms opens every store; a guard against hangs, no measure. */
const START_TIMEOUT_MS = 120_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arbiter-docs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the documents that are derived from the code', () => {
  it('are up to date; else run: npm run build && node tools/docs/dist/main.js', async () => {
    expect(staleFiles(await generatedFiles(), REPOSITORY)).toEqual([]);
  });

  it('are written where they are missing or another, and left alone where they are the same', () => {
    const files = [
      { path: 'docs/a.md', text: 'a\n' },
      { path: 'b.md', text: 'b\n' },
    ];
    writeFileSync(join(folder, 'b.md'), 'old\n');
    expect(writeStale(files, folder)).toEqual(['docs/a.md', 'b.md']);
    expect(writeStale(files, folder)).toEqual([]);
  });
});

describe('the page of the environment', () => {
  const page = environmentPage(DOCUMENTED_DEFINITIONS);

  it('has every variable of every arm, a shared one once', () => {
    const { variables } = effectiveConfiguration({ env: {}, cwd: folder });
    expect(variables.length).toBeGreaterThan(10);
    for (const { name } of variables) expect(page.split(`- **\`${name}\`**: `)).toHaveLength(2);
  });

  it('has every variable that a source of ours reads by a name of ours', () => {
    const sources = repositoryFiles().filter(
      (path) => /^(apps|libs)\/.*\.ts$/.test(path) && !/\.spec\.ts$|\/test(?:ing)?\//.test(path),
    );
    const read = sources.flatMap((path) => [
      ...(readText(path) ?? '').matchAll(/(?:env\.|env: '|env\[')([A-Z][A-Z0-9_]+)\b(?! = )/g),
    ]);
    const names = new Set(read.map(([, name]) => name));
    expect(names.size).toBeGreaterThan(10);
    expect(environmentVariables(DOCUMENTED_DEFINITIONS)).toEqual(expect.arrayContaining([...names]));
  });

  it('names keys whose defaults are accepted as a file, and change nothing', () => {
    const before = effectiveConfiguration({ env: {}, cwd: folder }).variables;
    const file = join(folder, 'config.yaml');
    writeFileSync(file, configExample(CONFIG_DEFINITIONS));
    const { variables } = effectiveConfiguration({ env: { ARBITER_CONFIG: file }, cwd: folder });
    expect(variables.map(({ value }) => value)).toEqual(before.map(({ value }) => value));
    expect(variables.filter(({ origin }) => origin === 'file').length).toBeGreaterThan(8);
  });
});

describe('the documents of the interfaces', () => {
  it(
    'are what the running server says of itself',
    async () => {
      const env = { ARBITER_DATA_DIR: folder, ORCHESTRATOR_PORT: '0', RETRIEVER_PORT: '0', LOG_LEVEL: 'error' };
      const standalone = await startStandalone({ env, cwd: folder, http: true });
      try {
        const served = async (url: string | null): Promise<unknown> =>
          (await fetch(`${url ?? ''}/openapi.json`)).json();
        expect(await served(standalone.urls.orchestrator)).toEqual(openApiOf(ORCHESTRATOR_DOOR));
        expect(await served(standalone.urls.retriever)).toEqual(openApiOf(RETRIEVER_DOOR));
      } finally {
        await standalone.close();
      }
    },
    START_TIMEOUT_MS,
  );

  it('list every operation', () => {
    const page = operationsPage();
    for (const { name } of OPERATIONS) expect(page).toContain(`- **\`${name}\`** (`);
  });

  it('names the role of every operation that not every reader may call, and of every other route', () => {
    const page = operationsPage();
    for (const { name, role } of OPERATIONS) {
      const [entry = ''] = page.split('\n').filter((line) => line.startsWith(`- **\`${name}\`** (`));
      expect(/, (?:monitor|editor|admin)(?=[,)])/.exec(entry)?.[0] ?? ', reader').toBe(`, ${role}`);
    }
    for (const path of ['/health/live', '/health/ready', '/openapi.json', '/metrics', '/mcp'])
      expect(page).toContain(`${path}\``);
  });
});
