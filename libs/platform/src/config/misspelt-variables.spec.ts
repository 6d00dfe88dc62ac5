import { describe, expect, it } from '@jest/globals';
import { defineConfig, variable } from './define-config.js';
import { describeMisspelt, misspeltVariables } from './misspelt-variables.js';
import { portNumber, text } from './value-schemas.js';

const setting = (env: string) => variable({ env, schema: text(), description: 'A setting.' });

const RETRIEVER = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    port: variable({ env: 'RETRIEVER_PORT', schema: portNumber(), default: 8006, description: 'Port.' }),
    model: setting('SYNTHESIS_MODEL'),
    threshold: setting('VALIDATION_CONFIDENCE_THRESHOLD'),
    key: setting('OPENAI_API_KEY'),
    broker: setting('NATS_URL'),
    level: setting('LOG_LEVEL'),
  },
});

const found = (...names: string[]) =>
  misspeltVariables(Object.fromEntries(names.map((name) => [name, '1'])), [RETRIEVER]).map(({ name, meant }) => [
    name,
    ...meant,
  ]);

describe('misspeltVariables', () => {
  it.each([
    ['RETREIVER_PORT', 'RETRIEVER_PORT'],
    ['RETRIEVERPORT', 'RETRIEVER_PORT'],
    ['retriever_prot', 'RETRIEVER_PORT'],
    ['SYNTESIS_MODEL', 'SYNTHESIS_MODEL'],
    ['SYNTHESIS_MODEL_', 'SYNTHESIS_MODEL'],
    ['SYNTESIS_MODEL_FILE', 'SYNTHESIS_MODEL'],
    ['RETRIEVER_TRESHOLD', 'VALIDATION_CONFIDENCE_THRESHOLD'],
    ['RETREIVER_TRESHOLD', 'VALIDATION_CONFIDENCE_THRESHOLD'],
    ['ABRITER_CONFIG', 'ARBITER_CONFIG'],
  ])('takes %s for %s', (name, meant) => {
    expect(found(name)).toEqual([[name, meant]]);
  });

  it.each([
    'RETRIEVER_PORT',
    'SYNTHESIS_MODEL_FILE',
    'PORT',
    'PATH',
    'HOST',
    'HOME',
    'MODEL',
    'NATS_URI',
    'NATS_URLS',
    'OPENAI_API_KEYS',
    'LOG_LEVELS',
    'OTEL_TRACES_SAMPLERS',
    'POSTGRES_PORT',
    'RETRIEVER_URL',
    'RETRIEVER_SERVICE_HOST',
    'RETRIEVER_SERVICE_PORT',
    'RETRIEVER_PORT_8006_TCP_ADDR',
    'MY_TRESHOLD',
    'npm_config_user_agent',
    `RETRIEVER_${'X'.repeat(100_000)}`,
  ])('leaves %.40s alone', (name) => {
    expect(found(name)).toEqual([]);
  });

  it('leaves alone what is not set', () => {
    expect(misspeltVariables({ RETREIVER_PORT: '', SYNTESIS_MODEL: undefined }, [RETRIEVER])).toEqual([]);
  });

  it('tells of five at most', () => {
    expect(
      found(...Array.from({ length: 1_000 }, (_, n) => `SYNTHESIS_MODL${n % 10}${'_'.repeat(n % 2)}`)),
    ).toHaveLength(5);
  });
});

describe('describeMisspelt', () => {
  it('names them with what was meant', () => {
    expect(describeMisspelt(misspeltVariables({ RETREIVER_PORT: '1', SYNTESIS_MODEL: 'a' }, [RETRIEVER]))).toBe(
      'Nothing reads RETREIVER_PORT (did you mean RETRIEVER_PORT?), SYNTESIS_MODEL (did you mean SYNTHESIS_MODEL?).',
    );
  });
});
