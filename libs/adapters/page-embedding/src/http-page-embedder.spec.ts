import { InMemoryMultiVectorIndex } from '@arbiter/ports/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Behaviour,
  MODEL,
  type PageServerStandIn,
  startInfinity,
  startVllm,
} from '../test/page-server-stand-in.js';
import { HttpPageEmbedder, type HttpPageEmbedderOptions } from './index.js';

const { signal } = new AbortController();
const picture = (text: string): Uint8Array => Buffer.from(text);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function opened(
  starting: Promise<PageServerStandIn>,
  options: Partial<HttpPageEmbedderOptions> = {},
): Promise<{ server: PageServerStandIn; sut: HttpPageEmbedder }> {
  const server = await starting;
  const sut = new HttpPageEmbedder({ url: server.url, model: MODEL, ...options });
  closing.push(
    () => sut.close(),
    () => server.close(),
  );
  return { server, sut };
}

describe.each<[string, (behaviour?: Behaviour) => Promise<PageServerStandIn>, string[]]>([
  ['vLLM', startVllm, ['GET /models', 'GET /v1/models', 'POST /pooling']],
  ['Infinity', startInfinity, ['GET /models', 'POST /embeddings']],
  [
    'Infinity with a prefix',
    (behaviour) => startInfinity({ prefix: '/v1', ...behaviour }),
    ['GET /models', 'GET /v1/models', 'POST /v1/embeddings'],
  ],
])('a page embedder over %s', (_, start, found) => {
  it('asks once what the server is, and how many numbers a vector has', async () => {
    const { server, sut } = await opened(start());
    expect(await Promise.all([sut.dimensions(signal), sut.dimensions(signal)])).toEqual([48, 48]);
    expect(server.targets).toEqual(found);
    const page = await sut.embedPage(picture('oil room, bell wire'), { signal });
    expect(page).toHaveLength(4 * 48);
    expect(server.targets).toEqual([...found, found.at(-1)]);
    expect(server.encodings).toEqual(['float', 'base64']);
  });

  it('gives pages and queries vectors that find each other', async () => {
    const { sut } = await opened(start());
    const index = new InMemoryMultiVectorIndex();
    for (const [i, text] of ['storm over the mole', 'oil room, bell wire'].entries()) {
      const vectors = await sut.embedPage(picture(text), { signal });
      const pages = [{ documentId: `d${i}`, page: 1, vectors, metadata: {} }];
      await index.replaceDocuments('c', 48, [{ documentId: `d${i}`, pages }], signal);
    }
    const query = await sut.embedQuery('bell wire', { signal });
    const hits = await index.search('c', query, 48, { limit: 1, signal });
    expect(hits).toEqual([{ documentId: 'd1', page: 1, score: expect.closeTo(1, 5) }]);
  });

  it('sends the key as a bearer', async () => {
    const { server, sut } = await opened(start(), { apiKey: 'k-123' });
    await sut.embedQuery('bell', { signal });
    expect(new Set(server.keys)).toEqual(new Set(['Bearer k-123']));
  });

  it('takes an address that ends in a slash or in /v1', async () => {
    const { server } = await opened(start());
    for (const end of ['/', '/v1', '/v1/']) {
      const sut = new HttpPageEmbedder({ url: `${server.url}${end}`, model: MODEL });
      expect(await sut.dimensions(signal)).toBe(48);
    }
  });

  it('takes lists where it asked for base64', async () => {
    const { sut } = await opened(start({ onlyLists: true }));
    expect(await sut.embedPage(picture('bell wire'), { signal })).toHaveLength(2 * 48);
  });

  it.each(['unlisted', 'of-a-proxy'] as const)(
    'is found by what it answers to where its models are %s',
    async (models) => {
      const { server, sut } = await opened(start({ models }));
      expect(await sut.embedPage(picture('bell wire'), { signal })).toHaveLength(2 * 48);
      expect(server.targets.at(-1)).toBe(found.at(-1));
    },
  );

  it('gives vectors unit length, and leaves out those that pad an input', async () => {
    const { server, sut } = await opened(
      start({
        vectors: () => [
          [3, 4],
          [0, 0],
          [0, 2],
        ],
      }),
    );
    const vectors = await sut.embedQuery('bell', { signal });
    expect([...vectors]).toEqual([0.6, 0.8, 0, 1].map((number) => expect.closeTo(number, 6)));
    // In base64 nothing would tell such vectors from those of another length.
    expect(server.encodings).toEqual(['float', 'float']);
  });
});

it('refuses what is no address of a server', () => {
  for (const url of ['', 'localhost:8000', 'ftp://host', 'http://user:secret@host'])
    expect(() => new HttpPageEmbedder({ url, model: MODEL })).toThrow(/PAGE_EMBEDDER_URL/);
});

it('says so when it is closed', async () => {
  const { sut } = await opened(startVllm());
  await sut.close();
  await expect(sut.dimensions(signal)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/closed/),
  });
});
