import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ArbiterError, SearchResponse, ValidationResult } from '@arbiter/contracts';
import type { Client } from '@modelcontextprotocol/client';
import { ask, send } from './http-calls.js';
import { INITIALIZE, MCP_ACCEPT, McpClients, REVISIONS, spansOf, textOf } from './mcp-clients.js';
import { keeperOf, uniqueWord } from './notes-folder.js';
import { LANTERN_NOTES } from './shared/library-documents.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

const HERE = { collections: ['notes'] };
const QUESTION = `Who keeps the ${uniqueWord(2)} lantern?`;
/** Several searches and a long check: there is something left to stop. */
const LONG_QUESTION = `Compare the ${uniqueWord(0)} lantern with the ${uniqueWord(1)} lantern and the ${uniqueWord(3)} lantern.`;

let standalone: SharedStandalone;

beforeAll(async () => {
  standalone = await sharedStandalone();
});

describe.each(REVISIONS)('POST /mcp, asked by a client of revision %s', (revision) => {
  const clients = new McpClients();
  let client: Client;
  beforeAll(async () => {
    client = await clients.overHttp(revision, standalone.url);
  });
  afterAll(() => clients.closeAll());

  it('speaks that revision', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'arbiter' });
  });

  it('lists the tools that the design publishes', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['query', 'vector-search', 'validate', 'ingest']));
  });

  it('answers a question as POST /v1/query does, and tells its stages meanwhile', async () => {
    const stages: (string | undefined)[] = [];
    const result = await client.callTool(
      { name: 'query', arguments: { query: QUESTION, validate: true, includeProvenance: true, ...HERE } },
      { onprogress: ({ message }) => void stages.push(message) },
    );
    const asked = await ask(standalone.url, { query: QUESTION, ...HERE });
    expect(result.structuredContent).toMatchObject({
      status: 'answered',
      answer: asked.answer,
      citations: spansOf(asked),
    });
    expect(textOf(result)).toContain(keeperOf(2));
    expect(stages).toEqual(expect.arrayContaining(['context', 'retrieve', 'validate']));
  });

  it('finds passages by their vectors in one collection', async () => {
    const result = await client.callTool({
      name: 'vector-search',
      arguments: { query: `the ${uniqueWord(4)} lantern`, collection: 'notes', limit: 2, min_relevance_score: 0 },
    });
    const { results, method_used } = SearchResponse.parse(result.structuredContent);
    expect(method_used).toBe('vector');
    expect(results).toHaveLength(2);
    expect(results.every(({ metadata }) => metadata.collection === 'notes')).toBe(true);
  });

  it('checks an answer against its sources', async () => {
    const content = 'The harbour closes at 9 in the evening.';
    const source = { id: 's1', document: 'd1', chunkId: 'd1:0', content, metadata: {}, score: 0.9 };
    const check = async (answer: string) => {
      const question = { query: 'When does the harbour close?', answer, sources: [source] };
      const result = await client.callTool({ name: 'validate', arguments: question });
      return ValidationResult.parse(result.structuredContent);
    };
    expect(await check('The harbour closes at 9 in the evening. [1]')).toMatchObject({ isSupported: true });
    expect(await check('The harbour closes at 7 in the evening. [1]')).toMatchObject({ isSupported: false });
  });

  it('reads a document into the library, which is found and read at once', async () => {
    const word = revision === '2025-11-25' ? 'osprey' : 'gannet';
    const content = `# The ${word} clock\n\nThe ${word} clock strikes thirteen at dusk.\n`;
    const collection = `sent-${revision}`;
    const ingested = await client.callTool({
      name: 'ingest',
      arguments: { collection, sources: [{ kind: 'inline', name: `${word} clock.md`, content }] },
    });
    expect(ingested.structuredContent).toMatchObject({ state: 'succeeded', counts: { added: 1 } });

    const found = await client.callTool({
      name: 'keyword-search',
      arguments: { query: word, collection, min_relevance_score: 0 },
    });
    const link = found.content.find(({ type }) => type === 'resource_link') as { uri: string } | undefined;
    expect(link?.uri).toMatch(`document://${collection}/${word}%20clock.md?id=d`);
    for (const uri of [link!.uri, `document://${collection}/${word}%20clock.md`]) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, text: expect.stringContaining('strikes thirteen at dusk.') }]);
    }
  });

  it('is told once documents have come in, by whichever door', async () => {
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('resources'));
    const subscription =
      revision === '2026-07-28' ? await client.listen({ resourcesListChanged: true }) : { close: () => undefined };
    // What others add meanwhile would be told, too: a document of one's own comes in until one hears of it.
    for (let round = 0; heard.length === 0 && round < 20; round += 1) {
      const sources = [{ kind: 'inline', name: `note ${round}.md`, content: `# Note ${round}` }];
      await send(`${standalone.url}/v1/jobs`, { json: { collection: `heard-${revision}`, sources } });
      await delay(1_000);
    }
    await subscription.close();
    expect(heard).toContain('resources');
  });

  it('lists every document, whose text is that of the offsets', async () => {
    const { resources } = await client.listResources();
    const note = resources.filter(({ uri }) => uri.startsWith('document://notes/note-'));
    expect(note).toHaveLength(LANTERN_NOTES);
    const { contents } = await client.readResource({ uri: note[0]!.uri });
    const id = new URL(note[0]!.uri).searchParams.get('id');
    const stored = await send(`${standalone.url}/v1/documents/${id}/text`);
    expect(contents).toMatchObject([{ text: stored.text }]);
  });

  it('fills in the prompts of the installed domains', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['lantern-coast/brief-a-scene', 'lantern-coast/compare-prices']),
    );
    const { messages } = await client.getPrompt({
      name: 'lantern-coast/compare-prices',
      arguments: { first: 'a skiff', second: 'a cart-horse' },
    });
    expect(messages[0]?.content).toMatchObject({
      text: expect.stringContaining('which is dearer: a skiff, or a cart-horse?'),
    });
    await expect(
      client.getPrompt({ name: 'lantern-coast/compare-prices', arguments: { first: 'a skiff' } }),
    ).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('"second"') });
  });

  it.each([
    ['an argument that does not fit', { query: QUESTION, mode: 'frantic' }, 'INVALID_REQUEST', '"mode"'],
    ['a domain that is not there', { query: QUESTION, domain: 'atlantis' }, 'NOT_FOUND', '"atlantis"'],
  ])('says what is wrong with %s', async (_what, args, code, told) => {
    const result = await client.callTool({ name: 'query', arguments: args });
    expect(result.isError).toBe(true);
    expect(result._meta).toMatchObject({ 'arbiter/error': { code } });
    expect(textOf(result)).toContain(told);
    expect(JSON.stringify(result)).not.toMatch(/node_modules|\.js:\d/);
  });

  it.each([
    ['tool', () => client.callTool({ name: 'no-such-tool', arguments: {} })],
    ['document', () => client.readResource({ uri: 'document://notes/no-such-note.md' })],
    ['path', () => client.readResource({ uri: 'document://notes/../../../../etc/passwd' })],
    ['prompt', () => client.getPrompt({ name: 'notes/no-such-prompt' })],
  ])('gives an error of the protocol for a %s that is not there', async (_what, call) => {
    await expect(call()).rejects.toMatchObject({ code: -32_602 });
  });

  it('stops the work of a call that its client cancels', async () => {
    const before = await cancelledQuestions();
    const wish = new AbortController();
    const call = client.callTool(
      { name: 'query', arguments: { query: LONG_QUESTION, ...HERE } },
      { signal: wish.signal, onprogress: () => wish.abort() },
    );
    await expect(call).rejects.toThrow();
    expect(await cancelledQuestionsAfter(before)).toBe(before + 1);
  });
});

