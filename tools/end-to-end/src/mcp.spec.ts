import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Answer, ArbiterError, SearchResponse, ValidationResult } from '@arbiter/contracts';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NO_READER, childEnvironment } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { keeperOf, uniqueWord, writeNotes } from './notes-folder.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const NOTES = 6;
const KEY = 'a-key-of-24-characters-!';
const QUESTION = `Who keeps the ${uniqueWord(2)} lantern?`;
/** Several searches and a long check: there is something left to stop. */
const LONG_QUESTION = `Compare the ${uniqueWord(0)} lantern with the ${uniqueWord(1)} lantern and the ${uniqueWord(3)} lantern.`;

/** Before revision 2026-07-28 a client holds a session; since then each request stands by itself. */
const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

const processes = new Processes();
const folders = new TemporaryFolders();
const clients: Client[] = [];
let standalone: RunningStandalone;
let dataDir: string;

beforeAll(async () => {
  const notes = await folders.create();
  dataDir = await folders.create();
  await writeNotes(notes, NOTES);
  standalone = await startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, TOOLS_MAY_INGEST: 'true' } });
  await ingest(standalone.url, 'notes', [{ kind: 'path', path: notes }]);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

function newClient(revision: (typeof REVISIONS)[number]): Client {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'end-to-end', version: '1' }, { versionNegotiation: { mode } });
  clients.push(client);
  return client;
}

async function connectHttp(
  revision: (typeof REVISIONS)[number],
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = newClient(revision);
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return client;
}

