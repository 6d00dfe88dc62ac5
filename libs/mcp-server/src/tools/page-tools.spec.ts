import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, checksumOf, MAX_WORDS_OF_PAGE, type FoundPage } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { connectClient, WAYS, type ConnectedClient, type Way } from '../../test/connect-client.js';
import { LIBRARY, pictureScript } from '../../test/library.fixture.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

const PUBLIC = 'https://arbiter.example';
/** What Claude Desktop takes, in characters. */
const MOST = 1_048_576;

const page = (number: number, more: Partial<FoundPage> = {}): FoundPage => ({
  ...{ collection: 'lore', documentId: 'd001', title: 'The tower', source: 'places/p 1.md', page: number },
  ...{ score: 0.876, foundBy: ['text', 'picture'], start: 10, end: 32, words: 'The bell wire. Oil room', passages: [] },
  ...more,
});

const found = (...pages: FoundPage[]) => ({ output: { pages, method: 'fused', degraded: [] } });

async function connect(pages: Script, pictures: Script = pictureScript(300_000), way: Way = 'http 2026') {
  const caller = new ScriptedCaller({
    ...LIBRARY,
    ...{ 'retriever.search-pages': pages, 'ingestion.get-page-picture': pictures },
  });
  const connected = await connectClient(way, caller, true, PUBLIC);
  open.push(connected);
  caller.calls.splice(0);
  const call = async (args: object) => {
    const result = await connected.client.callTool({ name: 'search-pages', arguments: { query: 'bell', ...args } });
    return { ...result, content: result.content as { type: string; text?: string; data?: string }[] };
  };
  const asked = (operation: string) => caller.calls.filter((one) => one.operation === operation);
  return { call, asked };
}

describe.each(WAYS)('the tool search-pages over %s', (way) => {
  it('shows pages with where they stand, and the picture of the best', async () => {
    const { call } = await connect(
      found(page(2), page(1, { words: '', end: 10, foundBy: ['picture'] })),
      undefined,
      way,
    );
    const { content, structuredContent } = await call({});
    const uri = 'document://coast/places/p%201.md?id=d001';
    const { passages: _, ...shown } = page(2);
    const url = `${PUBLIC}/documents/d001`;
    const span = `start=10&end=33&sum=${checksumOf('The bell wire. Oil room')}`;
    expect(structuredContent).toEqual({
      pages: [
        { ...shown, uri, url: `${url}?${span}` },
        { ...shown, page: 1, words: '', end: 10, foundBy: ['picture'], uri, url },
      ],
      ...{ method: 'fused', degraded: [] },
    });
    expect(content).toEqual([
      {
        type: 'text',
        text: '1. The tower › page 2 (places/p 1.md, relevance 0.88, found by text and picture)\nThe bell wire. Oil room',
      },
      { type: 'image', data: expect.any(String), mimeType: 'image/jpeg' },
      { type: 'text', text: '2. The tower › page 1 (places/p 1.md, relevance 0.88, found by picture)\n' },
      { type: 'resource_link', uri, name: 'places/p 1.md', title: 'The tower', mimeType: 'text/plain' },
    ]);
    const picture = Buffer.from(content[1]!.data!, 'base64');
    expect([picture.length, picture.toString().slice(0, 20)]).toEqual([300_000, 'page 2, 1000 pixels.']);
  });
});

describe('the tool search-pages', () => {
  it('leaves to the arm what it is not told, and asks for as many pictures as are wanted', async () => {
    const { call, asked } = await connect(found(page(1), page(2), page(1)));
    for (const [pictures, drawn] of [
      [0, 0],
      [2, 2],
      [3, 3],
    ]) {
      const { content } = await call({ pictures });
      expect(content.filter(({ type }) => type === 'image')).toHaveLength(drawn!);
    }
    expect(asked('retriever.search-pages')[0]?.input).toEqual({ query: 'bell', limit: 3 });
  });

  it('reads pictures with the rights of the caller', async () => {
    const { call, asked } = await connect(found(page(1)));
    await call({});
    const origins = asked('ingestion.get-page-picture').map(({ options }) => options.origin?.requestId);
    expect(new Set(origins)).toEqual(new Set(['request-1']));
  });

  it.each([
    [1, 900_000],
    [3, 600_000],
  ])('shows %d pictures so small that clients take the result', async (pictures, bytes) => {
    const words = 'x'.repeat(MAX_WORDS_OF_PAGE);
    const { call } = await connect(found(page(1, { words }), page(2), page(1)), pictureScript(bytes));
    const result = await call({ pictures });
    expect(result.content.filter(({ type }) => type === 'image')).toHaveLength(pictures);
    expect(JSON.stringify(result).length).toBeLessThan(MOST);
  });

  it.each([
    ['is not there', pictureScript(1), 'There is no page 3.'],
    ['is too large at any width', pictureScript(9_000_000), 'It is too large for a result.'],
    ['cannot be drawn', new ArbiterError('INVALID_REQUEST', 'It is damaged.'), 'It is damaged.'],
    ['fails without a reason of ours', new Error('/srv/secret'), undefined],
  ])('shows a page without its picture where that %s', async (what, pictures, reason) => {
    const { call } = await connect(found(page(what === 'is not there' ? 3 : 1)), pictures);
    const { isError, content } = await call({});
    expect(isError).not.toBe(true);
    expect(content.map(({ type }) => type)).toEqual(['text', 'text', 'resource_link']);
    expect(content[1]?.text).toMatch(/^The picture of page \d cannot be shown: /);
    if (reason !== undefined) expect(content[1]?.text).toContain(reason);
    expect(content[1]?.text).not.toContain('secret');
  });

  it('cuts words short, and within no character', async () => {
    const words = `${'x'.repeat(599)}🔔 and more`;
    const { call } = await connect(found(page(1, { words })));
    const { structuredContent, content } = await call({});
    expect(structuredContent).toMatchObject({ pages: [{ words: `${'x'.repeat(599)}…` }] });
    expect(content[0]?.text).toMatch(/x…$/);
  });

  it('says so when it has found nothing, and what could not be used', async () => {
    const { call } = await connect({ output: { pages: [], method: 'text', degraded: ['page-embedder'] } });
    const { content } = await call({});
    expect(content.map(({ text }) => text)).toEqual(['No page was found.', 'Could not be used: page-embedder.']);
  });

  it('lets no name forge a second result', async () => {
    const { call } = await connect(found(page(1, { title: 'A\n2. B', source: 'a\u202E\nb.pdf' })));
    const { content } = await call({ pictures: 0 });
    expect(content[0]?.text?.split('\n')).toHaveLength(2);
    expect(JSON.stringify(content)).not.toContain('\u202E');
  });

  it.each([{ pictures: 4 }, { pictures: -1 }, { limit: 51 }, { collections: ['../x'] }, { page: 1 }])(
    'refuses %j',
    async (args) => {
      const { call } = await connect(found());
      expect(await call(args)).toMatchObject({
        isError: true,
        _meta: { 'arbiter/error': { code: 'INVALID_REQUEST' } },
      });
    },
  );

  it('fails as the search does', async () => {
    const { call } = await connect(new ArbiterError('NOT_FOUND', 'There is no collection "x".'));
    expect(await call({})).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'NOT_FOUND' } } });
  });
});
