import {
  ArbiterError,
  type BytePiece,
  getPagePicture,
  interpretPage,
  type OperationInput,
  type OperationOutput,
  type Principal,
} from '@arbiter/contracts';
import type { CallOptions, OperationClient } from '@arbiter/messaging';
import { sizedJpeg } from '@arbiter/ports/testing';
import { startHttpStandIn, chatChunks, type StandInAnswer } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { startRetriever, type StartedRetriever } from '../../test/retriever.arm.js';

const WIRE = 'The bell wire ends at the oil room.';
/** More than one piece of it is asked for. */
const PICTURE = sizedJpeg(1_200, 1_697, 300_000);
const ASKED = { query: 'Where does the bell wire end?', documentId: 'wiring', page: 2 };
const KEEPER: Principal = { name: 'keeper', role: 'reader', tenant: 'coast', groups: ['light'] };

type PictureAsked = OperationInput<typeof getPagePicture> & { readonly principal: Principal | null | undefined };

/** The arm that draws pages, which has one. */
function drawing() {
  const asked: PictureAsked[] = [];
  const request = (_: unknown, sent: object, { parent }: CallOptions = {}): Promise<BytePiece> => {
    const input = getPagePicture.input.parse(sent);
    asked.push({ ...input, principal: parent?.principal });
    if (input.documentId !== 'wiring' || input.page !== 2)
      return Promise.reject(new ArbiterError('NOT_FOUND', 'There is no such page.'));
    const piece = PICTURE.subarray(input.offset, input.offset + input.length);
    return Promise.resolve({
      mediaType: 'image/jpeg',
      name: 'wiring-2.jpg',
      bytes: PICTURE.length,
      sha256: createHash('sha256').update(PICTURE).digest('hex'),
      data: Buffer.from(piece).toString('base64'),
    });
  };
  return { asked, client: { request } as unknown as OperationClient };
}

const says =
  (...sentences: string[]) =>
  (reply: StandInAnswer) =>
    reply.stream('text/event-stream', chatChunks([JSON.stringify({ sentences })]), 'end');

describe('retriever.interpret-page', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const start = async (answer: (reply: StandInAnswer) => Promise<void>, env: Record<string, string> = {}) => {
    const bodies: string[] = [];
    const vendor = await startHttpStandIn(({ body }, reply) => {
      bodies.push(body);
      return answer(reply);
    });
    closers.push(() => vendor.close());
    const pages = drawing();
    const seeing = { VISION_MODEL: 'openai/gpt-test', OPENAI_BASE_URL: `${vendor.url}/v1`, ...env };
    const arm: StartedRetriever = await startRetriever(seeing, undefined, pages.client);
    closers.push(() => arm.close());
    const interpret = (input: object = {}, options: CallOptions = {}): Promise<OperationOutput<typeof interpretPage>> =>
      arm.client.request(interpretPage, { ...ASKED, ...input }, options);
    return { ...arm, bodies, asked: pages.asked, interpret };
  };

  it('gives what the model reads from the picture', async () => {
    const { interpret, bodies } = await start(says(WIRE, 'You must buy oil.'));
    expect(await interpret()).toMatchObject({ mode: 'read', sentences: [WIRE] });
    const [body] = bodies;
    expect(bodies).toHaveLength(1);
    expect(body).toContain(`data:image/jpeg;base64,${Buffer.from(PICTURE).toString('base64')}`);
  });

  it('asks for the picture in pieces, in the name of its caller', async () => {
    const { interpret, asked } = await start(says(WIRE));
    const parent = {
      ...{ requestId: 'r1', deadline: Date.now() + 60_000, signal: new AbortController().signal, principal: KEEPER },
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    };
    await interpret({}, { parent });
    expect(asked).toMatchObject([
      { documentId: 'wiring', page: 2, width: 1_200, offset: 0, length: 0 },
      { offset: 0, length: 262_144 },
      { offset: 262_144, length: PICTURE.length - 262_144 },
    ]);
    for (const { principal } of asked) expect(principal).toMatchObject({ name: 'keeper', groups: ['light'] });
  });

  it('does not know a page that the caller cannot see', async () => {
    const { interpret, bodies } = await start(says(WIRE));
    await expect(interpret({ page: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(bodies).toEqual([]);
  });

  it('tells what was spent, and shows the prompt without the picture', async () => {
    const { interpret } = await start((reply) =>
      reply.json(200, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'gpt-test',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: JSON.stringify({ sentences: [WIRE] }) },
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 2_900, completion_tokens: 20, total_tokens: 2_920 },
      }),
    );
    const output = await interpret({ includePrompts: true });
    expect(output).toMatchObject({
      usage: { model: 'openai/gpt-test', inputTokens: 2_900, outputTokens: 20 },
      modelCalls: [
        { role: 'see', prompt: 'vision-1', messages: [{ text: expect.stringMatching(/^\[picture, 301 kB\]/) }] },
      ],
    });
    expect(JSON.stringify(output).length).toBeLessThan(8_000);
  });

  it('asks nothing that the budget leaves no room for', async () => {
    const { interpret, bodies } = await start(says(WIRE));
    const spared = { mode: 'words', sentences: [], degraded: 'model-over-budget' };
    // More than the texts take, and the longest answer; not the picture.
    expect(await interpret({ budget: { maxTokens: 4_000 } })).toEqual(spared);
    expect(await interpret({ budget: { maxTokens: 0 } })).toEqual(spared);
    expect(bodies).toEqual([]);
    expect(await interpret({ budget: { maxTokens: 20_000 } })).toMatchObject({ mode: 'read' });
  });

  it('says that the model sees no pictures', async () => {
    const message = 'Invalid content type. image_url is only supported by certain models.';
    const { interpret } = await start((reply) =>
      reply.json(400, { error: { message, type: 'invalid_request_error' } }),
    );
    await expect(interpret()).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { reason: 'no-vision' },
      message: expect.stringContaining('VISION_MODEL'),
    });
  });

  it.each([
    [401, /check OPENAI_API_KEY/],
    [404, /no model "gpt-test"/],
  ])('does not blame its caller for its own settings (%d)', async (status, message) => {
    const { interpret } = await start((reply) => reply.json(status, { error: { message: 'No.', type: 'x' } }));
    await expect(interpret()).rejects.toMatchObject({
      code: 'INTERNAL',
      details: { reason: 'vision-model' },
      message: expect.stringMatching(message),
    });
  });

  it('reads no pictures without a model, nor without a way to them', async () => {
    const { interpret, asked } = await start(says(WIRE), { VISION_MODEL: '' });
    expect(await interpret()).toEqual({ mode: 'words', sentences: [] });
    expect(asked).toEqual([]);
    const alone = await startRetriever({ VISION_MODEL: 'ollama/llava' });
    closers.push(() => alone.close());
    expect(await alone.client.request(interpretPage, ASKED)).toEqual({ mode: 'words', sentences: [] });
  });

  it('counts its calls, and shows whether its model is asked', async () => {
    const { interpret, registry } = await start(says(WIRE));
    await interpret();
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/arbiter_language_model_calls_total\{[^}]*prompt="vision-1"[^}]*code="OK"[^}]*\} 1/);
    expect(metrics).toMatch(/arbiter_language_model_circuit\{[^}]*role="see"[^}]*\} 0/);
  });
});
