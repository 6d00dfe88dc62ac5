import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { ModelTerms, ValidationResult } from '@arbiter/contracts';
import { chatChunks, startHttpStandIn, type HttpStandIn } from '@arbiter/testing';
import { ANSWER, INVENTED, JUDGEMENT, LAMP, QUERY, sourceOf, STATED } from '../../test/lamp.js';
import { openShippedEmbedder, startValidator, validated, type StartedValidator } from '../../test/validator.arm.js';

const STREAM = 'text/event-stream';
/** What is said of the n-th request, counted from 0; null for nothing at all. */
type Script = (attempt: number) => string | null;

describe('the validator arm, with a language model over the wire', () => {
  const closing: { close(): Promise<void> }[] = [];
  const embedder = openShippedEmbedder();
  afterEach(async () => {
    for (const each of closing.splice(0).reverse()) await each.close();
  });
  afterAll(() => embedder.close());

  async function check(
    script: Script,
    answer = ANSWER,
    env: Readonly<Record<string, string>> = {},
    terms: ModelTerms = {},
    modelTimeoutMs?: number,
  ) {
    let asked = 0;
    const server: HttpStandIn = await startHttpStandIn((_, reply) => {
      const words = script(asked++);
      return words === null ? reply.stream(STREAM, '', 'hang') : reply.stream(STREAM, chatChunks([words]), 'end');
    });
    const arm: StartedValidator = await startValidator(
      {
        ENABLE_READER: 'false',
        VALIDATION_LLM: 'openai',
        VALIDATION_MODEL: 'gpt-test',
        OPENAI_BASE_URL: `${server.url}/v1`,
        ...env,
      },
      embedder,
      modelTimeoutMs,
    );
    closing.push(server, arm);
    const sources = [sourceOf('lamp', LAMP)];
    const request = { query: QUERY, answer, sources };
    const result: ValidationResult = (await validated(arm, { ...request, ...terms })).result;
    return { result, asked: () => asked, again: (more: ModelTerms) => validated(arm, { ...request, ...more }) };
  }

  it('takes what the model says, so that what follows means something', async () => {
    const { result, asked } = await check(() => JSON.stringify(JUDGEMENT));
    expect(result).toMatchObject({ mode: 'language_model', languageModel: { model: 'openai/gpt-test', asked: 2 } });
    expect(asked()).toBe(1);
  });

  it('tells what the model has taken, a repair included', async () => {
    const { result } = await check((attempt) => (attempt === 0 ? '{"claims":[]}' : JSON.stringify(JUDGEMENT)));
    expect(result.usage).toMatchObject({ model: 'openai/gpt-test', inputTokens: 0 });
  });

  it('has a malformed judgement repaired once', async () => {
    const { result, asked } = await check((attempt) => (attempt === 0 ? 'Fine by me!' : JSON.stringify(JUDGEMENT)));
    expect(result.mode).toBe('language_model');
    expect(asked()).toBe(2);
  });

  it('is not asked where the budget has no room, and the features decide', async () => {
    const { result, asked, again } = await check(
      () => JSON.stringify(JUDGEMENT),
      ANSWER,
      {},
      { budget: { maxTokens: 99 } },
    );
    expect(result).toMatchObject({ mode: 'features', languageModel: { failureCode: 'over-budget' } });
    expect(asked()).toBe(0);
    // What was decided for want of a budget is not what the model would say of it.
    expect((await again({})).result.mode).toBe('language_model');
  });

  it('tells what the model was asked to whoever wants to see it, and keeps it from everybody after', async () => {
    const { result, asked, again } = await check(() => JSON.stringify(JUDGEMENT), ANSWER, {}, { includePrompts: true });
    expect(result.modelCalls).toMatchObject([
      { role: 'validate', model: 'openai/gpt-test', prompt: 'judgement-2', answer: JSON.stringify(JUDGEMENT) },
    ]);
    expect(result.modelCalls?.[0]?.messages[0]?.text).toContain(STATED);
    // The same question, whatever may be spent on it and shown of it.
    const second = await again({ includePrompts: true, budget: { maxTokens: 9_999_999 } });
    expect(second).toMatchObject({ cache: 'hit', result: { mode: 'language_model' } });
    expect(second.result).not.toHaveProperty('modelCalls');
    expect(asked()).toBe(1);
  });

  it.each<[string, Script, RegExp]>([
    ['is malformed twice', () => '{"claims": "all fully supported"}', /^malformed: .*The features decided\.$/],
    ['says nothing in its time', () => null, /^timed-out: .*The features decided\.$/],
  ])('lets the features decide when it %s, says so, and accepts nothing for that', async (_, script, failure) => {
    const { result } = await check(script, `${STATED} ${INVENTED}`, {}, {}, 700);
    expect(result).toMatchObject({
      mode: 'features',
      languageModel: { failure: expect.stringMatching(failure) as unknown },
      isSupported: false,
    });
    expect(result.recommendation).not.toBe('accept');
  });
});
