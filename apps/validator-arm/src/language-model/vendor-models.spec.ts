import { createAnthropicLanguageModel } from '@arbiter/adapters-anthropic';
import { SYSTEM_CLOCK, type LanguageModel } from '@arbiter/ports';
import { loadConfig } from '@arbiter/platform';
import { SequentialIds } from '@arbiter/ports/testing';
import {
  anthropicStream,
  chatChunks,
  ollamaStream,
  startHttpStandIn,
  type HttpStandIn,
  tellOfOllamaModel,
} from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ANSWER, claimOf, INVENTED, JUDGEMENT, LAMP, QUERY, sourceOf, STATED } from '../../test/lamp.js';
import { validatorArmConfig } from '../validator-arm.config.js';
import { LanguageModelJudge } from './language-model-judge.js';
import { openValidationModel } from './open-validation-model.js';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

const configured = (env: Readonly<Record<string, string>>): Promise<LanguageModel | null> =>
  openValidationModel(loadConfig(validatorArmConfig, { env, cwd: '.' }).values);

/** How each vendor is reached through its SDK, and where its protocol carries the schema. */
const VENDORS = [
  {
    vendor: 'openai',
    contentType: 'text/event-stream',
    streamOf: (text: string) => chatChunks([text]),
    modelAt: (url: string) =>
      configured({ VALIDATION_LLM: 'openai', VALIDATION_MODEL: 'gpt-test', OPENAI_BASE_URL: `${url}/v1` }),
    schemaOf: (body: Record<string, unknown>) => body.response_format,
  },
  {
    vendor: 'ollama',
    contentType: 'application/x-ndjson',
    streamOf: ollamaStream,
    modelAt: (url: string) =>
      configured({ VALIDATION_LLM: 'ollama', VALIDATION_MODEL: 'llama-test', OLLAMA_HOST: url }),
    schemaOf: (body: Record<string, unknown>) => body.format,
  },
  {
    vendor: 'anthropic',
    contentType: 'text/event-stream',
    streamOf: anthropicStream,
    modelAt: (url: string) =>
      createAnthropicLanguageModel({ apiKey: 'sk-ant-test', model: 'claude-test', baseUrl: url }),
    schemaOf: (body: Record<string, unknown>) => body.output_config ?? body.output_format ?? body.tools,
  },
] as const;

describe.each(VENDORS)('a judgement of $vendor', ({ vendor, contentType, streamOf, modelAt, schemaOf }) => {
  const task = {
    scope: 'all',
    query: QUERY,
    answer: ANSWER,
    claims: [claimOf(STATED), claimOf(INVENTED)],
    sources: [sourceOf('lamp', LAMP)],
  } as const;

  async function judgeOver(answers: readonly string[]) {
    const bodies: Record<string, unknown>[] = [];
    const server: HttpStandIn = await startHttpStandIn((request, reply) => {
      const told = tellOfOllamaModel(request, reply);
      if (told) return told;
      bodies.push(JSON.parse(request.body) as Record<string, unknown>);
      return reply.stream(contentType, streamOf(answers[bodies.length - 1] ?? ''), 'end');
    });
    const model = await modelAt(server.url);
    if (!model) throw new Error('no model');
    closing.push(model, server);
    const judge = new LanguageModelJudge({ model, ids: new SequentialIds(), clock: SYSTEM_CLOCK }, 10_000);
    return { bodies, outcome: await judge.judge(task, new AbortController().signal) };
  }

  it('is asked for in the shape that the vendor takes, and read', async () => {
    const { bodies, outcome } = await judgeOver([JSON.stringify(JUDGEMENT)]);
    expect(outcome).toMatchObject({ judgement: { claims: JUDGEMENT.claims }, repaired: false });
    const schema = JSON.stringify(schemaOf(bodies[0] ?? {}));
    for (const token of ['isrel', 'issup', 'isuse', 'fully_supported', 'partially_supported', 'no_support']) {
      expect(schema).toContain(token);
    }
    expect(schema).not.toMatch(/"(?:minimum|maximum|\$schema)"/);
  });

  it('marks what is the same every time for the cache of a vendor that wants it marked', async () => {
    const { bodies } = await judgeOver([JSON.stringify(JUDGEMENT)]);
    const marked = JSON.stringify(bodies[0]?.system ?? '').includes('"cache_control":{"type":"ephemeral"}');
    expect(marked).toBe(vendor === 'anthropic');
  });

  it('is repaired once over the wire', async () => {
    const { bodies, outcome } = await judgeOver(['{"claims":[]}', JSON.stringify(JUDGEMENT)]);
    expect(outcome).toMatchObject({ repaired: true });
    expect(bodies).toHaveLength(2);
  });
});

describe('openValidationModel', () => {
  it('asks no model where none is named', async () => {
    expect(await configured({})).toBeNull();
    expect(await configured({ VALIDATION_MODEL: 'claude-test', ANTHROPIC_API_KEY: 'sk-ant-test' })).toBeNull();
  });

  it.each([
    [{ VALIDATION_LLM: 'ollama' }, /VALIDATION_MODEL is not set.*VALIDATION_LLM=features/],
    [
      { VALIDATION_LLM: 'anthropic', VALIDATION_MODEL: 'claude-test' },
      /ANTHROPIC_API_KEY is not set.*VALIDATION_LLM=features/,
    ],
    [
      { VALIDATION_LLM: 'openai', VALIDATION_MODEL: 'openai/gpt-test' },
      /OPENAI_API_KEY is not set.*VALIDATION_LLM=features/,
    ],
  ])('refuses %j with both remedies', async (env, message) => {
    await expect(configured(env)).rejects.toThrow(message);
  });

  it('takes the name with or without its provider', async () => {
    for (const name of ['llama-test', 'ollama/llama-test']) {
      const model = await configured({ VALIDATION_LLM: 'ollama', VALIDATION_MODEL: name });
      expect(model?.name).toBe('ollama/llama-test');
      await model?.close();
    }
  });
});
