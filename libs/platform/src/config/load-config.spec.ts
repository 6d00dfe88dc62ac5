import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { commonVariables } from './common-variables.js';
import { defineConfig, variable } from './define-config.js';
import { type ConfigProblem, loadConfig } from './load-config.js';
import { commaList, decimalNumber, flag, portNumber, text } from './value-schemas.js';

const definition = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    ...commonVariables,
    port: variable({ env: 'RETRIEVER_PORT', schema: portNumber(), default: 8006, description: 'Port.' }),
    rerank: variable({ env: 'RETRIEVER_RERANK', schema: flag(), default: false, description: 'Rerank.' }),
    minScore: variable({
      env: 'RETRIEVER_MIN_SCORE',
      schema: decimalNumber(0, 1),
      default: 0.5,
      description: 'Score.',
    }),
    method: variable({
      env: 'RETRIEVER_METHOD',
      schema: z.enum(['vector', 'hybrid']),
      default: 'hybrid',
      description: 'M.',
    }),
    bases: variable({ env: 'RETRIEVER_BASES', schema: commaList(), default: [], description: 'Collections.' }),
    token: variable({ env: 'RETRIEVER_TOKEN', schema: text().min(8), secret: true, description: 'Token.' }),
  },
});

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'arbiter-config-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const load = (env: Record<string, string> = {}, yaml?: string) => {
  if (yaml !== undefined) writeFileSync(join(cwd, 'config.yaml'), yaml);
  return loadConfig(definition, { env: yaml === undefined ? env : { ARBITER_CONFIG: 'config.yaml', ...env }, cwd });
};

