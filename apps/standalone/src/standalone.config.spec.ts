import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { misspeltVariables } from '@arbiter/platform';
import { CONFIG_DEFINITIONS, loadStandaloneConfig, unreadHere } from './standalone.config.js';

function mistakesOf(env: Record<string, string>): ArbiterError {
  try {
    loadStandaloneConfig(env, '/nowhere');
  } catch (error) {
    if (error instanceof ArbiterError) return error;
  }
  throw new TypeError('the configuration was accepted');
}

describe('loadStandaloneConfig', () => {
  it('reads every arm from one environment', () => {
    const config = loadStandaloneConfig({ RETRIEVER_PORT: '9006', ORCHESTRATOR_PORT: '9100' }, '/nowhere');
    expect(config.retriever.values.port).toBe(9006);
    expect(config.orchestrator.values.port).toBe(9100);
    expect(config.validator.values.threshold).toBe(0.4);
  });

  it('names every bad variable of every arm, a shared one once', () => {
    const { message, code } = mistakesOf({
      RETRIEVER_PORT: 'x',
      VALIDATION_CONFIDENCE_THRESHOLD: '7',
      LOG_LEVEL: 'loud',
    });
    expect(code).toBe('INVALID_REQUEST');
    expect(message).toContain('3 mistakes');
    expect(message.match(/LOG_LEVEL/g)).toHaveLength(1);
    expect(message).toContain('RETRIEVER_PORT is "x"');
    expect(message).toContain('VALIDATION_CONFIDENCE_THRESHOLD');
  });

  it('lets the ingestion worker write where the published file has the retriever search', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'arbiter-config-'));
    try {
      const file = [
        'retriever_arm:',
        '  vector_search: { url: http://vectors.example:6333, collection: quay }',
        '  keyword_search: { url: http://words.example:9200, index: pier }',
      ];
      writeFileSync(join(cwd, 'config.yaml'), file.join('\n'));
      const { ingestion, retriever } = loadStandaloneConfig({ ARBITER_CONFIG: 'config.yaml' }, cwd);
      for (const { values } of [ingestion, retriever]) {
        expect(values).toMatchObject({
          qdrantUrl: 'http://vectors.example:6333',
          qdrantCollection: 'quay',
          elasticsearchUrl: 'http://words.example:9200',
          elasticsearchIndex: 'pier',
        });
      }
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });

  it('does not repeat a bad secret', () => {
    expect(mistakesOf({ ARBITER_API_KEY: 'short' }).message).not.toContain('short"');
  });
});

describe('misspelt variables', () => {
  const names = CONFIG_DEFINITIONS.flatMap(({ variables }) => Object.values(variables).map(({ env }) => env));
  const all = Object.fromEntries(names.map((name) => [name, '1']));

  it('are named with what was meant', () => {
    const misspelt = { RETREIVER_PORT: '1', SYNTESIS_MODEL: 'x', ORCHESTRATOR_TRESHOLD: '.4' };
    expect(unreadHere({ env: { ...all, ...misspelt }, cwd: '/nowhere' })).toEqual([
      'Nothing reads RETREIVER_PORT (did you mean RETRIEVER_PORT?), SYNTESIS_MODEL (did you mean SYNTHESIS_MODEL?), ' +
        'ORCHESTRATOR_TRESHOLD (did you mean VALIDATION_CONFIDENCE_THRESHOLD?).',
    ]);
    expect(unreadHere({ env: all, cwd: '/nowhere' })).toEqual([]);
  });

  it('are told beside those of former versions', () => {
    expect(unreadHere({ env: { VALIDATION_ENTAILMENT_MODEL: './mine' }, cwd: '/nowhere' })).toEqual([
      'Nothing reads VALIDATION_ENTAILMENT_MODEL any more: take it out.',
    ]);
  });

  it('are not those that another arm reads', () => {
    for (const definition of CONFIG_DEFINITIONS)
      expect(misspeltVariables({ ...all, ARBITER_CONFIG: '1' }, [definition])).toEqual([]);
  });
});
