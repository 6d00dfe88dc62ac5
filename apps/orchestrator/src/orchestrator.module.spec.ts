import { describe, expect, it } from '@jest/globals';
import type { PriceTable } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import { orchestratorConfig } from './orchestrator.config.js';
import { openWebSearch } from './bind-ports.js';
import { recorderSettingsOf } from './orchestrator.module.js';

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
    expect(settingsWith(env).budget).toEqual(budget);
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
    expect(openedWith({})).toBeNull();
  });

  it.each([
    [{ SEARXNG_URL: 'http://127.0.0.1:8888' }, 'SearXNG'],
    [{ BRAVE_API_KEY: 'a-key-of-24-characters-!' }, 'Brave Search'],
  ])('asks the engine of %j', (env, name) => {
    expect(openedWith(env)?.name).toBe(name);
  });

  it('refuses two engines', () => {
    const both = { SEARXNG_URL: 'http://127.0.0.1:8888', BRAVE_API_KEY: 'a-key-of-24-characters-!' };
    expect(() => openedWith(both)).toThrow('name two search engines');
  });
});
