import type { AnswerBudget, ModelBudget, ModelUsage } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { agentOver, decisions, run } from '../../test/agent.js';
import { askRecorded, recordedOver } from '../../test/recorded.js';
import { contextOf, verdict, written, type Arms } from '../../test/query-pipeline.js';
import { AnswerBudgetObserver, MODEL_BUDGET, MODEL_BUDGET_NOTICE } from './answer-budget.js';

const PRICES = { currency: 'USD', models: { 'a/b': { input: 10, output: 10 } } };

function used(inputTokens: number): ModelUsage {
  return { model: 'a/b', inputTokens, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };
}

/** Arms whose language models take 400 tokens for the text and 300 for its verdict, where they are left as many. */
function metered(budget?: AnswerBudget, over: Arms = {}) {
  const left: (ModelBudget | undefined)[] = [];
  const affords = (given: ModelBudget | undefined, tokens: number): boolean => {
    left.push(given);
    return given === undefined || given.maxTokens >= tokens;
  };
  const arms: Arms = {
    write: ({ passages, budget: given }) => {
      const sentences = passages.map(({ text }) => text);
      return affords(given, 400)
        ? { ...written(sentences, passages, 'generated'), usage: used(400) }
        : { ...written(sentences, passages), degraded: 'model-over-budget' };
    },
    judge: ({ budget: given }) =>
      affords(given, 300)
        ? verdict({ mode: 'language_model', languageModel: { model: 'a/b', asked: 1 }, usage: used(300) })
        : verdict({ languageModel: { model: 'a/b', asked: 1, failure: 'over-budget: …', failureCode: 'over-budget' } }),
    recording: { version: '0.0.1', prices: PRICES, ...(budget && { budget }) },
    ...over,
  };
  return { arms, left };
}

describe('an answer with a budget for language models', () => {
  it('gives every call what the earlier ones have left, and says nothing where it is enough', async () => {
    const { arms, left } = metered({ tokens: 1_000 });
    const { answer } = await askRecorded(await recordedOver(arms));
    expect(left).toEqual([{ maxTokens: 1_000 }, { maxTokens: 600 }]);
    expect(answer).toMatchObject({ synthesis: 'generated', degraded: [] });
    expect(answer).not.toHaveProperty('notices');
  });

  it('is made by rules from where it is used up, says so, and is replayed byte for byte', async () => {
    const { arms, left } = metered({ tokens: 500 });
    const stage = await recordedOver(arms);
    const { answer, record } = await askRecorded(stage);
    expect(left).toEqual([{ maxTokens: 500 }, { maxTokens: 100 }]);
    expect(answer).toMatchObject({
      status: 'answered',
      synthesis: 'generated',
      degraded: [MODEL_BUDGET],
      notices: [MODEL_BUDGET_NOTICE],
      tokens: [used(400)],
    });
    expect(record.flight?.calls.flatMap(({ name, budget }) => (budget ? [[name, budget.maxTokens]] : []))).toEqual([
      ['planner.decompose', 500],
      ['retriever.search', 500],
      ['retriever.synthesize', 500],
      ['validator.validate', 100],
    ]);
    const report = await stage.service.replay(answer.id, false, contextOf());
    expect(report).toMatchObject({ verdict: 'same', firstDifference: null, missing: [] });
    expect(JSON.stringify(report.answer)).toBe(JSON.stringify(answer));
  });

  it.each([
    ['the operator grants no token', { tokens: 0 }, undefined],
    ['the operator grants no money', { cost: 0 }, undefined],
    ['the request asks for none', undefined, { tokens: 0 }],
    ['the request asks for more than the operator grants', { tokens: 0 }, { tokens: 9_000 }],
  ])('asks no language model where %s', async (_, granted, asked) => {
    const { arms, left } = metered(granted);
    const { answer } = await askRecorded(await recordedOver(arms), asked && { budget: asked });
    expect(left).toEqual([{ maxTokens: 0 }, { maxTokens: 0 }]);
    expect(answer).toMatchObject({ synthesis: 'extractive', degraded: [MODEL_BUDGET], tokens: [] });
  });

  it('in money ends with the call that reaches it', async () => {
    const { arms, left } = metered({ cost: 0.004 });
    const { answer } = await askRecorded(await recordedOver(arms));
    expect(left).toEqual([undefined, { maxTokens: 0 }]);
    expect(answer).toMatchObject({ cost: { amount: 0.004 }, degraded: [MODEL_BUDGET] });
  });

  it('cannot be had in money where nothing says what models cost', async () => {
    const stage = await recordedOver();
    await expect(askRecorded(stage, { budget: { cost: 1 } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'budget.cost' },
    });
  });

  it('is the same for a run of the agent', async () => {
    const { arms, left } = metered({ tokens: 500 });
    const next = decisions(
      { tool: 'hybrid_search', inputs: { query: 'Who keeps the lamp?' } },
      { tool: 'text_response', should_end: true },
    );
    const { agent } = await agentOver({ ...arms, next, clock: new ManualClock(Date.now()) });
    const { outcome } = await run(agent, { budget: { tokens: 450 } });
    expect(left).toEqual([{ maxTokens: 450 }, { maxTokens: 50 }]);
    expect(outcome.answer).toMatchObject({ status: 'answered', degraded: [MODEL_BUDGET] });
  });

  it('is used up, too, where a search has done without its language model', async () => {
    const stage = await recordedOver({ missing: ['model-budget'] });
    const { answer } = await askRecorded(stage);
    expect(answer).toMatchObject({ degraded: [MODEL_BUDGET], notices: [MODEL_BUDGET_NOTICE] });
  });

  it('is counted where it was used up', async () => {
    const registry = new Registry();
    const observer = new AnswerBudgetObserver(registry);
    const enough = await recordedOver(metered({ tokens: 1_000 }, { observer }).arms);
    await askRecorded(enough);
    const stage = await recordedOver(metered({ tokens: 500 }, { observer }).arms);
    const { answer } = await askRecorded(stage);
    await stage.service.replay(answer.id, false, contextOf());
    expect(await registry.metrics()).toContain('arbiter_answers_over_budget_total{kind="query"} 1');
  });
});

describe('what language models were asked', () => {
  const asks = async (recording: Arms['recording'], keepsAnswers = true): Promise<(boolean | undefined)[]> => {
    const asked: (boolean | undefined)[] = [];
    const judge: Arms['judge'] = ({ includePrompts }) => {
      asked.push(includePrompts);
      return verdict();
    };
    const stage = await recordedOver({ judge, keepsAnswers, ...(recording && { recording }) });
    await askRecorded(stage).catch(() => undefined);
    return asked;
  };

  it('is kept with the answer, unless no answers are kept', async () => {
    const recording = { version: '0.0.1', prices: null };
    expect(await asks(recording)).toEqual([true]);
    expect(await asks(recording, false)).toEqual([undefined]);
  });
});