/** Starts `arbiter mcp` as a client would; what it says on stderr comes back with the client. */
async function connectStdio(libraryDir: string, args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [WORKSPACE.arbiterPath, 'mcp', ...args],
    cwd: libraryDir,
    env: childEnvironment({ ...NO_READER, ARBITER_DATA_DIR: libraryDir }),
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const client = newClient('2025-11-25');
  const strays: string[] = [];
  client.onerror = (error) => void strays.push(error.message);
  await client.connect(transport);
  return { client, strays, stderr: () => stderr };
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

/** Scores differ in their last digits with what else the model computes at the same time. */
function spansOf({ citations }: Answer): object[] {
  return citations.map(({ marker, documentId, start, end, quote }) => ({ marker, documentId, start, end, quote }));
}

describe.each(REVISIONS)('POST /mcp, asked by a client of revision %s', (revision) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectHttp(revision, standalone.url);
    // Kept for all tests of this block.
    clients.pop();
  });
  afterAll(() => client.close());

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
      { name: 'query', arguments: { query: QUESTION, validate: true, includeProvenance: true } },
      { onprogress: ({ message }) => void stages.push(message) },
    );
    const answer = Answer.parse(result.structuredContent);
    const asked = await ask(standalone.url, { query: QUESTION });
    expect(answer).toMatchObject({ status: 'answered', answer: asked.answer });
    expect(spansOf(answer)).toEqual(spansOf(asked));
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

  it('lists every document, whose text is that of the offsets', async () => {
    const { resources } = await client.listResources();
    const note = resources.filter(({ uri }) => uri.startsWith('document://notes/note-'));
    expect(note).toHaveLength(NOTES);
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
      { name: 'query', arguments: { query: LONG_QUESTION } },
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
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'end-to-end', version: '1' } },
  };
  const headers = { accept: 'application/json, text/event-stream' };

  it('refuses a page of another site, and another name for this machine', async () => {
    const url = `${standalone.url}/mcp`;
    const foreign = await send(url, { json: initialize, headers: { ...headers, origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.problem().code).toBe('FORBIDDEN');
    expect((await send(url, { json: initialize, headers })).status).toBe(200);
  });

  it('has one method to ask and one to leave', async () => {
    const reply = await send(`${standalone.url}/mcp`, { headers: { accept: 'text/event-stream' } });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
  });

  it.each([
    ['no JSON', { bytes: Buffer.from('{"jsonrpc": ') }, 400],
    ['too large a body', { bytes: Buffer.alloc(17 * 1_024 * 1_024, ' ') }, 413],
    ['another media type', { bytes: Buffer.from('{}'), headers: { 'content-type': 'text/plain' } }, 415],
    ['a deadline that is none', { json: initialize, headers: { 'arbiter-deadline-ms': 'soon' } }, 400],
    ['a call without a session', { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, 400],
  ])('refuses %s', async (_what, call, status) => {
    const reply = await send(`${standalone.url}/mcp`, {
      ...call,
      headers: { ...headers, ...('headers' in call ? call.headers : {}) },
    });
    expect(reply.status).toBe(status);
  });

  it('holds a call to the deadline of its request', async () => {
    const client = await connectHttp('2026-07-28', standalone.url, { 'arbiter-deadline-ms': '1' });
    const result = await client.callTool({ name: 'query', arguments: { query: LONG_QUESTION } });
    expect(result._meta).toMatchObject({ 'arbiter/error': { code: 'DEADLINE_EXCEEDED' } });
  });

  it('asks for the key where there is one', async () => {
    const keyed = await startStandaloneProcess(processes, {
      dataDir: await folders.create(),
      env: { ...NO_READER, ARBITER_API_KEY: KEY },
    });
    for (const tried of [{}, { authorization: 'Bearer a-key-of-24-characters-?' }]) {
      const reply = await send(`${keyed.url}/mcp`, { json: initialize, headers: { ...headers, ...tried } });
      expect(reply.status).toBe(401);
      expect(reply.problem().code).toBe('UNAUTHENTICATED');
    }
    const client = await connectHttp('2025-11-25', keyed.url, { authorization: `Bearer ${KEY}` });
    const answer = await client.callTool({ name: 'query', arguments: { query: QUESTION } });
    expect(answer.structuredContent).toMatchObject({ status: 'declined' });
    await keyed.process.stop();
  });
});

describe('arbiter mcp', () => {
  it('serves a library of its own: reads documents, answers from them, lists them', async () => {
    const { client, strays } = await connectStdio(await folders.create());
    const content = 'The osprey clock of Mirren strikes thirteen at dusk.';
    const told: number[] = [];
    const ingested = await client.callTool(
      {
        name: 'ingest',
        arguments: { collection: 'clocks', sources: [{ kind: 'inline', name: 'osprey.md', content }] },
      },
      { onprogress: ({ progress }) => void told.push(progress) },
    );
    expect(textOf(ingested)).toContain('has succeeded: 1 added.');
    expect(told).toEqual([...told].sort((a, b) => a - b));

    const answer = await client.callTool({
      name: 'query',
      arguments: { query: 'When does the osprey clock strike thirteen?' },
    });
    expect(Answer.parse(answer.structuredContent)).toMatchObject({
      status: 'answered',
      citations: [{ source: 'osprey.md' }],
    });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { name: 'osprey.md', uri: expect.stringContaining('document://clocks/osprey.md') },
    ]);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toMatchObject([{ text: expect.stringContaining(content) }]);
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(1);
    // A line on its standard output that is no message would have been reported.
    // The client's library handles a notification later than the answer that came in the same read, and then misses its token.
    expect(strays.filter((stray) => !stray.startsWith('Received a progress notification'))).toEqual([]);
  });

  it('asks the server that holds the library, with the same citations', async () => {
    const { client, strays, stderr } = await connectStdio(dataDir);
    const result = await client.callTool({ name: 'query', arguments: { query: QUESTION } });
    const asked = await ask(standalone.url, { query: QUESTION });
    expect(spansOf(Answer.parse(result.structuredContent))).toEqual(spansOf(asked));
    expect(stderr()).toContain(`Using the server at ${standalone.url}`);
    expect(strays).toEqual([]);
  });

  it('asks the server that is named, and says when nobody is there', async () => {
    const { client } = await connectStdio(await folders.create(), ['--server', standalone.url]);
    const named = await client.callTool({
      name: 'keyword-search',
      arguments: { query: uniqueWord(1), min_relevance_score: 0 },
    });
    expect(SearchResponse.parse(named.structuredContent).results[0]).toMatchObject({ source: 'note-001.md' });
    const { client: lost } = await connectStdio(await folders.create(), ['--server', 'http://127.0.0.1:9']);
    const refused = await lost.callTool({ name: 'query', arguments: { query: QUESTION } });
    expect(refused).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'UNAVAILABLE' } } });
  });
});
