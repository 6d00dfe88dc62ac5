import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, listDomains, type Answer, type AnyOperation } from '@arbiter/contracts';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import { RefusedCredentials, USUAL_LIMITS, type HttpDoorOptions } from '@arbiter/platform';
import { closeDoors, openDoor } from '../../test/open-door.js';
import { answered } from '../../test/query-pipeline.js';
import { mountOpenAi } from './mount-openai.js';
import { openAiErrorBodyOf } from './openai-errors.js';

afterEach(closeDoors);

const DOMAINS = { domains: [{ domain: 'coast', version: '1', description: '', collections: ['coast'] }] };

interface Opened {
  readonly url: string;
  /** Inputs of the questions that came through. */
  readonly asked: Record<string, unknown>[];
  readonly post: (path: string, body: object, init?: RequestInit) => Promise<Response>;
}

interface Behind extends Partial<HttpDoorOptions> {
  readonly publicUrl?: string;
  readonly reply?: (call: IncomingCall) => Promise<Answer>;
}

/** The door of an orchestrator that answers every question alike. */
async function open({
  publicUrl,
  reply = () => Promise.resolve(answered({})),
  ...options
}: Behind = {}): Promise<Opened> {
  const asked: Opened['asked'] = [];
  const invoke: InvokeOperation = async function* (operation: AnyOperation, call) {
    if (operation === listDomains) return DOMAINS;
    asked.push(call.input as Record<string, unknown>);
    yield { type: 'stage', stage: 'context', status: 'started', ms: 0, detail: '' };
    return await reply(call);
  };
  const url = await openDoor(invoke, mountOpenAi(publicUrl), { errorBodyOf: openAiErrorBodyOf, ...options });
  const post: Opened['post'] = (path, body, init) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    });
  return { url, asked, post };
}

const CHAT = '/v1/chat/completions';
const user = (content: unknown) => ({ role: 'user', content });
const QUESTION = { model: 'arbiter', messages: [user('Who keeps the lamp?')] };

describe('a request that cannot be served', () => {
  it.each([
    ['no messages', { messages: [] }, 'messages'],
    ['no user', { messages: [{ role: 'system', content: 'Be brief.' }] }, 'messages'],
    ['an unknown role', { messages: [{ role: 'owl', content: 'x' }] }, 'messages[0].role'],
    ['an empty question', { messages: [user(' ')] }, 'messages'],
    ['a question that is too long', { messages: [user('x'.repeat(8_193))] }, 'messages'],
    ['an image', { messages: [user([{ type: 'image_url', image_url: { url: 'data:' } }])] }, 'messages[0].content'],
    ['content that is no text', { messages: [user(7)] }, 'messages[0].content'],
    ['several answers', { n: 2 }, 'n'],
    ['JSON', { response_format: { type: 'json_object' } }, 'response_format'],
    ['a call of a tool', { tool_choice: { type: 'function', function: { name: 'f' } } }, 'tool_choice'],
    ['a session of no name', { metadata: { session_id: 'a b' } }, 'metadata.session_id'],
    ['no model', { model: undefined }, 'model'],
  ])('is refused with 400 and the name of the field: %s', async (_what, fields, param) => {
    const { post, asked } = await open();
    const response = await post(CHAT, { ...QUESTION, ...fields });
    const body = (await response.json()) as { error: object };
    expect([response.status, body.error]).toEqual([
      400,
      { message: expect.any(String), type: 'invalid_request_error', param, code: expect.any(String) },
    ]);
    expect(asked).toEqual([]);
  });

  it.each(['previous_response_id', 'conversation', 'background'])('as a response that is kept: %s', async (field) => {
    const { post } = await open();
    const response = await post('/v1/responses', {
      model: 'arbiter',
      input: 'Who?',
      [field]: field === 'background' || 'x',
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: field } }]);
  });

  it('of an unknown model is not found, nor one of a domain that the caller does not see', async () => {
    const { url, post } = await open();
    for (const model of ['gpt-4o', 'arbiter/moon', '']) {
      const response = await post(CHAT, { ...QUESTION, model });
      const error = { type: 'invalid_request_error', param: 'model', code: 'model_not_found' };
      expect([response.status, await response.json()]).toMatchObject([404, { error }]);
    }
    expect((await fetch(`${url}/v1/models/arbiter%2Fmoon`)).status).toBe(404);
    expect(await (await fetch(`${url}/v1/models/arbiter/coast`)).json()).toMatchObject({ id: 'arbiter/coast' });
  });

  it('is told in the same form by the door: a wrong key, a method, what is no JSON, too many', async () => {
    const authenticate = () => {
      throw new RefusedCredentials('This key is not valid.', 'unknown key');
    };
    const shut = await open({ authenticate });
    const refusal = await shut.post(CHAT, QUESTION);
    expect([refusal.status, await refusal.json()]).toMatchObject([401, { error: { code: 'invalid_api_key' } }]);
    const { url } = await open();
    const wrong = await fetch(`${url}/v1/responses`);
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toMatchObject([405, 'POST', { error: {} }]);
    const torn = await fetch(`${url}${CHAT}`, {
      method: 'POST',
      body: '{"model',
      headers: { 'content-type': 'application/json' },
    });
    expect([torn.status, await torn.json()]).toMatchObject([400, { error: { type: 'invalid_request_error' } }]);
    const crowded = await open({ limits: { ...USUAL_LIMITS, requestsPerMinute: 1 } });
    await crowded.post(CHAT, QUESTION);
    const turnedAway = await crowded.post(CHAT, QUESTION);
    expect([turnedAway.status, await turnedAway.json()]).toMatchObject([
      429,
      { error: { code: 'rate_limit_exceeded' } },
    ]);
    expect(Number(turnedAway.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const busy = () => Promise.reject(new ArbiterError('RATE_LIMITED', 'Wait.', { details: { retryAfterMs: 7_000 } }));
    const limited = await (await open({ reply: busy })).post(CHAT, QUESTION);
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toMatchObject([
      429,
      '7',
      { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } },
    ]);
  });
});

