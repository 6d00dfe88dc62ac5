import { ArbiterError } from '@arbiter/contracts';
import type { GenerationRequest } from '@arbiter/ports';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createOllamaLanguageModel, OllamaEmbedder } from './index.js';

/**
 * Against a real server, for what a stand-in cannot know: whether Ollama reads our requests as we mean them. Any model
 * will do, since only the protocol is looked at.
 */
const host = process.env.OLLAMA_HOST;
const name = process.env.OLLAMA_TEST_MODEL ?? 'smollm2:135m';
if (!host) process.stderr.write('skipped: OLLAMA_HOST is not set, so there is no real Ollama to test with\n');

const REQUEST: GenerationRequest = {
  system: 'Answer in one sentence.',
  messages: [{ role: 'user', text: 'What is a lighthouse?' }],
  maxTokens: 24,
  temperature: 0,
};
const soon = (): AbortSignal => AbortSignal.timeout(90_000);

(host ? describe : describe.skip)('a real Ollama', () => {
  const model = createOllamaLanguageModel({ host: host!, model: name, contextTokens: 1_024 });
  const ask = (request: Partial<GenerationRequest> = {}) =>
    model.generate({ ...REQUEST, ...request }, { signal: soon() });
  afterAll(() => model.close());

  it('has the model', async () => {
    await expect(model.health(soon())).resolves.toBeUndefined();
  });

  it('streams the answer that it also gives as a whole, with its usage', async () => {
    const texts: string[] = [];
    let end: unknown;
    for await (const event of model.stream(REQUEST, { signal: soon() })) {
      if (event.type === 'text') texts.push(event.text);
      if (event.type === 'end') end = event.generation;
    }
    expect(texts.length).toBeGreaterThan(3);
    const whole = await ask();
    expect(end).toMatchObject({ text: texts.join(''), model: name });
    expect(whole.text).toBe(texts.join(''));
    expect(whole.usage.outputTokens).toBeGreaterThan(3);
    const estimate = await model.countTokens(REQUEST, { signal: soon() });
    expect(estimate.tokens).toBeGreaterThanOrEqual(whole.usage.inputTokens);
  });

  it('ends at the most tokens', async () => {
    const { stopReason, usage } = await ask({ maxTokens: 3, messages: [{ role: 'user', text: 'Tell a long story.' }] });
    expect([stopReason, usage.outputTokens]).toEqual(['length', 3]);
  });

  it('ends before a stop sequence', async () => {
    const { text } = await ask();
    const word = text.split(' ')[2]!;
    const stopped = await ask({ stopSequences: [word] });
    expect(stopped.text).toBe(text.slice(0, text.indexOf(word)));
    expect(stopped.stopReason).toBe('end');
  });

  it('keeps to a schema', async () => {
    const schema = {
      type: 'object',
      properties: { colour: { enum: ['red', 'green'] }, count: { type: 'integer' } },
      required: ['colour', 'count'],
    };
    const messages = [{ role: 'user', text: 'Three red lanterns. Which colour, how many? JSON.' }] as const;
    const { output } = await ask({ messages, maxTokens: 60, output: { name: 'lanterns', schema } });
    expect(output).toEqual({ colour: expect.stringMatching(/^(red|green)$/), count: expect.any(Number) });
  });

  it('refuses a prompt that is longer than its context, and does not cut it in silence', async () => {
    const messages = [{ role: 'user', text: 'The keeper lit the lantern. '.repeat(600) }] as const;
    await expect(ask({ messages })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('stops when the reader leaves, and answers the next one', async () => {
    const story = { ...REQUEST, maxTokens: 800, messages: [{ role: 'user', text: 'Tell a long story.' }] } as const;
    for await (const event of model.stream(story, { signal: soon() })) if (event.type === 'text') break;
    await expect(ask({ maxTokens: 3 })).resolves.toMatchObject({ text: expect.any(String) });
  });

  it('says that it does not have a model', async () => {
    const other = createOllamaLanguageModel({ host: host!, model: 'no-such-model' });
    const missing = { code: 'NOT_FOUND', message: expect.stringContaining('ollama pull no-such-model') };
    await expect(other.health(soon())).rejects.toMatchObject(missing);
    await expect(other.generate(REQUEST, { signal: soon() })).rejects.toMatchObject(missing);
  });

  it('embeds: unit vectors, in order, of which no text changes another', async () => {
    const wrong = new OllamaEmbedder({ host: host!, model: name, dimensions: 5, maxTokens: 512 });
    const refused: unknown = await wrong.warmUp(soon()).catch((error: unknown) => error);
    const dimensions = refused instanceof ArbiterError ? Number(refused.details.dimensions) : 0;
    expect(dimensions).toBeGreaterThan(5);
    const sut = new OllamaEmbedder({ host: host!, model: name, dimensions, maxTokens: 512, batchSize: 2 });
    const texts = ['storm', '', 'x'.repeat(5_000), 'The keeper lit the lantern.'];
    const vectors = await sut.embed(texts, { kind: 'document', signal: soon() });
    expect(vectors.map((vector) => [vector.length, Math.hypot(...vector).toFixed(3)])).toEqual(
      texts.map(() => [dimensions, '1.000']),
    );
    const [alone] = await sut.embed(texts.slice(3), { kind: 'document', signal: soon() });
    const cosine = alone!.reduce((sum, number, i) => sum + number * vectors[3]![i]!, 0);
    expect(cosine).toBeGreaterThan(0.999);
  });
});
