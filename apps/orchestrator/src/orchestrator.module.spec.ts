import { describe, expect, it } from '@jest/globals';
import type { PriceTable } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import { orchestratorConfig } from './orchestrator.config.js';
import { openWebSearch } from './bind-ports.js';
import { pipelineSettingsOf, recorderSettingsOf } from './orchestrator.module.js';

/** What a pipeline is given is tested where it is read: in the specs of the pipeline and of self-correction. */
describe('pipelineSettingsOf', () => {
  const settingsWith = (env: Readonly<Record<string, string>>) =>
    pipelineSettingsOf(loadConfig(orchestratorConfig, { env, cwd: '.' }).values);

  it('checks every answer and corrects it twice at most', () => {
    expect(settingsWith({})).toEqual({ validate: true, maxRetries: 2 });
  });

  it.each([
    [{ VALIDATION_ENABLED: 'false' }, { validate: false, maxRetries: 2 }],
    [{ SELF_CORRECTION_ENABLED: 'false' }, { validate: true, maxRetries: 0 }],
    [{ SELF_CORRECTION_MAX_RETRIES: '1' }, { validate: true, maxRetries: 1 }],
    [
      { SELF_CORRECTION_ENABLED: 'false', SELF_CORRECTION_MAX_RETRIES: '2' },
      { validate: true, maxRetries: 0 },
    ],
  ])('is told otherwise by %j', (env, settings) => {
    expect(settingsWith(env)).toEqual(settings);
  });

  it('takes no third correction', () => {
    expect(() => settingsWith({ SELF_CORRECTION_MAX_RETRIES: '3' })).toThrow('SELF_CORRECTION_MAX_RETRIES');
  });
});

describe('recorderSettingsOf', () => {
  const PRICES = { currency: 'USD', models: {} };
  const settingsWith = (env: Readonly<Record<string, string>>, prices: PriceTable | null = PRICES) =>
    recorderSettingsOf(loadConfig(orchestratorConfig, { env, cwd: '.' }).values, prices);

  it.each([
    [{}, {}],
    [{ ANSWER_BUDGET_TOKENS: '0' }, { tokens: 0 }],
    [
      { ANSWER_BUDGET_TOKENS: '20000', ANSWER_BUDGET_COST: '0.05' },
      { tokens: 20_000, cost: 0.05 },
    ],
  ])('grants answers by %j what it says', (env, budget) => {
    expect(settingsWith(env)).toMatchObject({ budget, keepsPrompts: true });
    expect(settingsWith(env).budget).toEqual(budget);
  });

  it('keeps no prompts where the operator does not want them', () => {
    expect(settingsWith({ ANSWER_RECORD_PROMPTS: 'false' }).keepsPrompts).toBe(false);
  });

  it('refuses a budget in money where nothing says what models cost, or one below nothing', () => {
    expect(() => settingsWith({ ANSWER_BUDGET_COST: '1' }, null)).toThrow('MODEL_PRICES');
    expect(() => settingsWith({ ANSWER_BUDGET_COST: '-1' })).toThrow('ANSWER_BUDGET_COST');
    expect(() => settingsWith({ ANSWER_BUDGET_TOKENS: 'many' })).toThrow('ANSWER_BUDGET_TOKENS');
  });
});

describe('openWebSearch', () => {
  const openedWith = (env: Readonly<Record<string, string>>) =>
    openWebSearch(loadConfig(orchestratorConfig, { env, cwd: '.' }).values);

  it('asks nobody unless it is told whom', () => {
    expect(openedWith({ SEARXNG_URL: 'http://127.0.0.1:8888', BRAVE_API_KEY: 'a-key-of-24-characters-!' })).toBeNull();
  });

  it.each([
    [{ WEB_SEARCH_PROVIDER: 'searxng', SEARXNG_URL: 'http://127.0.0.1:8888' }, 'SearXNG'],
    [{ WEB_SEARCH_PROVIDER: 'brave', BRAVE_API_KEY: 'a-key-of-24-characters-!' }, 'Brave Search'],
  ])('asks the engine of %j', (env, name) => {
    expect(openedWith(env)?.name).toBe(name);
  });

  it.each([
    ['searxng', 'SEARXNG_URL'],
    ['brave', 'BRAVE_API_KEY'],
  ])('names what %s lacks', (provider, variable) => {
    expect(() => openedWith({ WEB_SEARCH_PROVIDER: provider })).toThrow(variable);
  });
});
