import { ArbiterError } from '@arbiter/contracts';
import type { WebSearch } from '@arbiter/ports';
import { type HttpStandIn, type ReceivedRequest, startHttpStandIn } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BraveSearch, SearxngSearch } from './web-search.js';

const KEY = 'brave-key-of-24-characters';
const live = new AbortController().signal;
let server: HttpStandIn | null = null;
afterEach(() => server?.close());

const ENGINES = [
  {
    name: 'SearxngSearch',
    create: (url: string): WebSearch => new SearxngSearch(`${url}/searx`),
    target: 'GET /searx/search?q=harbour+lamp&format=json',
    // https://docs.searxng.org/dev/search_api.html
    body: (pages: object[]) => ({ query: 'harbour lamp', number_of_results: 0, results: pages, answers: [] }),
    snippet: 'content',
  },
  {
    name: 'BraveSearch',
    create: (url: string): WebSearch => new BraveSearch(KEY, `${url}/res/v1/web/search`),
    target: 'GET /res/v1/web/search?q=harbour+lamp&count=2&text_decorations=false',
    // https://api-dashboard.search.brave.com/app/documentation/web-search/responses
    body: (pages: object[]) => ({ type: 'search', web: { type: 'search', results: pages } }),
    snippet: 'description',
  },
];

describe.each(ENGINES)('$name', ({ create, target, body, snippet }) => {
  async function answering(status: number, answer: unknown, headers?: Record<string, string>) {
    const received: ReceivedRequest[] = [];
    server = await startHttpStandIn(async (request, reply) => {
      received.push(request);
      await reply.json(status, answer, headers);
    });
    return { sut: create(server.url), received };
  }

  it('names pages with their words as plain text, at most as many as asked for', async () => {
    const pages = [
      { url: 'https://a.example/', title: 'The <strong>lamp</strong>', [snippet]: 'Mara\n keeps <b>it</b>.' },
      { url: 'magnet:?xt=1', title: 'no page' },
      { url: 'http://b.example/x', title: 'B', [snippet]: null },
      { url: 'http://c.example/', title: 'C' },
    ];
    const { sut, received } = await answering(200, body(pages));
    expect(await sut.search('harbour lamp', 2, live)).toEqual([
      { url: 'https://a.example/', title: 'The lamp', snippet: 'Mara keeps it.' },
      { url: 'http://b.example/x', title: 'B', snippet: '' },
    ]);
    expect(received.map((request) => request.target)).toEqual([target]);
  });

  it('finds nothing', async () => {
    expect(await (await answering(200, body([]))).sut.search('x', 2, live)).toEqual([]);
  });

  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [429, 'RATE_LIMITED'],
    [500, 'UNAVAILABLE'],
  ])('turns status %p into %s, without the key', async (status, code) => {
    const { sut } = await answering(status, { error: KEY });
    const error = await sut.search('x', 2, live).then(
      () => null,
      (thrown: unknown) => ArbiterError.from(thrown),
    );
    expect(error).toMatchObject({ code });
    expect(JSON.stringify([error?.message, error?.details])).not.toContain(KEY);
  });

  it('takes what is no answer of its interface for none', async () => {
    const { sut } = await answering(200, { results: 'many', web: 7 });
    await expect(sut.search('x', 2, live)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('follows no redirect', async () => {
    const { sut, received } = await answering(302, {}, { location: '/elsewhere' });
    await expect(sut.search('x', 2, live)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(received).toHaveLength(1);
  });

  it('stops when the caller goes away', async () => {
    server = await startHttpStandIn((_request, reply) => reply.stream('application/json', '', 'hang'));
    const caller = new AbortController();
    const gone = new ArbiterError('CANCELLED', 'gone');
    const search = create(server.url).search('x', 2, caller.signal);
    setTimeout(() => caller.abort(gone), 30);
    await expect(search).rejects.toBe(gone);
  });
});

describe('BraveSearch', () => {
  it('shows its key to Brave in a header, and in no address', async () => {
    const received: ReceivedRequest[] = [];
    server = await startHttpStandIn(async (request, reply) => {
      received.push(request);
      await reply.json(200, {});
    });
    await new BraveSearch(KEY, server.url).search('x', 50, live);
    expect(received[0]?.headers['x-subscription-token']).toBe(KEY);
    expect(received[0]?.target).not.toContain(KEY);
  });
});
