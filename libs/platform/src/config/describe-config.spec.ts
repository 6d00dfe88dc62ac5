import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { assertBindable, isLoopback } from '../http/addresses.js';
import { commonVariables } from './common-variables.js';
import { defineConfig, variable } from './define-config.js';
import { configList, describeConfig, printConfig, secretsOf } from './describe-config.js';
import { loadConfig } from './load-config.js';
import { portNumber } from './value-schemas.js';

const definition = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'RETRIEVER_PORT',
      schema: portNumber(),
      default: 8006,
      description: 'Port of the HTTP door.',
    }),
    method: variable({
      env: 'RETRIEVER_METHOD',
      schema: z.enum(['vector', 'hybrid']),
      default: 'hybrid',
      description: 'How it searches.',
    }),
  },
});
const apiKey = 'correct-horse-battery';

describe('printConfig', () => {
  const loaded = loadConfig(definition, {
    env: { ARBITER_API_KEY: apiKey, NATS_URL: 'nats://alice:wonder@bus:4222', RETRIEVER_PORT: '9000' },
    cwd: '/nowhere',
  });

  it('shows each value and where it came from', () => {
    expect(printConfig(loaded)).toMatch(/^RETRIEVER_PORT=9000 +\(env\)$/m);
    expect(printConfig(loaded)).toMatch(/^ARBITER_DATA_DIR=\.arbiter +\(default\)$/m);
  });

  it('shows no secret, and no credentials of a URL', () => {
    expect(printConfig(loaded)).toMatch(/^ARBITER_API_KEY=\[redacted\] +\(env\)$/m);
    expect(printConfig(loaded)).toMatch(/^NATS_URL=nats:\/\/\[redacted\]@bus:4222 +\(env\)$/m);
    expect(printConfig(loaded)).not.toMatch(/correct-horse|wonder/);
  });

  it.each(['at@hunter2', "quote'hunter2", 'hunter2%40at'])('shows nothing of the password %s', (password) => {
    const env = { NATS_URL: `nats://alice:${password}@bus:4222` };
    expect(printConfig(loadConfig(definition, { env, cwd: '/nowhere' }))).toMatch(
      /^NATS_URL=nats:\/\/\[redacted\]@bus:4222 /m,
    );
  });

  it('tells the logger the password of a URL, as it is written and as it is meant', () => {
    const env = { NATS_URL: 'nats://alice:p"w%40rd@bus:4222' };
    expect(secretsOf(loadConfig(definition, { env, cwd: '/nowhere' }))).toEqual(['p"w%40rd', 'p%22w%40rd', 'p"w@rd']);
  });

  it('tells the logger each key of a list, and prints none', () => {
    const keys = ['the first of two keys that sign calls', 'the second of two keys that sign calls'];
    const signed = loadConfig(definition, { env: { NATS_SIGNING_KEY: keys.join(', ') }, cwd: '/nowhere' });
    expect(signed.values.natsSigningKeys).toEqual(keys);
    expect(secretsOf(signed)).toEqual(keys);
    expect(printConfig(signed)).toMatch(/^NATS_SIGNING_KEY=\[redacted\] +\(env\)$/m);
    const short = () => loadConfig(definition, { env: { NATS_SIGNING_KEY: `${keys[0]},too short` }, cwd: '/nowhere' });
    expect(short).toThrow(expect.objectContaining({ message: expect.not.stringContaining('too short') }));
  });

  it('tells the logger which values to keep out', () => {
    expect(secretsOf(loaded).sort()).toEqual([apiKey, 'wonder']);
  });
});

describe('describeConfig', () => {
  it('gives name, arm, default, values and meaning of every variable', () => {
    expect(describeConfig(definition)).toContainEqual({
      name: 'RETRIEVER_PORT',
      arm: 'retriever-arm',
      yaml: 'retriever_arm.port',
      default: '8006',
      values: 'whole number from 0 to 65535',
      meaning: 'Port of the HTTP door.',
    });
    expect(describeConfig(definition)).toContainEqual(expect.objectContaining({ values: 'vector | hybrid' }));
  });

  it('as a table holds a variable that several apps share once', () => {
    const other = defineConfig({ app: 'planner-arm', section: 'planner_arm', variables: { ...commonVariables } });
    const table = configList([definition, other]);
    expect(table.match(/`LOG_LEVEL`/g)).toHaveLength(1);
    expect(table).toContain('vector, hybrid');
  });
});

describe('the binding rule', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost', 'LOCALHOST'])(
    'knows %p as a loopback address',
    (host) => {
      expect(isLoopback(host)).toBe(true);
      expect(() => assertBindable({ host, authenticate: undefined })).not.toThrow();
    },
  );

  it.each(['0.0.0.0', '::', '192.168.1.4', '127.evil.example', 'arbiter.example'])(
    'refuses %p without a key',
    (host) => {
      expect(() => assertBindable({ host, authenticate: undefined })).toThrow(/without a key.*ARBITER_API_KEY/);
      expect(() => assertBindable({ host, authenticate: () => null })).not.toThrow();
    },
  );
});
