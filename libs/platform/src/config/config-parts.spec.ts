import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ConfigDefinition, defineConfig, variable } from './define-config.js';
import { configEntries, describeConfig, printConfig } from './describe-config.js';
import { type ConfigProblem, loadConfig, type LoadedConfig } from './load-config.js';
import { flag, secretText, text, wholeNumber } from './value-schemas.js';

/** Two arms that must agree on a store, which the file has in the section of one of them. */
const stores = {
  storeUrl: variable({
    env: 'STORE_URL',
    yaml: 'vector_search.url',
    schema: text(),
    description: 'Store.',
    common: true,
    publishedIn: 'retriever_arm',
  }),
  storeKey: variable({
    env: 'STORE_KEY',
    yaml: 'vector_search.api_key',
    schema: secretText(),
    description: 'Key.',
    secret: true,
    common: true,
    publishedIn: 'retriever_arm',
  }),
};
const retriever = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    ...stores,
    rrfK: variable({ env: 'RRF_K', yaml: 'fusion.k', schema: wholeNumber(1, 99), default: 60, description: 'k.' }),
    logQueries: variable({ env: 'LOG_QUERIES', schema: flag(), default: false, description: 'Log.' }),
  },
});
const worker = defineConfig({ app: 'worker', section: 'worker', variables: stores });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'arbiter-config-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function load<V extends ConfigDefinition['variables']>(
  definition: ConfigDefinition<V>,
  yaml: string,
  env: Record<string, string> = {},
): LoadedConfig<V> {
  writeFileSync(join(cwd, 'config.yaml'), yaml);
  return loadConfig(definition, { env: { ARBITER_CONFIG: 'config.yaml', ...env }, cwd });
}

function problemsOf(definition: ConfigDefinition, yaml: string): readonly ConfigProblem[] {
  try {
    load(definition, yaml);
  } catch (error) {
    if (error instanceof ArbiterError) return error.details.problems as ConfigProblem[];
    throw error;
  }
  return [];
}

describe('a part of a section', () => {
  it('holds the variables whose key leads into it, below the environment and above the default', () => {
    const { values, origins } = load(retriever, 'retriever_arm: { fusion: { k: 10 }, log_queries: true }');
    expect([values.rrfK, origins.rrfK, values.logQueries]).toEqual([10, 'file', true]);
    expect(load(retriever, 'retriever_arm: { fusion: { k: 10 } }', { RRF_K: '5' }).values.rrfK).toBe(5);
  });

  it.each(['retriever_arm: { fusion: }', 'retriever_arm: { fusion: { k: } }', 'retriever_arm:'])(
    'with nothing in it sets nothing: %s',
    (yaml) => expect(load(retriever, yaml).values.rrfK).toBe(60),
  );

  it.each([
    ['an unknown key', 'fusion: { kk: 3 }', 'fusion.kk', 'no such key; did you mean "fusion.k"?'],
    ['a key of another part', 'fusion: { url: x }', 'fusion.url', 'no such key'],
    ['a misspelled part', 'fusoin: { k: 3 }', 'fusoin', 'no such key; did you mean "fusion"?'],
    ['its key without the part', 'k: 3', 'k', 'no such key'],
    ['a part below a part', 'fusion: { k: { k: 3 } }', 'fusion.k', 'whole number from 1 to 99'],
    ['a value that is not allowed', 'fusion: { k: 100 }', 'fusion.k', 'whole number from 1 to 99'],
  ])('refuses %s by its name', (_what, yaml, name, expected) => {
    expect(problemsOf(retriever, `retriever_arm: { ${yaml} }`)).toMatchObject([
      { name: `retriever_arm.${name}`, expected },
    ]);
  });

  it.each([
    ['10', 'number'],
    ['[k, 10]', 'a list'],
    ['rrf', 'string'],
  ])('that is no mapping but %s is refused', (value, given) => {
    expect(problemsOf(retriever, `retriever_arm: { fusion: ${value} }`)).toEqual([
      { name: 'retriever_arm.fusion', given, expected: 'a section with keys' },
    ]);
  });
});

describe('a variable that another section publishes', () => {
  const file = 'retriever_arm: { vector_search: { url: http://one } }';

  it('is read there by every arm that shares it', () => {
    expect(load(worker, file).values.storeUrl).toBe('http://one');
    expect(load(retriever, file).values.storeUrl).toBe('http://one');
  });

  it('is overruled by the own section, and overrules `common`', () => {
    const own = load(worker, `${file}\nworker: { vector_search: { url: http://two } }`);
    expect(own.values.storeUrl).toBe('http://two');
    const common = 'common: { vector_search: { url: http://three } }';
    expect(load(worker, `${file}\n${common}`).values.storeUrl).toBe('http://one');
    expect(load(worker, common).values.storeUrl).toBe('http://three');
  });

  it('leaves what else stands in that section, right or wrong, to its arm', () => {
    expect(problemsOf(worker, `retriever_arm: { vector_search: { url: http://one }, fusion: 3, log: 1 }`)).toEqual([]);
    expect(problemsOf(worker, 'retriever_arm: 8006')).toEqual([]);
    expect(problemsOf(worker, 'retriever_arm: { vector_search: 8006 }')).toEqual([]);
  });

  it('is described and shown where it is published, its secrets redacted', () => {
    expect(describeConfig(worker).map(({ yaml }) => yaml)).toEqual([
      'retriever_arm.vector_search.url',
      'retriever_arm.vector_search.api_key',
    ]);
    const loaded = load(worker, 'retriever_arm: { vector_search: { url: "http://a:b@one", api_key: hunter2 } }');
    expect(configEntries(loaded)).toEqual([
      { name: 'STORE_URL', value: 'http://[redacted]@one', origin: 'file' },
      { name: 'STORE_KEY', value: '[redacted]', origin: 'file' },
    ]);
    expect(printConfig(loaded)).not.toContain('hunter2');
  });
});