describe('a question', () => {
  it('is asked as the model says, with what was said before it', async () => {
    const { post, asked } = await open();
    const messages = [
      { role: 'system', content: 'Answer as a pirate.' },
      user('Who keeps the lamp?'),
      { role: 'assistant', content: 'Mara keeps the lamp. [1]\n\nSources:\n1. Light' },
      { role: 'tool', tool_call_id: 'x', content: '7' },
      user([{ type: 'image_url', image_url: { url: 'data:' } }]),
      user('And the bell?'),
      { role: 'assistant', content: 'No passage was found for this question, so it is not answered.' },
      user([
        { type: 'text', text: 'Where was' },
        { type: 'text', text: 'she born?' },
      ]),
    ];
    const ignored = { temperature: 2, max_tokens: 1, n: 1, tools: [{}], tool_choice: 'auto', user: 'ann', stop: ['a'] };
    await post(CHAT, { model: 'arbiter/coast', messages, ...ignored, metadata: { session_id: 's-1' } });
    expect(asked).toEqual([
      {
        query: 'Where was\nshe born?',
        mode: 'standard',
        domain: 'coast',
        sessionId: 's-1',
        history: [
          { role: 'user', content: 'Who keeps the lamp?' },
          { role: 'assistant', content: 'Mara keeps the lamp. [1]' },
          { role: 'user', content: 'And the bell?' },
          { role: 'assistant', content: expect.stringContaining('No passage'), declined: true },
        ],
      },
    ]);
  });

  it.each([
    ['arbiter-fast', 'fast'],
    ['arbiter-deep', 'deep'],
  ])('of the model %s is asked in mode %s', async (model, mode) => {
    const { post, asked } = await open();
    await post('/v1/responses', { model, input: [{ role: 'user', content: [{ type: 'input_text', text: 'Who?' }] }] });
    expect(asked).toEqual([{ query: 'Who?', mode }]);
  });

  it('is given up when its client goes away', async () => {
    let stopped: unknown = null;
    const reply = async ({ signal }: IncomingCall): Promise<Answer> => {
      await delay(60_000, undefined, { ...(signal && { signal }) }).catch(() => (stopped = 'yes'));
      return answered({});
    };
    const { post } = await open({ reply });
    const gone = new AbortController();
    const response = await post(CHAT, { ...QUESTION, stream: true }, { signal: gone.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    gone.abort();
    for (let tries = 0; stopped === null && tries < 2_000; tries += 1) await delay(10);
    expect(stopped).toBe('yes');
  });

  it('that fails in a stream ends it with the error', async () => {
    const reply = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The validator is away.'));
    const { post } = await open({ reply });
    const error = { message: 'The validator is away.', type: 'server_error', param: null, code: 'unavailable' };
    const chat = await (await post(CHAT, { ...QUESTION, stream: true })).text();
    expect(chat).toContain(`data: ${JSON.stringify({ error })}\n\n`);
    expect(chat).not.toContain('[DONE]');
    const response = await (await post('/v1/responses', { model: 'arbiter', input: 'Who?', stream: true })).text();
    expect(response).toContain(`event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`);
  });
});

describe('a stream', () => {
  it('is opened by a comment and says nothing before the answer has been checked', async () => {
    let release = (): void => undefined;
    const checked = new Promise<void>((resolve) => (release = resolve));
    const { post } = await open({ reply: () => checked.then(() => answered({})) });
    const response = await post(CHAT, { ...QUESTION, stream: true });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe(': still here\n\n');
    release();
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) rest += next.value;
    expect(rest).toMatch(/^data: \{.*"delta":\{"role":"assistant","content":""\}/);
    expect(rest.endsWith('data: [DONE]\n\n')).toBe(true);
  });
});