/** How many questions the server has stopped working on, by its own count. */
async function cancelledQuestions(): Promise<number> {
  const { text } = await send(`${standalone.url}/metrics`);
  const count = text
    .split('\n')
    .filter(
      (line) =>
        line.includes('"orchestrator.query"') &&
        line.includes('"CANCELLED"') &&
        line.startsWith('arbiter_operation_calls_total'),
    )
    .map((line) => Number(line.slice(line.lastIndexOf(' '))));
  return count[0] ?? 0;
}

async function cancelledQuestionsAfter(before: number): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const count = await cancelledQuestions();
    if (count > before) return count;
    await delay(50);
  }
  throw new ArbiterError('DEADLINE_EXCEEDED', 'The question is still being answered.');
}

describe('the door at /mcp', () => {
  const clients = new McpClients();
  afterEach(() => clients.closeAll());

  it('refuses a page of another site, and another name for this machine', async () => {
    const url = `${standalone.url}/mcp`;
    const foreign = await send(url, { json: INITIALIZE, headers: { ...MCP_ACCEPT, origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.problem().code).toBe('FORBIDDEN');
    expect((await send(url, { json: INITIALIZE, headers: MCP_ACCEPT })).status).toBe(200);
  });

  it('has methods to ask, to listen and to leave, and listens in a session alone', async () => {
    const other = await send(`${standalone.url}/mcp`, { method: 'PUT' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, GET, DELETE']);
    expect((await send(`${standalone.url}/mcp`, { headers: { accept: 'text/event-stream' } })).status).toBe(400);
  });

  it.each([
    ['no JSON', { bytes: Buffer.from('{"jsonrpc": ') }, 400],
    ['too large a body', { bytes: Buffer.alloc(17 * 1_024 * 1_024, ' ') }, 413],
    ['another media type', { bytes: Buffer.from('{}'), headers: { 'content-type': 'text/plain' } }, 415],
    ['a deadline that is none', { json: INITIALIZE, headers: { 'arbiter-deadline-ms': 'soon' } }, 400],
    ['a call without a session', { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, 400],
  ])('refuses %s', async (_what, call, status) => {
    const reply = await send(`${standalone.url}/mcp`, {
      ...call,
      headers: { ...MCP_ACCEPT, ...('headers' in call ? call.headers : {}) },
    });
    expect(reply.status).toBe(status);
  });

  it('holds a call to the deadline of its request', async () => {
    const client = await clients.overHttp('2026-07-28', standalone.url, { 'arbiter-deadline-ms': '1' });
    const result = await client.callTool({ name: 'query', arguments: { query: LONG_QUESTION, ...HERE } });
    expect(result._meta).toMatchObject({ 'arbiter/error': { code: 'DEADLINE_EXCEEDED' } });
  });
});
