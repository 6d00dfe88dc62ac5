import { describeEmbedder } from '@arbiter/ports/testing';
import { freePort, startHttpStandIn, until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddingServer, type EmbeddingServer } from '../test/embedding-stand-in.js';
import { OllamaEmbedder } from './index.js';

let server: EmbeddingServer;
beforeAll(async () => {
  server = await startEmbeddingServer();
});
afterAll(() => server.close());

describeEmbedder('OllamaEmbedder', () => new OllamaEmbedder({ host: server.url }), { countsExactly: false });

const signal = (): AbortSignal => new AbortController().signal;
const lastInputs = (count: number) => server.inputs.slice(-count);

describe('OllamaEmbedder', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    expect(server.violations).toEqual([]);
  });
  /** An embedder whose server answers with these vectors, whatever it is asked. */
  async function embedderOver(...embeddings: number[][]): Promise<OllamaEmbedder> {
    const other = await startHttpStandIn((_, answer) => answer.json(200, { model: 'x', embeddings }));
    closing.push(() => other.close());
    return new OllamaEmbedder({ host: other.url, dimensions: 2 });
  }

  it('puts the prefix of its kind before each text', async () => {
    const sut = new OllamaEmbedder({ host: server.url });
    await sut.embed(['Who?'], { kind: 'query', signal: signal() });
    await sut.embed(['The keeper.'], { kind: 'document', signal: signal() });
    await sut.embed(['Mara.'], { kind: 'document', urgent: true, signal: signal() });
    expect(lastInputs(3)).toEqual([
      ['search_query: Who?'],
      ['search_document: The keeper.'],
      ['search_document: Mara.'],
    ]);
  });

  it('sends batches, a bounded number of them at a time', async () => {
    const sut = new OllamaEmbedder({ host: server.url, batchSize: 4, concurrency: 2 });
    const texts = Array.from({ length: 18 }, (_, i) => `ship ${i}`);
    await Promise.all([
      sut.embed(texts, { kind: 'document', signal: signal() }),
      sut.embed(texts, { kind: 'document', signal: signal() }),
    ]);
    expect(
      lastInputs(10)
        .map(({ length }) => length)
        .sort(),
    ).toEqual([2, 2, 4, 4, 4, 4, 4, 4, 4, 4]);
    expect(server.mostAtOnce).toBe(2);
  });

  it('names both ways out when the model is not there', async () => {
    const sut = new OllamaEmbedder({ host: server.url, model: 'mxbai-embed-large' });
    await expect(sut.warmUp(signal())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'model-missing' },
      message: expect.stringMatching(/`ollama pull mxbai-embed-large`.*EMBEDDING_MODEL=all-MiniLM-L6-v2/),
    });
  });

  it('refuses a model of other dimensions', async () => {
    const sut = await embedderOver([1, 2, 3]);
    await expect(sut.warmUp(signal())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { dimensions: 3, expected: 2 },
    });
  });

  it.each([
    ['too few vectors', []],
    [
      'too many',
      [
        [3, 4],
        [3, 4],
      ],
    ],
    ['a vector without a direction', [[0, 0]]],
  ])('refuses %s', async (_, embeddings) => {
    const sut = await embedderOver(...embeddings);
    await expect(sut.warmUp(signal())).rejects.toMatchObject({ details: { reason: 'malformed-answer' } });
  });

  it('makes every vector one of unit length', async () => {
    const sut = await embedderOver([3, 4]);
    const [vector] = await sut.embed(['storm'], { kind: 'query', signal: signal() });
    expect([...vector!]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)]);
  });

  it('is unavailable where nobody listens', async () => {
    const sut = new OllamaEmbedder({ host: `http://127.0.0.1:${await freePort()}` });
    await expect(sut.warmUp(signal())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'unreachable' },
    });
  });

  it('ends its request when the signal is aborted', async () => {
    let asked = false;
    const silent = await startHttpStandIn((_, answer) => {
      asked = true;
      return answer.stream('application/json', '', 'hang');
    });
    closing.push(() => silent.close());
    const controller = new AbortController();
    const sut = new OllamaEmbedder({ host: silent.url });
    const call = expect(sut.embed(['storm'], { kind: 'query', signal: controller.signal })).rejects.toThrow('gone');
    await until(() => asked, { what: 'the request to arrive' });
    controller.abort(new Error('gone'));
    await call;
    await silent.untilAbandoned(1);
  });

  it('has no vectors of pieces', async () => {
    const sut = new OllamaEmbedder({ host: server.url });
    expect(sut.canEncode).toBe(false);
    await expect(sut.encode()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
