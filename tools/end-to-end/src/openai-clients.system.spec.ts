import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { INN } from './shared/library-documents.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEYS = {
  admin: 'the-key-of-the-operator-of-this-server',
  acme: 'a-key-of-a-reader-of-tenant-acme-here',
  monitor: 'a-key-that-reads-metrics-and-no-more',
} as const;
const keyFile = {
  version: 1,
  keys: [
    { name: 'acme-reader', role: 'reader', tenant: 'acme', key: KEYS.acme },
    { name: 'prometheus', role: 'monitor', key: KEYS.monitor },
  ].map(({ key, ...entry }) => ({
    ...entry,
    sha256: createHash('sha256').update(key).digest('hex'),
    created: '2026-01-01T00:00:00Z',
  })),
};
const PUBLIC_URL = 'https://arbiter.example';
const BED = 'What does a bed at the Drowned Heron cost?';

/** What Arbiter adds to OpenAI's own fields. */
interface OfArbiter {
  readonly arbiter?: {
    readonly answerId: string | null;
    readonly status: string;
    readonly confidence: number | null;
    readonly citations: readonly { readonly quote: string; readonly url?: string }[];
    readonly closest?: readonly unknown[];
    readonly resolvedQuery?: string;
  };
}

const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;

const clientOf = (apiKey: string): OpenAI => new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
let client: OpenAI;

beforeAll(async () => {
  const dataDir = await folders.create();
  const keysFile = join(dataDir, 'keys.json');
  await writeFile(keysFile, JSON.stringify(keyFile), { mode: 0o600 });
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: { ...NO_READER, ARBITER_API_KEY: KEYS.admin, ARBITER_KEYS_FILE: keysFile, ARBITER_PUBLIC_URL: PUBLIC_URL },
  });
  client = clientOf(KEYS.admin);
  const headers = { authorization: `Bearer ${KEYS.admin}` };
  const inline = { kind: 'inline', name: 'heron.md', content: INN, metadata: {} };
  for (const collection of ['inns', 'acme.inns']) await ingest(server.url, collection, [inline], { headers });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

type Message = OpenAI.ChatCompletionMessageParam;
const user = (content: string): Message => ({ role: 'user', content });

