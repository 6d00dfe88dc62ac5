import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, checksumOf } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { connectClient, type ConnectedClient } from '../../test/connect-client.js';
import { LIBRARY } from '../../test/library.fixture.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

const PUBLIC = 'https://arbiter.example';

async function connect(scripts: Readonly<Record<string, Script>>, publicUrl?: string) {
  const caller = new ScriptedCaller({ ...LIBRARY, ...scripts });
  const connected = await connectClient('http 2026', caller, true, publicUrl);
  open.push(connected);
  return (name: string, args: object) => connected.client.callTool({ name, arguments: { ...args } });
}

const passage = (documentId: string, rank: number, title: string) => ({
  content: 'The bell is rung at dusk.',
  source: 'places/p 1.md',
  relevance_score: 0.8,
  rank,
  metadata: {
    ...{ chunk_id: `${documentId}:${rank}`, document_id: documentId, collection: 'lore', title },
    ...{ start: 10 * rank, end: 10 * rank + 25, section: [], page: null },
  },
});
const FOUND = {
  'retriever.search': {
    output: {
      results: [passage('d001', 1, 'The\u202E bell'), passage('d001', 2, 'The bell'), passage('d002', 3, '')],
      ...{ query: 'bell', method_used: 'hybrid', total_results: 3, synthesis: null, citations: [] },
    },
  },
};

/** As ChatGPT wants a result: data, and exactly one text with the same JSON. */
function dataOf(result: { structuredContent?: unknown; content: unknown }): unknown {
  const texts = result.content as { type: string; text: string }[];
  expect(texts.map(({ type }) => type)).toEqual(['text']);
  expect(JSON.parse(texts[0]!.text)).toEqual(result.structuredContent);
  return result.structuredContent;
}

describe('the tool search', () => {
  it('lists each document once, with the address of its best passage in the console', async () => {
    const call = await connect(FOUND, PUBLIC);
    const sum = checksumOf('The bell is rung at dusk.');
    expect(dataOf(await call('search', { query: 'bell' }))).toEqual({
      results: [
        { id: 'd001', title: 'The\uFFFD bell', url: `${PUBLIC}/documents/d001?start=10&end=35&sum=${sum}` },
        { id: 'd002', title: 'places/p 1.md', url: `${PUBLIC}/documents/d002?start=30&end=55&sum=${sum}` },
      ],
    });
  });

  it('never gives an empty address', async () => {
    const call = await connect(FOUND);
    expect(dataOf(await call('search', { query: 'bell' }))).toMatchObject({
      results: [{ url: 'document://coast/places/p%201.md?id=d001' }, { url: expect.stringContaining('id=d002') }],
    });
  });

  it.each([{}, { query: '' }, { query: 'x'.repeat(10_001) }, { query: 'x', limit: 3 }])('refuses %j', async (args) => {
    const call = await connect(FOUND);
    expect(await call('search', args)).toMatchObject({ isError: true });
  });
});

describe('the tool fetch', () => {
  it('gives the text of a document with its address', async () => {
    const call = await connect({}, PUBLIC);
    expect(dataOf(await call('fetch', { id: 'd001' }))).toEqual({
      id: 'd001',
      title: 'Title of d001',
      text: 'Text of d001',
      url: `${PUBLIC}/documents/d001`,
      metadata: {
        ...{ source: 'places/p 1.md', collection: 'lore', length: '10' },
        uri: 'document://coast/places/p%201.md?id=d001',
      },
    });
  });

  it('says where it has cut a text, between characters, and how the rest is read', async () => {
    const text = `${'x'.repeat(199_999)}🏮 dusk`;
    const call = await connect({ 'ingestion.get-document-text': { output: { text } } });
    expect(dataOf(await call('fetch', { id: 'd001' }))).toMatchObject({
      text: text.slice(0, 199_999),
      metadata: { rest: 'Cut after 199999 of 200006 characters: read on with "read-document", start 199999.' },
    });
  });

  it('does not find what another tenant has', async () => {
    const call = await connect({ 'ingestion.get-document': new ArbiterError('NOT_FOUND', 'No.') });
    expect(await call('fetch', { id: 'd001' })).toMatchObject({
      isError: true,
      _meta: { 'arbiter/error': { code: 'NOT_FOUND' } },
    });
  });
});
