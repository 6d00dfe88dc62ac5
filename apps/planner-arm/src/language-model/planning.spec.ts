import { classify, decompose, hypothesise, planTools, stepBack } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SEARCHES } from '../../test/agent.js';
import { decomposeQuery } from '../decompose/decompose-query.js';
import { startScriptedPlanner, type Script, type ScriptedPlanner } from '../../test/scripted-vendor.js';

const closing: ScriptedPlanner[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

async function start(script: Script): Promise<ScriptedPlanner> {
  const arm = await startScriptedPlanner(script);
  closing.push(arm);
  return arm;
}

describe('classify, with a language model', () => {
  it('takes the kind that the model names', async () => {
    const { client } = await start(() => ({
      queryType: 'out_of_scope',
      confidence: 3,
      reason: 'asks for the weather',
    }));
    expect(await client.request(classify, { query: 'Will it rain tomorrow?' })).toMatchObject({
      queryType: 'out_of_scope',
      confidence: 1,
      reasons: ['asks for the weather'],
      by: 'model',
    });
  });

  it('lets the rules sort when the model names a kind that is none', async () => {
    const { client } = await start(() => ({ queryType: 'weather', confidence: 1, reason: '' }));
    expect(await client.request(classify, { query: 'Compare the bell and the lens.' })).toMatchObject({
      queryType: 'comparative',
      by: 'rules',
      degraded: 'model-malformed',
    });
  });
});

describe('decompose, with a language model', () => {
  const query = 'Who taught the man who built the mill?';
  const part = (id: string, dependencies: readonly string[] = [], more: object = {}) => ({
    id,
    query: `part ${id}`,
    suggestedTool: 'hybrid-search',
    dependencies,
    ...more,
  });
  const plan = (...subQueries: readonly object[]) => ({ queryType: 'multi_hop', subQueries });

  it('takes its searches and lays them in batches', async () => {
    const { client } = await start(() => plan(part('q1'), part('q2'), part('q3', ['q1', 'q2'])));
    expect(await client.request(decompose, { query })).toMatchObject({
      originalQuery: query,
      by: 'model',
      executionPlan: { strategy: 'hybrid', batches: [['q1', 'q2'], ['q3']] },
      synthesisRequired: true,
    });
  });

  it('knows tools by their published names', async () => {
    const { client } = await start(() => plan(part('q1', [], { suggestedTool: 'fast_vector_search' })));
    const { subQueries } = await client.request(decompose, { query });
    expect(subQueries[0]).toMatchObject({
      suggestedTool: 'vector-search',
      fallback: { tool: 'keyword-search', condition: 'on_low_confidence' },
    });
  });

  it.each([
    ['has no part', plan()],
    ['has too many parts', plan(...Array.from({ length: 9 }, (_, index) => part(`q${index}`)))],
    ['names two parts alike', plan(part('q1'), part('q1'))],
    ['depends on nothing that is there', plan(part('q1', ['q7']))],
    ['goes round in a circle', plan(part('q1', ['q2']), part('q2', ['q1']))],
    ['names a tool that is no search', plan(part('q1', [], { suggestedTool: 'http-request' }))],
    ['asks nothing', plan(part('q1', [], { query: ' ' }))],
  ])('lets the rules break it down when what the model gives %s', async (_, answer) => {
    const { client, asked } = await start(() => answer);
    expect(await client.request(decompose, { query })).toMatchObject({ by: 'rules', degraded: 'model-malformed' });
    expect(asked).toHaveLength(2);
  });
});

describe('plan-tools, with a language model', () => {
  const query = 'Which is older, the mill or the inn?';
  const part = (id: string, ...dependencies: string[]) => ({
    id,
    query: `the ${id}`,
    suggestedTool: 'fast_vector_search',
    dependencies,
  });
  const answer = { queryType: 'comparative', subQueries: [part('q1'), part('q2', 'q1')] };
  const tools = SEARCHES.map((each) => ({ ...each, typicalMs: 40 }));

  it('plans tools for the parts that the model names, under the names that are offered', async () => {
    const { client } = await start(() => answer);
    expect(await client.request(planTools, { query, tools })).toMatchObject({
      steps: [
        { tool: 'fast_vector_search', parameters: { query: 'the q1' } },
        { tool: 'fast_vector_search', parameters: { query: 'the q2' }, dependencies: ['q1'] },
      ],
      estimatedDuration: 80,
      by: 'model',
    });
  });

  it('lets the rules plan when the parts wait for each other', async () => {
    const { client, asked } = await start(() => ({ ...answer, subQueries: [part('q1', 'q2'), part('q2', 'q1')] }));
    const plan = await client.request(planTools, { query, tools });
    expect(plan).toMatchObject({ by: 'rules', degraded: 'model-malformed' });
    expect(plan.steps).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });

  it('asks no model about parts that came along', async () => {
    const { client, asked } = await start(() => answer);
    const decomposed = decomposeQuery(query);
    expect(await client.request(planTools, { query, tools, decomposed })).toMatchObject({ by: 'rules' });
    expect(asked).toHaveLength(0);
  });
});

describe('hypothesise, with a language model', () => {
  const query = 'What happens when it gets dark?';

  it('gives the passage, written to the template of the domain', async () => {
    const { client, asked } = await start(() => ({ passage: ' At dusk\n the lamps are lit. ' }));
    expect(await client.request(hypothesise, { query, prompt: 'A chronicle on: {query}' })).toMatchObject({
      passage: 'At dusk the lamps are lit.',
      helps: true,
      by: 'model',
    });
    expect(asked[0]?.messages.at(-1)?.content).toContain('A chronicle on: the question above');
  });

  it('asks nobody about what is no question', async () => {
    const { client, asked } = await start(() => ({ passage: 'x' }));
    expect(await client.request(hypothesise, { query: 'Thank you!' })).toMatchObject({
      passage: null,
      helps: false,
      by: 'rules',
    });
    expect(asked).toHaveLength(0);
  });

  it('helps nothing where the model writes nothing', async () => {
    const { client } = await start(() => ({ passage: '  ' }));
    expect(await client.request(hypothesise, { query })).toMatchObject({
      passage: null,
      helps: false,
      degraded: 'model-malformed',
    });
  });
});

describe('step-back, with a language model', () => {
  const query = 'Can Terminators deep strike on turn 1?';

  it('asks what the model asks', async () => {
    const { client } = await start(() => ({ question: 'When may units arrive?', reason: 'a rule of arrival' }));
    expect(await client.request(stepBack, { query })).toMatchObject({
      question: 'When may units arrive?',
      by: 'model',
    });
  });

  it.each(['', ' can terminators DEEP strike on turn 1? '])(
    'asks nothing where the model gives %j',
    async (question) => {
      const { client } = await start(() => ({ question, reason: 'nothing is behind it' }));
      expect(await client.request(stepBack, { query })).toMatchObject({ question: null, by: 'model' });
    },
  );

  it('asks nothing when the model fails', async () => {
    const { client } = await start(() => 'Certainly! Here it is.');
    expect(await client.request(stepBack, { query })).toMatchObject({
      question: null,
      by: 'rules',
      degraded: 'model-malformed',
    });
  });
});