async function streamed(messages: Message[]) {
  const stream = await client.chat.completions.create({
    model: 'arbiter',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks: (OpenAI.ChatCompletionChunk & OfArbiter)[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { chunks, text: chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('') };
}

describe('the official client', () => {
  it('lists the models that its key may ask', async () => {
    const idsFor = async (key: string) => (await clientOf(key).models.list()).data.map(({ id }) => id);
    const own = ['arbiter', 'arbiter-fast', 'arbiter-deep'];
    expect(await idsFor(KEYS.admin)).toEqual(expect.arrayContaining([...own, 'arbiter/lantern-coast']));
    expect(await idsFor(KEYS.acme)).toEqual(own);
    expect(await client.models.retrieve('arbiter/lantern-coast')).toMatchObject({
      object: 'model',
      owned_by: 'arbiter',
    });
  });
});

describe('the official client, of chat completions', () => {
  it('gets a whole answer with its sources, where they stand', async () => {
    const { choices, usage, ...rest } = await client.chat.completions.create({
      model: 'arbiter',
      messages: [user(BED)],
    });
    const { message, finish_reason: end } = choices[0]!;
    expect([end, message.role, message.refusal]).toEqual(['stop', 'assistant', null]);
    const text = message.content ?? '';
    expect(text).toMatch(
      /3 wicks[\s\S]*\n\nSources:\n1\. \[The Drowned Heron\]\(https:\/\/arbiter\.example\/documents\//,
    );
    const [annotation] = message.annotations ?? [];
    const { start_index: start, end_index: endIndex, url, title } = annotation!.url_citation;
    expect([text.slice(start, endIndex), title]).toEqual(['[1]', 'The Drowned Heron']);
    const { arbiter } = rest as OfArbiter;
    expect(arbiter).toMatchObject({ status: 'answered', answerId: expect.any(String), citations: [{ url }] });
    expect(INN).toContain(arbiter!.citations[0]!.quote);
    // No language model is configured.
    expect(usage).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
  });

  it('gets the same text streamed: the role first, usage last', async () => {
    const { chunks, text } = await streamed([user(BED)]);
    const whole = await client.chat.completions.create({ model: 'arbiter', messages: [user(BED)] });
    expect(text).toBe(whole.choices[0]!.message.content);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }], arbiter: { status: 'answered' } });
    const annotated = chunks.flatMap(({ choices: [choice] }) =>
      choice && 'annotations' in choice.delta ? [choice.delta] : [],
    );
    expect(annotated).toMatchObject([{ annotations: [{ type: 'url_citation' }] }]);
    const collected = await client.chat.completions.stream({ model: 'arbiter', messages: [user(BED)] }).finalContent();
    expect(collected).toBe(text);
  });

  it('holds the exchange of a chat page: a question, a follow-up, its prompts, a refusal', async () => {
    const messages = [user(BED)];
    const say = async (question?: string) => {
      if (question !== undefined) messages.push(user(question));
      const { chunks, text } = await streamed(messages);
      messages.push({ role: 'assistant', content: text });
      return { text, arbiter: chunks.find(({ arbiter }) => arbiter)?.arbiter };
    };
    expect((await say()).text).toContain('3 wicks');
    expect(await say('And a bath?')).toMatchObject({
      text: expect.stringContaining('1 wick'),
      arbiter: { resolvedQuery: 'What does a bath at the Drowned Heron cost?' },
    });
    const prompt = [
      '### Task:\nGenerate a concise title for the chat.',
      '### Output:\nJSON format: { "title": "your title" }',
      `### Chat History:\n<chat_history>\nUSER: ${BED}\nASSISTANT: 3 wicks\n</chat_history>`,
    ].join('\n');
    const titled = await client.chat.completions.create({ model: 'arbiter', messages: [user(prompt)] });
    expect(JSON.parse(titled.choices[0]!.message.content ?? '')).toEqual({ title: 'What does a bed at the' });
    expect(titled).toMatchObject({ arbiter: { answerId: null, status: 'task', confidence: null, citations: [] } });
    const refusal = await say('Who is the president of the moon?');
    expect(refusal.text).toMatch(/^No passage was found that surely answers[\s\S]*\n\nClosest passages:\n1\. “/);
    expect(refusal.arbiter).toMatchObject({ status: 'declined', confidence: 0, citations: [] });
    expect(refusal.arbiter?.closest).not.toEqual([]);
    // Nothing refers to what was declined.
    expect((await say('And a bed?')).text).toContain('3 wicks');
  });

  it('is remembered in a session that it names, and read there', async () => {
    const ask = (question: string) =>
      client.chat.completions.create({
        model: 'arbiter',
        messages: [user(question)],
        metadata: { session_id: 'inn-1' },
      });
    await ask('Who runs the Drowned Heron?');
    expect(await ask('How old is she?')).toMatchObject({ arbiter: { resolvedQuery: 'How old is Berta Holm?' } });
  });

  it('learns of a wrong key, a role that may not ask and an unknown model by its own errors', async () => {
    const ask = (key: string, model: string) => clientOf(key).chat.completions.create({ model, messages: [user(BED)] });
    await expect(ask('a-wrong-key-of-many-characters', 'arbiter')).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
      type: 'invalid_request_error',
    });
    await expect(ask(KEYS.monitor, 'arbiter')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(ask(KEYS.admin, 'gpt-4o')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
    await expect(ask(KEYS.admin, 'arbiter/none')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(ask(KEYS.acme, 'arbiter/lantern-coast')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('of a tenant sees what the tenant has, and no other', async () => {
    const completion = await clientOf(KEYS.acme).chat.completions.create({ model: 'arbiter', messages: [user(BED)] });
    const { arbiter } = completion as OfArbiter;
    expect(arbiter?.citations).toMatchObject([{ collection: 'acme.inns' }]);
  });
});

describe('the official client, of responses', () => {
  it('gets a whole response with flat annotations', async () => {
    const input = [
      { role: 'user', content: BED },
      { role: 'assistant', content: 'A bed at the Drowned Heron costs 3 wicks a night. [1]' },
      { role: 'user', content: 'And a bath?' },
    ] as const;
    const response = await client.responses.create({ model: 'arbiter', input: [...input] });
    expect(response).toMatchObject({ status: 'completed', error: null, usage: { total_tokens: 0 } });
    expect(response.output_text).toContain('1 wick');
    expect(response).toMatchObject({ arbiter: { resolvedQuery: 'What does a bath at the Drowned Heron cost?' } });
    const [item] = response.output;
    const part = item?.type === 'message' ? item.content[0] : undefined;
    const [annotation] = part?.type === 'output_text' ? part.annotations : [];
    if (annotation?.type !== 'url_citation') throw new Error('there is no annotation');
    expect(response.output_text.slice(annotation.start_index, annotation.end_index)).toBe('[1]');
  });

  it('gets the same streamed, in events that the client puts together', async () => {
    const stream = client.responses.stream({ model: 'arbiter-fast', input: BED });
    const events: { type: string; sequence_number: number }[] = [];
    stream.on('event', (event) => void events.push(event as (typeof events)[number]));
    const final = await stream.finalResponse();
    const whole = await client.responses.create({ model: 'arbiter-fast', input: BED });
    expect(final.output_text).toBe(whole.output_text);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    const types = [...new Set(events.map(({ type }) => type))];
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });
});

it('a browser that is signed in opens none of it: the pages of other sites cannot ask with its cookie', async () => {
  const signIn = await send(`${server.url}/v1/console/session`, {
    json: { key: KEYS.admin },
    headers: { origin: PUBLIC_URL },
  });
  const [cookie = ''] = signIn.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
  const headers = { cookie, origin: PUBLIC_URL };
  expect((await send(`${server.url}/v1/domains`, { headers })).status).toBe(200);
  for (const path of ['models', 'models/arbiter'])
    expect((await send(`${server.url}/v1/${path}`, { headers })).status).toBe(401);
  const json = { model: 'arbiter', messages: [user(BED)] };
  expect((await send(`${server.url}/v1/chat/completions`, { json, headers })).status).toBe(401);
});
