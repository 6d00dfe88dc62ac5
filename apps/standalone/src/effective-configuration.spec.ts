import { describe, expect, it } from '@jest/globals';
import { effectiveConfiguration } from './standalone.config.js';

const cwd = '/nowhere';

describe('effectiveConfiguration', () => {
  it('names every variable once, with its origin and the arms that read it', () => {
    const { file, variables } = effectiveConfiguration({ env: { RETRIEVER_PORT: '9006' }, cwd });
    expect(file).toBeNull();
    expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length);
    expect(variables).toContainEqual({ name: 'RETRIEVER_PORT', value: '9006', origin: 'env', arms: ['retriever'] });
    expect(variables.find(({ name }) => name === 'ARBITER_DATA_DIR')).toEqual({
      name: 'ARBITER_DATA_DIR',
      value: '.arbiter',
      origin: 'default',
      arms: ['orchestrator', 'planner', 'retriever', 'validator', 'ingestion'],
    });
  });

  it('shows no secret', () => {
    const apiKey = 'correct-horse-battery';
    expect(JSON.stringify(effectiveConfiguration({ env: { ARBITER_API_KEY: apiKey }, cwd }))).not.toContain(apiKey);
  });

  it('refuses mistakes and names them', () => {
    expect(() => effectiveConfiguration({ env: { RETRIEVER_PORT: 'x', LOG_LEVEL: 'y' }, cwd })).toThrow(
      /RETRIEVER_PORT[^]*LOG_LEVEL|LOG_LEVEL[^]*RETRIEVER_PORT/,
    );
  });
});
