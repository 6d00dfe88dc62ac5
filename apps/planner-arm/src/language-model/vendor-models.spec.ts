import { createAnthropicLanguageModel } from '@arbiter/adapters-anthropic';
import { loadConfig } from '@arbiter/platform';
import { SYSTEM_CLOCK, type LanguageModel } from '@arbiter/ports';
import { SequentialIds } from '@arbiter/ports/testing';
import { anthropicStream, chatChunks, ollamaStream, startHttpStandIn, tellOfOllamaModel } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { asked, EXPAND, SEARCHES } from '../../test/agent.js';
import { decisionTask } from '../decide/decision.task.js';
import { decompositionTask } from '../decompose/decomposition.task.js';
import { plannerArmConfig } from '../planner-arm.config.js';
import type { ModelTask } from './model-task.js';
import { openPlannerModel } from './open-planner-model.js';
import { PlannerModel } from './planner-model.js';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

async function configured(env: Readonly<Record<string, string>>): Promise<LanguageModel | null> {
  const model = await openPlannerModel(loadConfig(plannerArmConfig, { env, cwd: '.' }).values);
  if (model) closing.push(model);
  return model;
}

/** How each vendor is reached through its SDK, and where its protocol carries the schema. */
const VENDORS = [
  {
    vendor: 'openai',
    contentType: 'text/event-stream',
    streamOf: (text: string) => chatChunks([text]),
    modelAt: (url: string) => configured({ PLANNER_MODEL: 'gpt-test', OPENAI_BASE_URL: `${url}/v1` }),
    schemaOf: (body: Record<string, unknown>) => body.response_format,
  },
  {
    vendor: 'ollama',
    contentType: 'application/x-ndjson',
    streamOf: ollamaStream,
    modelAt: (url: string) => configured({ PLANNER_MODEL: 'ollama/llama-test', OLLAMA_HOST: url }),
    schemaOf: (body: Record<string, unknown>) => body.format,
  },
  {
    vendor: 'anthropic',
    contentType: 'text/event-stream',
    streamOf: anthropicStream,
    modelAt: (url: string): LanguageModel =>
      createAnthropicLanguageModel({ apiKey: 'sk-ant-test', model: 'claude-test', baseUrl: url }),
    schemaOf: (body: Record<string, unknown>) => body.output_config,
  },
] as const;

const query = 'Who keeps the light?';
const tools = [...SEARCHES, EXPAND];
const TASKS: readonly (readonly [string, ModelTask<object>, object, RegExp])[] = [
  [
    'a decision',
    decisionTask(asked({ query, tools }), 'text_response'),
    { tool: 'expand', inputs: { chunkId: 'd1:0' }, reasoning: '', should_end: false, impossible: false },
    /"chunkId".*"text_response"|"text_response".*"chunkId"/,
  ],
  [
    'a decomposition',
    decompositionTask(query),
    {
      queryType: 'simple_lookup',
      subQueries: [{ id: 'q1', query, suggestedTool: 'hybrid-search', dependencies: [] }],
    },
    /"out_of_scope"/,
  ],
];

describe.each(VENDORS)('$vendor', ({ contentType, streamOf, modelAt, schemaOf }) => {
  it.each(TASKS)('is asked for %s in the shape that it takes, and is read', async (_, task, answer, expected) => {
    const bodies: Record<string, unknown>[] = [];
    const server = await startHttpStandIn((request, reply) => {
      const told = tellOfOllamaModel(request, reply);
      if (told) return told;
      bodies.push(JSON.parse(request.body) as Record<string, unknown>);
      return reply.stream(contentType, streamOf(JSON.stringify(answer)), 'end');
    });
    const model = await modelAt(server.url);
    if (!model) throw new Error('no model');
    closing.push(model, server);
    const ports = { model, role: 'plan' as const, ids: new SequentialIds(), clock: SYSTEM_CLOCK, observer: null };
    const call = { operation: 'test', signal: new AbortController().signal, deadline: Date.now() + 10_000 };
    expect(await new PlannerModel(ports, 10_000).ask(task, call)).toHaveProperty('value');
    const schema = JSON.stringify(schemaOf(bodies[0] ?? {}));
    expect(schema).toMatch(expected);
    expect(schema).not.toMatch(/"(?:minimum|maximum|\$schema|default)":/);
  });
});

describe('the prompt for Anthropic', () => {
  it.each(TASKS)('of %s is kept in its cache up to the end of what is the same every time', async (_, task) => {
    const bodies: { system?: { cache_control?: unknown }[] }[] = [];
    const server = await startHttpStandIn(({ body }, reply) => {
      bodies.push(JSON.parse(body) as (typeof bodies)[number]);
      return reply.stream('text/event-stream', anthropicStream('{}'), 'end');
    });
    const model = createAnthropicLanguageModel({ apiKey: 'sk-ant-test', model: 'claude-test', baseUrl: server.url });
    closing.push(model, server);
    const request = task.request(model, new SequentialIds());
    if (!request) throw new Error('no request');
    await model.generate(request, { signal: AbortSignal.timeout(60_000) });
    expect(bodies[0]?.system?.at(-1)).toMatchObject({ cache_control: { type: 'ephemeral' } });
  });
});

describe('openPlannerModel', () => {
  it('asks no model where none is wanted, and else the one that is named', async () => {
    expect(await configured({})).toBeNull();
    expect((await configured({ PLANNER_MODEL: 'ollama/llama-test' }))?.name).toBe('ollama/llama-test');
  });

  it.each([
    ['llama-test', /it is not clear who runs that: .*leave PLANNER_MODEL out/],
    ['claude-test', /ANTHROPIC_API_KEY is not set.*leave PLANNER_MODEL out/],
    ['gpt-test', /OPENAI_API_KEY is not set.*leave PLANNER_MODEL out/],
  ])('refuses %s with both remedies', async (name, message) => {
    await expect(configured({ PLANNER_MODEL: name })).rejects.toThrow(message);
  });
});