function problemsOf(attempt: () => unknown): readonly ConfigProblem[] {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ArbiterError) return error.details.problems as ConfigProblem[];
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('takes defaults where nothing is given', () => {
    const { values, origins, file } = load();
    expect(values).toMatchObject({
      port: 8006,
      rerank: false,
      method: 'hybrid',
      dataDir: '.arbiter',
      host: '127.0.0.1',
    });
    expect(values.natsUrl).toBeUndefined();
    expect([origins.port, file]).toEqual(['default', null]);
  });

  it('puts the environment over the file and the file over the default', () => {
    const { values, origins } = load({ RETRIEVER_PORT: '9001' }, 'retriever_arm:\n  port: 9000\n  min_score: 0.7\n');
    expect([values.port, origins.port]).toEqual([9001, 'env']);
    expect([values.minScore, origins.minScore]).toEqual([0.7, 'file']);
    expect([values.method, origins.method]).toEqual(['hybrid', 'default']);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ])('reads %p as a switch', (given, expected) => {
    expect(load({ RETRIEVER_RERANK: given }).values.rerank).toBe(expected);
  });

  it('reads a variable from the file that NAME_FILE names, without the newline at its end', () => {
    writeFileSync(join(cwd, 'token'), 'hunter2-hunter2\n');
    const { values, origins } = load({ RETRIEVER_TOKEN_FILE: join(cwd, 'token'), RETRIEVER_PORT: '9001' });
    expect([values.token, origins.token]).toEqual(['hunter2-hunter2', 'env']);
    writeFileSync(join(cwd, 'key'), 'correct-horse-battery\r\n');
    expect(load({ ARBITER_API_KEY_FILE: 'key' }).values.apiKey).toBe('correct-horse-battery');
    expect(load({ RETRIEVER_TOKEN_FILE: 'token' }, 'retriever_arm: { token: from-the-file }').values.token).toBe(
      'hunter2-hunter2',
    );
    expect(load({ RETRIEVER_TOKEN_FILE: '', RETRIEVER_TOKEN: 'of-the-environment' }).values.token).toBe(
      'of-the-environment',
    );
  });

  it('refuses a file that is missing, empty or beside its variable, and quotes no content', () => {
    writeFileSync(join(cwd, 'empty'), '\n');
    writeFileSync(join(cwd, 'short'), 'hunter2');
    const problem = (name: string, given: string, expected: RegExp) => ({
      name,
      given,
      expected: expect.stringMatching(expected) as unknown as string,
    });
    for (const file of ['nowhere', 'empty', '.']) {
      expect(problemsOf(() => load({ RETRIEVER_TOKEN_FILE: file }))).toEqual([
        problem('RETRIEVER_TOKEN_FILE', `"${file}"`, /file that can be read and is not empty/),
      ]);
    }
    expect(problemsOf(() => load({ RETRIEVER_TOKEN_FILE: 'short', RETRIEVER_TOKEN: 'hunter2-hunter2' }))).toEqual([
      problem('RETRIEVER_TOKEN_FILE', '"short"', /RETRIEVER_TOKEN is set as well/),
    ]);
    expect(problemsOf(() => load({ RETRIEVER_TOKEN_FILE: 'short' }))).toEqual([
      problem('RETRIEVER_TOKEN_FILE', '[redacted]', /at least 8/),
    ]);
  });

  it('reads lists from the environment and from the file alike', () => {
    expect(load({ RETRIEVER_BASES: 'a, b,' }).values.bases).toEqual(['a', 'b']);
    expect(load({}, 'retriever_arm: { bases: [a, b] }').values.bases).toEqual(['a', 'b']);
  });

  it('counts an empty variable and an empty key as not set', () => {
    expect(load({ RETRIEVER_PORT: '' }, 'retriever_arm:\n  port:\n').values.port).toBe(8006);
  });

  it('takes shared variables from the section common, unless the own section says otherwise', () => {
    expect(load({}, 'common: { log_level: warn }').values.logLevel).toBe('warn');
    expect(load({}, 'common: { log_level: warn }\nretriever_arm: { log_level: debug }').values.logLevel).toBe('debug');
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(load().values)).toBe(true);
  });

  it('lists every bad variable of every source in one error', () => {
    const attempt = () =>
      load(
        { RETRIEVER_PORT: '80a', RETRIEVER_RERANK: 'maybe', RETRIEVER_TOKEN: 'hunter2', NATS_URL: 'http://x' },
        'retriever_arm:\n  min_score: 2\n  methd: vector\n  colour: blue\n',
      );
    expect(problemsOf(attempt)).toEqual([
      { name: 'retriever_arm.methd', given: null, expected: 'no such key; did you mean "method"?' },
      { name: 'retriever_arm.colour', given: null, expected: 'no such key' },
      { name: 'NATS_URL', given: '"http://x"', expected: 'URL such as nats://127.0.0.1:4222' },
      { name: 'RETRIEVER_PORT', given: '"80a"', expected: 'whole number from 0 to 65535' },
      { name: 'RETRIEVER_RERANK', given: '"maybe"', expected: 'true | false' },
      { name: 'retriever_arm.min_score', given: '2', expected: 'number from 0 to 1' },
      { name: 'RETRIEVER_TOKEN', given: '[redacted]', expected: 'text of at least 8 characters' },
    ]);
    expect(attempt).toThrow(/7 mistakes[^]*RETRIEVER_PORT is "80a": expected whole number from 0 to 65535/);
    expect(attempt).not.toThrow('hunter2');
  });

  it.each([
    ['of another protocol', 'http://alice:hunter2@bus:4222'],
    ['with a slash in its password', 'nats://alice:hunter2/x@bus:4222'],
    ['with a number sign in its password', 'nats://alice:hunter2#x@bus:4222'],
    ['with an at sign in its password', 'http://alice:x@hunter2@bus:4222'],
    ['without a protocol', 'alice:hunter2@bus:4222'],
  ])('does not repeat the password of an address %s', (_, url) => {
    const attempt = () => load({ NATS_URL: url });
    expect(attempt).toThrow('[redacted]@bus:4222');
    expect(attempt).not.toThrow('hunter2');
    expect(JSON.stringify(problemsOf(attempt))).not.toContain('hunter2');
  });

  it.each(['65536', '-1', '0x10', '8006.5', '1e3', ' ', 'null'])('refuses the port %p', (port) => {
    expect(problemsOf(() => load({ RETRIEVER_PORT: port }))).toHaveLength(1);
  });

  it('refuses a switch of YAML where a number belongs', () => {
    expect(problemsOf(() => load({}, 'retriever_arm: { port: true }'))).toMatchObject([{ name: 'retriever_arm.port' }]);
  });

  it('reports a required variable that is missing', () => {
    const needy = defineConfig({
      app: 'bot',
      section: 'bot',
      variables: { token: variable({ env: 'BOT_TOKEN', schema: text(), required: true, description: 'Token.' }) },
    });
    expect(() => loadConfig(needy, { env: {}, cwd })).toThrow('BOT_TOKEN is missing: expected text');
    expect(loadConfig(needy, { env: { BOT_TOKEN: 'x' }, cwd }).values.token).toBe('x');
  });

  it('reports a section whose name is a slip of ours', () => {
    expect(problemsOf(() => load({}, 'retreiver_arm: { port: 1 }\nplanner_arm: { port: 2 }'))).toEqual([
      { name: 'retreiver_arm', given: null, expected: 'no such key; did you mean "retriever_arm"?' },
    ]);
  });

  it('reports a section that is no mapping', () => {
    expect(problemsOf(() => load({}, 'retriever_arm: 8006'))).toMatchObject([{ name: 'retriever_arm' }]);
  });

  it('reports rules that span variables, once each variable is good', () => {
    const ruled = defineConfig({
      app: 'a',
      section: 'a',
      variables: {
        low: variable({ env: 'LOW', schema: decimalNumber(0, 1), default: 0, description: 'Low.' }),
        high: variable({ env: 'HIGH', schema: decimalNumber(0, 1), default: 1, description: 'High.' }),
      },
      check: ({ low, high }) => (low > high ? ['LOW must not be above HIGH'] : []),
    });
    expect(() => loadConfig(ruled, { env: { LOW: '0.9', HIGH: '0.1' }, cwd })).toThrow('LOW must not be above HIGH');
  });

  it('reads the file that ARBITER_CONFIG names, and wants it to exist', () => {
    writeFileSync(join(cwd, 'other.yaml'), 'retriever_arm: { port: 7 }');
    expect(load({ ARBITER_CONFIG: 'other.yaml' }).values.port).toBe(7);
    expect(() => load({ ARBITER_CONFIG: 'gone.yaml' })).toThrow(/gone\.yaml does not exist/);
  });

  it('prefers the file that is named on the command line', () => {
    writeFileSync(join(cwd, 'one.yaml'), 'retriever_arm: { port: 1 }');
    writeFileSync(join(cwd, 'two.yaml'), 'retriever_arm: { port: 2 }');
    const { values } = loadConfig(definition, { env: { ARBITER_CONFIG: 'one.yaml' }, cwd, configFile: 'two.yaml' });
    expect(values.port).toBe(2);
  });

  it('says where broken YAML is broken without quoting it', () => {
    const attempt = () => load({}, 'retriever_arm:\n  token: "hunter2-and-more\n');
    expect(attempt).toThrow(/config\.yaml, line \d+ is not valid YAML/);
    expect(attempt).not.toThrow('hunter2');
  });

  it('takes an empty file for one with no settings', () => {
    expect(load({}, '# nothing yet\n').values.port).toBe(8006);
  });
});

describe('a definition', () => {
  it('refuses a default that its own schema refuses', () => {
    expect(() => variable({ env: 'P', schema: portNumber(), default: 70_000, description: '' })).toThrow(
      'default of P',
    );
  });

  it('refuses two variables of one name', () => {
    const one = variable({ env: 'P', schema: portNumber(), default: 1, description: '' });
    expect(() => defineConfig({ app: 'a', section: 'a', variables: { one, two: one } })).toThrow(
      'two variables are called P',
    );
  });
});
